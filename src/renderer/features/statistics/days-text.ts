import type { useText } from '#renderer/core/locale.ts'
import type { Statistics } from '#shared/features/statistics/statistics.contract.ts'

type Say = ReturnType<typeof useText>['t']
type Days = Pick<Statistics, 'from' | 'until' | 'beforeFrom' | 'beforeUntil' | 'soFar'>

/** The comparison period as text, with the time until which today and its counterpart count. */
export function againstText(t: Say, { beforeFrom, beforeUntil, soFar: time }: Days): string {
  if (beforeFrom === beforeUntil) {
    return time
      ? t('statistics.againstDaySoFar', { day: beforeFrom, time })
      : t('statistics.againstDay', { day: beforeFrom })
  }
  const days = { from: beforeFrom, until: beforeUntil }
  return time ? t('statistics.againstSoFar', { ...days, time }) : t('statistics.against', days)
}

/** The period and the comparison period as text. */
export function daysText(t: Say, { soFar: time, ...days }: Days): string {
  return time ? t('statistics.daysSoFar', { ...days, time }) : t('statistics.days', days)
}
