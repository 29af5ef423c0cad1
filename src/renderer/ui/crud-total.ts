import type { Translate } from '#renderer/core/locale.ts'
import { COUNTED_ROWS } from '#shared/core/envelope.ts'

/** How many rows a list has; where nobody counted them all, how many it has at least. */
export const totalInWords = (t: Translate, total: number, counted = true): string =>
  counted ? t('list.total', { total }) : t('list.moreThan', { total: COUNTED_ROWS })
