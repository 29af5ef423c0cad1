import { formatAmount, fromMinor, toMinor } from '#shared/core/money.ts'
import type { FigureRow, Figures, Statistics } from '#shared/features/statistics/statistics.contract.ts'

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
])

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

export const isMoney = (figure: keyof Figures): boolean => MONEY.has(figure)

/** A figure as people read it. */
export const figureText = (figure: keyof Figures, value: number): string =>
  isMoney(figure) ? formatAmount(value) : grouped(value)

/** How much more or less than before, in whole per cent; null where there was nothing to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 100) : null
}

/** `+12%`; a dash where there is nothing to compare with. */
export function changeText(change: number | null): string {
  if (change === null) return '–'
  return `${change > 0 ? '+' : ''}${change}%`
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

/** Both of a figure, of the hours of the business day that are over: of today and of the day that it stands beside. */
export function untilNow({ rows, hour, dayStartHour }: Statistics, figure: keyof Figures) {
  const place = (of: number) => (of - dayStartHour + 24) % 24
  const over = rows.filter(({ key }) => key !== '' && place(Number(key)) < place(hour))
  return {
    now: addUp(
      over.map(({ now }) => now),
      figure,
    ),
    before: addUp(
      over.map(({ before }) => before),
      figure,
    ),
  }
}
