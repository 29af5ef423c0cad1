import { formatAmount, fromMinor, toMinor } from '#shared/core/money.ts'
import type { FigureRow, Figures } from '#shared/features/statistics/statistics.contract.ts'

/** Amounts of money among the figures; the others count something. */
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
])

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

export const isMoney = (figure: keyof Figures): boolean => MONEY.has(figure)

/** A figure as people read it. */
export const figureText = (figure: keyof Figures, value: number): string =>
  isMoney(figure) ? formatAmount(value) : grouped(value)

/** A value of an axis: round, so without fen where it has none. */
export const axisText = (value: number): string => (Number.isInteger(value) ? grouped(value) : formatAmount(value))

/** How much more or less than before, in whole per cent; null where there was nothing to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 100) : null
}

/** `+12%`; a dash where there is nothing to compare with. */
export function changeText(change: number | null): string {
  if (change === null) return '–'
  return `${change > 0 ? '+' : ''}${change}%`
}

/** Figures of which less is better, and those that say nothing by being more or less. */
const BETTER_LESS = new Set<keyof Figures>(['refunded'])
const NEITHER = new Set<keyof Figures>(['deposit', 'discount', 'tests'])

/** Whether a change is for the better; null where it is neither. */
export function isBetter(figure: keyof Figures, change: number | null): boolean | null {
  if (!change || NEITHER.has(figure)) return null
  return change > 0 !== BETTER_LESS.has(figure)
}

const addUp = (rows: readonly Figures[], figure: keyof Figures): number =>
  isMoney(figure)
    ? fromMinor(rows.reduce((sum, row) => sum + toMinor(row[figure]), 0))
    : rows.reduce((sum, row) => sum + row[figure], 0)

function together(rows: readonly Figures[]): Figures {
  const [first] = rows
  if (!first) throw new Error('nothing to add up')
  const names = Object.keys(first) as (keyof Figures)[]
  return Object.fromEntries(names.map((name) => [name, addUp(rows, name)])) as Figures
}

/** As many bars can be told apart. */
const MOST_DAYS_SHOWN = 62

/** Days one by one, or by sevens where they are too many to be told apart. */
export function daysOrWeeks(rows: readonly FigureRow[]): FigureRow[] {
  if (rows.length <= MOST_DAYS_SHOWN) return [...rows]
  const weeks: FigureRow[] = []
  for (let at = 0; at < rows.length; at += 7) {
    const week = rows.slice(at, at + 7)
    const key = `${week[0]?.key}/${week.at(-1)?.key}`
    weeks.push({
      key,
      name: '',
      now: together(week.map(({ now }) => now)),
      before: together(week.map(({ before }) => before)),
    })
  }
  return weeks
}
