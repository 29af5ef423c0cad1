import { formatAmount, fromMinor, toMinor } from '#shared/core/money.ts'
import { minutesOf } from '#shared/features/statistics/period.calc.ts'
import type { FigureRow, Figures } from '#shared/features/statistics/statistics.contract.ts'

/** The figures that are amounts of money; the others are counts. */
const MONEY = new Set<keyof Figures>([
  'revenue',
  'recharges',
  'guests',
  'cash',
  'scan',
  'deposit',
  'refunded',
  'consumption',
  'balance',
  'give',
  'coupons',
  'discount',
  'couponOff',
])

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

export const isMoney = (figure: keyof Figures): boolean => MONEY.has(figure)

/** The formatted value of a figure. */
export const figureText = (figure: keyof Figures, value: number): string =>
  isMoney(figure) ? formatAmount(value) : grouped(value)

/** A value of an axis, without decimals where it is whole. */
export const axisText = (value: number): string => (Number.isInteger(value) ? grouped(value) : formatAmount(value))

/** The change from the earlier value in whole per cent; null where that was not above 0. */
export function changeOf(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 100) : null
}

/** A change as text, such as `+12%`; a dash for null. */
export function changeText(change: number | null): string {
  if (change === null) return '–'
  return `${change > 0 ? '+' : ''}${change}%`
}

/** The figures for which less is better. */
const BETTER_LESS = new Set<keyof Figures>(['refunded'])
const NEITHER = new Set<keyof Figures>(['deposit', 'discount', 'couponOff', 'tests'])

/** Whether a change is an improvement; null where it is neither. */
export function isBetter(figure: keyof Figures, change: number | null): boolean | null {
  if (!change || NEITHER.has(figure)) return null
  return change > 0 !== BETTER_LESS.has(figure)
}

const addUp = (rows: readonly Figures[], figure: keyof Figures): number =>
  isMoney(figure)
    ? fromMinor(rows.reduce((sum, row) => sum + toMinor(row[figure]), 0))
    : rows.reduce((sum, row) => sum + row[figure], 0)

function totalOf(rows: readonly Figures[], seconds: number): Figures {
  const [first] = rows
  if (!first) throw new Error('nothing to add up')
  const names = Object.keys(first) as (keyof Figures)[]
  const sums = Object.fromEntries(names.map((name) => [name, addUp(rows, name)])) as Figures
  return { ...sums, minutes: minutesOf(seconds) }
}

/** The most bars that can be distinguished. */
const MAX_DAYS_SHOWN = 62

/** The rows by day, or summed by seven days where there are too many. */
export function daysOrWeeks(rows: readonly FigureRow[]): FigureRow[] {
  if (rows.length <= MAX_DAYS_SHOWN) return [...rows]
  const weeks: FigureRow[] = []
  for (let at = 0; at < rows.length; at += 7) {
    const week = rows.slice(at, at + 7)
    const key = `${week[0]?.key}/${week.at(-1)?.key}`
    const seconds = {
      now: week.reduce((sum, row) => sum + row.seconds.now, 0),
      before: week.reduce((sum, row) => sum + row.seconds.before, 0),
    }
    weeks.push({
      key,
      name: '',
      now: totalOf(
        week.map(({ now }) => now),
        seconds.now,
      ),
      before: totalOf(
        week.map(({ before }) => before),
        seconds.before,
      ),
      seconds,
    })
  }
  return weeks
}
