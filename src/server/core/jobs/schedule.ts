import { CronExpressionParser } from 'cron-parser'
import { DEFAULT_ZONE } from '#shared/core/time.ts'

/** Converts the day of the week: Sunday is 1 in the API family and 0 in cron; numbers after `#` and `/` are no days. */
const ownWeekday = (field: string): string => field.replace(/(?<![#/\d])[1-7]/g, (day) => String(Number(day) - 1))

/**
 * Converts the API family's six or seven fields (seconds first, optionally a year last) to cron; five fields are cron already.
 * Cron cannot express a year other than "any".
 */
function toCron(expression: string): string {
  const fields = expression.trim().split(/\s+/)
  if (fields.length < 5 || fields.length > 7) throw new Error('not a schedule')
  if (fields.length === 5) return expression
  const [seconds, minutes, hours, day, month, weekday = '*', year = '*'] = fields
  if (!['*', '?'].includes(year)) throw new Error('a year')
  return [seconds, minutes, hours, day, month, ownWeekday(weekday)].join(' ')
}

/** The next time of a schedule after a moment, in Chinese time; null if there is none or the schedule is invalid. */
export function nextRun(expression: string, after: Date): Date | null {
  try {
    return CronExpressionParser.parse(toCron(expression), { currentDate: after, tz: DEFAULT_ZONE }).next().toDate()
  } catch {
    return null
  }
}
