import { describe, expect, it } from 'vitest'
import { FormDefinition } from '#shared/features/online-forms/online-form.schema.ts'
import {
  changeField,
  duplicateField,
  fieldsOfList,
  freeKey,
  MAIN,
  moveTo,
  placeOf,
  removeField,
  toDefinition,
  toDrawn,
} from './builder.calc.ts'

const labels = { labelZh: '文', labelEn: 'Text' }
const options = ['a', 'b'].map((value) => ({ value, ...labels }))
const definition = FormDefinition.parse({
  fields: [
    { key: 'text1', type: 'text', ...labels },
    { key: 'choice1', type: 'choice', ...labels, options },
  ],
  subTables: [
    { key: 'things', labelZh: '物', labelEn: 'Things', fields: [{ key: 'number1', type: 'number', ...labels }] },
  ],
})

describe('a form on the canvas', () => {
  it('is the definition that it was made from', () => {
    expect(toDefinition(toDrawn(definition))).toEqual(definition)
  })

  it('moves a field within its list, and not beyond its ends', () => {
    const drawn = toDrawn(definition)
    const [first] = drawn.fields
    const id = first?.id ?? ''
    const moved = moveTo(drawn, id, 1)
    expect(placeOf(moved, id)).toBe(1)
    expect(moveTo(moved, id, 2)).toEqual(moved)
    expect(moveTo(moved, id, -1)).toEqual(moved)
  })

  it('copies a field behind it with a key of its own', () => {
    const drawn = toDrawn(definition)
    const copied = duplicateField(drawn, drawn.fields[0]?.id ?? '')
    expect(fieldsOfList(copied.drawn, MAIN).map(({ field }) => field.key)).toEqual(['text1', 'text2', 'choice1'])
    expect(placeOf(copied.drawn, copied.id)).toBe(1)
    expect(removeField(copied.drawn, copied.id)).toEqual(drawn)
  })

  it('forgets what another type does not have', () => {
    const drawn = toDrawn(definition)
    const id = drawn.fields[1]?.id ?? ''
    const [, changed] = changeField(drawn, id, { type: 'longText', search: true }).fields
    expect(changed?.field).toMatchObject({ options: [], search: false })
  })

  it('has keys that no other field has', () => {
    expect(freeKey('longText', ['long_text1'])).toBe('long_text2')
  })
})
