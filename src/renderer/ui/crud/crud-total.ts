import type { Translate } from '#renderer/core/locale.ts'
import { COUNTED_ROWS } from '#shared/core/envelope.ts'

/** The number of rows as text; "at least" where it is an estimate. */
export const totalText = (t: Translate, total: number, counted = true): string =>
  counted ? t('list.total', { total }) : t('list.moreThan', { total: COUNTED_ROWS })
