import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { validationMessages } from '#server/core/http/validation-messages.ts'
import { en } from '#shared/i18n/en.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { zh } from '#shared/i18n/zh.ts'
import { nameSampleOnFailure, sampled } from '#tests/support/runner/sample.ts'
import { calls } from './calls.ts'
import { inputFor, shapeOf } from './sweep.ts'

/** One value for each way in which a field may be refused: too long, too short, too large, of another type, in another format. */
const wrongs: unknown[] = [
  'x'.repeat(200_000),
  '',
  ' ',
  '!',
  '?-?',
  '2026-02-31',
  'a\u0007b',
  1e300,
  -1e300,
  0.123,
  Number.NaN,
  true,
  null,
  [],
  ['!'],
  [1, 2],
  Array.from({ length: 20_000 }, () => '0'),
  { unknown: 1 },
]

const catalogues = { zh, en }
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Every validation message, with any text in its placeholders. */
const wordsOf = (locale: Locale): RegExp[] =>
  Object.entries(catalogues[locale])
    .filter(([key]) => /^(input\.|signUp\.passwordBad$)/.test(key))
    .map(([, reason]) => new RegExp(`^${escaped(reason).replace(/\\\{\w+\\\}/g, '[^<>{}]+')}$`))

/** Cache of `isOurs`, which is called 100,000 times for few different messages. */
const ours = { zh: new Map<string, boolean>(), en: new Map<string, boolean>() }
const words = { zh: wordsOf('zh'), en: wordsOf('en') }

function isOurs(message: string, locale: Locale): boolean {
  const known = ours[locale].get(message)
  if (known !== undefined) return known
  const found = words[locale].some((one) => one.test(message))
  ours[locale].set(message, found)
  return found
}

/** How many fields of each part of a call are tried in a sample. */
const FIELDS = 5

nameSampleOnFailure()

const parts = calls.flatMap(({ name, slices, route: { params, query, body } }) =>
  Object.entries({ params, query, body })
    .filter((part): part is [string, z.ZodType] => part[1] !== undefined)
    .map(([part, schema]) => ({ name: `${part} of ${name}`, schema, slices })),
)

describe('the validation message of a refused value', () => {
  it.each(parts)('is one of our own for every field in the $name', ({ name, schema, slices }) => {
    const good = inputFor(schema, {})
    const fields = sampled(Object.keys(shapeOf(schema)), { of: name, most: FIELDS, slices })
    const inputs = fields.flatMap((field) => wrongs.map((value) => ({ field, input: { ...good, [field]: value } })))
    const foreign: string[] = []
    for (const locale of ['zh', 'en'] as const) {
      for (const { field, input } of [...inputs, { field: 'all', input: 'no object' }]) {
        // A long list may have the same message at each of its indexes.
        const issues = schema.safeParse(input, validationMessages[locale]).error?.issues ?? []
        const messages = new Set(issues.map(({ message }) => message))
        for (const message of messages) if (!isOurs(message, locale)) foreign.push(`${field}, ${locale}: ${message}`)
      }
    }
    expect(foreign).toEqual([])
  })
})
