import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { validationMessages } from '#server/core/validation-messages.ts'
import { en } from '#shared/i18n/en.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { zh } from '#shared/i18n/zh.ts'
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
    .map(([, said]) => new RegExp(`^${escaped(said).replace(/\\\{\w+\\\}/g, '[^<>{}]+')}$`))

const parts = calls.flatMap(({ name, route: { params, query, body } }) =>
  Object.entries({ params, query, body })
    .filter((part): part is [string, z.ZodType] => part[1] !== undefined)
    .map(([part, schema]) => ({ name: `${part} of ${name}`, schema })),
)

describe('the validation message of a refused value', () => {
  it.each(parts)('is one of our own for every field in the $name', ({ schema }) => {
    const good = inputFor(schema, {})
    const inputs = Object.keys(shapeOf(schema)).flatMap((field) =>
      wrongs.map((value) => ({ field, input: { ...good, [field]: value } })),
    )
    for (const locale of ['zh', 'en'] as const) {
      const words = wordsOf(locale)
      for (const { field, input } of [...inputs, { field: 'all', input: 'no object' }]) {
        for (const { message } of schema.safeParse(input, validationMessages[locale]).error?.issues ?? []) {
          expect(
            words.some((one) => one.test(message)),
            `${field}, ${locale}: ${message}`,
          ).toBe(true)
        }
      }
    }
  })
})
