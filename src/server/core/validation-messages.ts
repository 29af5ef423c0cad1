import type { z } from 'zod'
import { isTextKey, type Locale, type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'

type Issue = z.core.$ZodRawIssue

/** What is wrong, as a text of the catalogue. */
type Reason = readonly [TextKey, TextValues?]

/** What a check says by itself (`wrong` in shared/core/text.ts), be it a rule or a pattern of our own. */
function ownReason(issue: Issue): TextKey | undefined {
  const check = issue.inst as { _zod?: { def?: { params?: Record<string, unknown> } } } | undefined
  const reason: unknown = (issue.code === 'custom' && issue.params?.reason) || check?._zod?.def?.params?.reason
  return typeof reason === 'string' && isTextKey(reason) ? reason : undefined
}

/** Kinds of values by the names that zod has for them. */
const kinds: Record<string, TextKey> = {
  string: 'input.text',
  number: 'input.number',
  int: 'input.wholeNumber',
  bigint: 'input.wholeNumber',
  nan: 'input.number',
  boolean: 'input.flag',
  date: 'input.time',
  array: 'input.list',
  set: 'input.list',
}

const formats: Record<string, TextKey> = {
  email: 'input.email',
  url: 'input.url',
  uuid: 'input.id',
  datetime: 'input.time',
  date: 'input.day',
  time: 'input.time',
}

const inDigits = (limit: number | bigint): string => new Intl.NumberFormat('en-US').format(limit)

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): Reason {
  const isOne = Number(maximum) === 1
  if (origin === 'string') return isOne ? ['input.oneCharacter'] : ['input.tooLong', { limit: inDigits(maximum) }]
  if (origin === 'array' || origin === 'set') {
    return isOne ? ['input.onlyOne'] : ['input.tooMany', { limit: inDigits(maximum) }]
  }
  if (origin === 'file') return ['input.tooLarge']
  if (origin === 'date') return ['input.tooLate']
  return [inclusive === false ? 'input.below' : 'input.atMost', { limit: inDigits(maximum) }]
}

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): Reason {
  const isOne = Number(minimum) <= 1
  if (origin === 'string') return isOne ? ['input.missing'] : ['input.tooShort', { limit: inDigits(minimum) }]
  if (origin === 'array' || origin === 'set') {
    return isOne ? ['input.atLeastOne'] : ['input.tooFew', { limit: inDigits(minimum) }]
  }
  if (origin === 'date') return ['input.tooEarly']
  return [inclusive === false ? 'input.above' : 'input.atLeast', { limit: inDigits(minimum) }]
}

/** The last of several forms is the one meant: those before it stand for an empty field or an old client's way. */
function ofUnion({ errors = [] }: Extract<Issue, { code: 'invalid_union' }>): string | undefined {
  const said = errors.flatMap((issues) => issues.slice(0, 1))
  const nearest = said.filter(({ code }) => code !== 'invalid_type' && code !== 'invalid_value').at(-1)
  return (nearest ?? said.at(-1))?.message
}

function reasonOf(issue: Issue): Reason {
  switch (issue.code) {
    case 'too_big':
      return tooBig(issue as Extract<Issue, { code: 'too_big' }>)
    case 'too_small':
      return tooSmall(issue as Extract<Issue, { code: 'too_small' }>)
    case 'invalid_type':
      return [kinds[issue.expected as string] ?? 'input.format']
    case 'invalid_format':
      return [formats[issue.format as string] ?? 'input.format']
    case 'invalid_value':
      return ['input.choice']
    case 'not_multiple_of':
      return ['input.multipleOf', { step: inDigits(issue.divisor as number) }]
    case 'unrecognized_keys':
      return ['input.unknownFields', { names: (issue.keys as string[]).join(', ') }]
    default:
      return ['input.format']
  }
}

const inWords = (locale: Locale) => ({
  error: (issue: Issue): string => {
    const own = ownReason(issue)
    // People miss a value where a program expects a text and receives none.
    const isMissing = issue.code !== 'custom' && (issue.input === undefined || issue.input === null)
    if (isMissing) return text(locale, 'input.missing')
    if (own) return text(locale, own)
    const among =
      issue.code === 'invalid_union' ? ofUnion(issue as Extract<Issue, { code: 'invalid_union' }>) : undefined
    return among ?? text(locale, ...reasonOf(issue))
  },
})

/** How it is said what is wrong with an input, by language: in words of the catalogue, never in zod's. */
export const validationMessages = { zh: inWords('zh'), en: inWords('en') }
