import type { z } from 'zod'
import { AppError } from '#shared/core/errors.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import { validationMessages } from './validation-messages.ts'

/** Parses one part of a request by its schema. Errors are in the caller's language and do not quote the value. */
export function parseInput(schema: z.ZodType | undefined, value: unknown, locale: Locale): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value, validationMessages[locale])
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new AppError('common.invalidInput', { field: issue?.path.join('.') ?? '', reason: issue?.message ?? '' })
}
