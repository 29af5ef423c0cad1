import { CronExpressionParser } from 'cron-parser'
import { DEFAULT_ZONE } from '#shared/core/time.ts'

/** Day of the week: 1 is Sunday with the family, 0 elsewhere; what follows `#` and `/` counts something else. */
const ownWeekday = (field: string): string => field.replace(/(?<![#/\d])[1-7]/g, (day) => String(Number(day) - 1))

/**
 * The family's six or seven fields (seconds first, a year at the end) as cron has them; five fields are cron already.
 * A year other than "any" makes it an expression that cron does not have.
 */
function toCron(expression: string): string {
  const fields = expression.trim().split(/\s+/)
  if (fields.length < 5 || fields.length > 7) throw new Error('not a schedule')
  if (fields.length === 5) return expression
  const [seconds, minutes, hours, day, month, weekday = '*', year = '*'] = fields
  if (!['*', '?'].includes(year)) throw new Error('a year')
  return [seconds, minutes, hours, day, month, ownWeekday(weekday)].join(' ')
}

/** When a schedule comes due next after a moment, in Chinese time; null where it never does or is no schedule. */
export function nextRun(expression: string, after: Date): Date | null {
  try {
    return CronExpressionParser.parse(toCron(expression), { currentDate: after, tz: DEFAULT_ZONE }).next().toDate()
  } catch {
    return null
  }
}
