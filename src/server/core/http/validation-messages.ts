import type { z } from 'zod'
import { isTextKey, type Locale, type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'

type Issue = z.core.$ZodRawIssue

/** A problem, as a key of the text catalogue. */
type Reason = readonly [TextKey, TextValues?]

/** The message of a check of our own (`wrong` in shared/core/text.ts), either a rule or a pattern. */
function ownReason(issue: Issue): TextKey | undefined {
  const check = issue.inst as { _zod?: { def?: { params?: Record<string, unknown> } } } | undefined
  const reason: unknown = (issue.code === 'custom' && issue.params?.reason) || check?._zod?.def?.params?.reason
  return typeof reason === 'string' && isTextKey(reason) ? reason : undefined
}

/** Kinds of values by zod's names. */
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

/** The last member of a union is reported; those before it accept an empty field or the form of an old client. */
function ofUnion({ errors = [] }: Extract<Issue, { code: 'invalid_union' }>): string | undefined {
  const problems = errors.flatMap((issues) => issues.slice(0, 1))
  const nearest = problems.filter(({ code }) => code !== 'invalid_type' && code !== 'invalid_value').at(-1)
  return (nearest ?? problems.at(-1))?.message
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
    // A missing text is reported as a missing value, not as a wrong type.
    const isMissing = issue.code !== 'custom' && (issue.input === undefined || issue.input === null)
    if (isMissing) return text(locale, 'input.missing')
    if (own) return text(locale, own)
    const among =
      issue.code === 'invalid_union' ? ofUnion(issue as Extract<Issue, { code: 'invalid_union' }>) : undefined
    return among ?? text(locale, ...reasonOf(issue))
  },
})

/** The error messages of input validation by language: texts of the catalogue, never zod's own. */
export const validationMessages = { zh: inWords('zh'), en: inWords('en') }
