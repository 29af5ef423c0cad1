import type { z } from 'zod'
import type { Translate } from '#renderer/core/locale.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** Whether a field must be filled in. */
export const needs = (field: z.ZodType): boolean => !field.safeParse(undefined).success && !field.safeParse('').success

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** The validation message for a value; null where it is valid. */
export function problemOf(
  t: Translate,
  field: z.ZodType,
  value: unknown,
  { label, wrong }: { label: string; wrong?: TextKey | undefined },
): string | null {
  if (isEmpty(value) || (typeof value === 'string' && value.trim() === '')) {
    return needs(field) ? t('crud.required', { label }) : null
  }
  const parsed = field.safeParse(value)
  if (parsed.success) return null
  const [issue] = parsed.error.issues
  if (issue?.code === 'too_big' && issue.origin === 'string') return t('crud.tooLong', { label, max: issue.maximum })
  if (issue?.code === 'too_big') return t('crud.tooBig', { label, max: issue.maximum })
  if (issue?.code === 'too_small' && issue.origin !== 'string') return t('crud.tooSmall', { label, min: issue.minimum })
  return t(wrong ?? 'crud.invalid', { label })
}
