import { z } from 'zod'
import { AppError } from '#shared/core/errors.ts'
import { isTextKey, type Locale, text } from '#shared/i18n/catalogue.ts'

const localeErrors = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError }

/** Zod's words, except that people miss a value where a program expects a string and receives undefined. */
const inWords = (locale: Locale) => ({
  error: (issue: z.core.$ZodRawIssue) => {
    // A check of our own (`wrong` in shared/core/text.ts).
    const reason: unknown = issue.code === 'custom' ? issue.params?.reason : undefined
    if (typeof reason === 'string' && isTextKey(reason)) return text(locale, reason)
    const missing = issue.code !== 'custom' && (issue.input === undefined || issue.input === null)
    return missing ? text(locale, 'input.missing') : localeErrors[locale](issue)
  },
})

/** How it is said what is wrong with an input, by language. */
export const reasons = { zh: inWords('zh'), en: inWords('en') }

/** Reads one part of a request by its schema; what is wrong is said in the reader's language, without the value. */
export function parseInput(schema: z.ZodType | undefined, value: unknown, locale: Locale): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value, reasons[locale])
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new AppError('common.invalidInput', { field: issue?.path.join('.') ?? '', reason: issue?.message ?? '' })
}
