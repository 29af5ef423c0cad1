import type { z } from 'zod'
import { AppError } from '#shared/core/errors.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import { validationMessages } from './validation-messages.ts'

/**
 * Parses one part of a request by its schema. Numbers may be sent as text, as some clients of the API family do. Errors are in the
 * caller's language and do not quote the value.
 */
export function parseInput(schema: z.ZodType | undefined, value: unknown, locale: Locale): unknown {
  if (!schema) return undefined
  const messages = validationMessages[locale]
  const parsed = schema.safeParse(value, messages)
  if (parsed.success) return parsed.data
  const read = numbersRead(value, numberPaths(parsed.error.issues))
  const reparsed = read === value ? parsed : schema.safeParse(read, messages)
  if (reparsed.success) return reparsed.data
  const issue = reparsed.error.issues[0]
  throw new AppError('common.invalidInput', { field: issue?.path.join('.') ?? '', reason: issue?.message ?? '' })
}

type Path = readonly PropertyKey[]

/** The paths at which a schema expects a number and found something else. */
function numberPaths(issues: readonly z.core.$ZodIssue[], above: Path = []): Path[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path]
    if (issue.code === 'invalid_union') return issue.errors.flatMap((inner) => numberPaths(inner, path))
    const isNumber =
      issue.code === 'invalid_type'
        ? issue.expected === 'number'
        : issue.code === 'invalid_value' && issue.values.some((one) => typeof one === 'number')
    return isNumber ? [path] : []
  })
}

/** Decimal notation, short enough for any number of a contract. */
const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,10})?$/

/** The input with the numbers that stand as text at some paths; the input itself where there are none. */
const numbersRead = (value: unknown, paths: readonly Path[]): unknown => paths.reduce(numberRead, value)

function numberRead(value: unknown, [first, ...rest]: Path): unknown {
  if (first === undefined) return typeof value === 'string' && NUMBER.test(value) ? Number(value) : value
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return value
  const inner = (value as Record<PropertyKey, unknown>)[first]
  const read = numberRead(inner, rest)
  if (read === inner) return value
  return Array.isArray(value) ? value.with(Number(first), read) : { ...value, [first]: read }
}
