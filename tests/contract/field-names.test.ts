import { describe, expect, it } from 'vitest'
import { fieldLabel } from '#shared/i18n/fields.ts'
import { calls, isKey } from './calls.ts'
import { shapeOf } from './sweep.ts'

const forms = calls.filter(({ route }) => /\/(add|edit|edite|doconsume|register)$/.test(route.path))

/** Fields that programs send and no screen has. */
const unseen = [
  'avatar',
  'userIdentity',
  'componentName',
  'alwaysShow',
  'terminalTicket',
  'paid',
  'consumeVehicleModeText',
  'usageMode',
  'usageModeText',
  'doTask',
  'groupNumber',
  'departusername',
  'type',
  'pid',
  'busType',
  'ruleCode',
  'ruleJson',
  'ruleDescription',
]

describe('a form field', () => {
  it.each(forms)('has a name in both languages in $name', ({ route }) => {
    const fields = Object.keys(shapeOf(route.body)).filter((name) => !isKey(name) && !unseen.includes(name))
    expect(fields.filter((name) => fieldLabel('zh', route, name) === name)).toEqual([])
    for (const name of fields) expect(fieldLabel('en', route, name)).not.toMatch(/\p{Script=Han}/u)
  })
})
