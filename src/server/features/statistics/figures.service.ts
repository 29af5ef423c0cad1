import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { storesOf } from '#server/db/store-list.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { daysAfter } from '#shared/core/time.ts'
import { comparedWith, type Days, daysOf, minutesOf, shiftOf } from '#shared/features/statistics/period.calc.ts'
import type {
  FigureGroup,
  FigurePeriod,
  FigureRow,
  Figures,
  Statistics,
} from '#shared/features/statistics/statistics.contract.ts'
import {
  clockOf,
  emptyFigures,
  type FiguresInSeconds,
  type Grouped,
  hasAny,
  namesOf,
  readFigures,
} from './figures.repository.ts'

export interface FigureQuery {
  by: FigureGroup
  period?: FigurePeriod | undefined
  from?: string | undefined
  until?: string | undefined
  sysOrgCode?: string | undefined
}

/** The figures of the requested days in the stores in scope, with those of the comparison period. */
export async function figuresOf(
  trx: Transaction,
  { user }: Pick<CallContext, 'user'>,
  { by, sysOrgCode, ...period }: FigureQuery,
  at: Date,
): Promise<Statistics> {
  const stores = storesOf(user, sysOrgCode)
  const clock = await clockOf(trx, at, stores)
  const now = daysOf(period, clock.today)
  const { before, cutDays } = comparedWith(now, clock.today)
  const cut = cutDays === undefined ? undefined : { at, days: cutDays }
  const found = await readFigures(trx, { by, now, before, stores, cut })
  const total = { now: sumOf(found.map((row) => row.now)), before: sumOf(found.map((row) => row.before)) }
  const grouped = orderGroups(by, found, now, clock.dayStartHour)
  const names = await namesOf(
    trx,
    by,
    grouped.map(({ key }) => key),
  )
  const rows = grouped.map(
    ({ key, now, before }): FigureRow => ({
      key,
      name: names.get(key) ?? '',
      now: inMinutes(now),
      before: inMinutes(before),
      seconds: { now: now.seconds, before: before.seconds },
    }),
  )
  const { from, until } = now
  const { time, ...days } = clock
  const soFar = cut ? time : null
  return { from, until, beforeFrom: before.from, beforeUntil: before.until, soFar, ...days, rows, total }
}

/** Groups in display order: all days with their comparison day, hours of the business day, others by revenue. */
function orderGroups(by: FigureGroup, found: readonly Grouped[], now: Days, dayStartHour: number): Grouped[] {
  const byKey = new Map(found.map((row) => [row.key, row]))
  if (by === 'day') {
    const back = shiftOf(now)
    const days: Grouped[] = []
    for (let day = now.from; day <= now.until; day = daysAfter(day, 1)) {
      const before = byKey.get(daysAfter(day, -back))?.before
      days.push({ key: day, now: byKey.get(day)?.now ?? emptyFigures(), before: before ?? emptyFigures() })
    }
    return days
  }
  if (by === 'hour') return hoursOf(byKey, dayStartHour)
  const weight = ({ now: { revenue, consumption, orders, sessions } }: Grouped) => [
    revenue + consumption,
    orders + sessions,
  ]
  // Rides that have not started have no vehicle; they are last, and shown only if any.
  const isOf = ({ key }: Grouped) => by !== 'vehicle' || key !== ''
  const shown = found.filter((row) => isOf(row) || hasAny(row.now) || hasAny(row.before))
  return shown.toSorted((one, other) => {
    if (isOf(one) !== isOf(other)) return isOf(one) ? -1 : 1
    const [money, count] = [weight(one), weight(other)]
    return (count[0] ?? 0) - (money[0] ?? 0) || (count[1] ?? 0) - (money[1] ?? 0)
  })
}

/** The hours from the first to the last with figures, in the order of the business day; what belongs to no hour is last. */
function hoursOf(byKey: ReadonlyMap<string, Grouped>, dayStartHour: number): Grouped[] {
  const hours = Array.from({ length: 24 }, (_, place) => String((place + dayStartHour) % 24).padStart(2, '0'))
  const busy = hours.map((hour) => byKey.has(hour))
  const shown = hours.slice(busy.indexOf(true), busy.lastIndexOf(true) + 1)
  const late = byKey.get('')
  const rows = busy.includes(true)
    ? shown.map((key) => byKey.get(key) ?? { key, now: emptyFigures(), before: emptyFigures() })
    : []
  return late ? [...rows, late] : rows
}

const COUNTED = new Set<keyof FiguresInSeconds>([
  'integral',
  'laps',
  'coins',
  'frequency',
  'plays',
  'orders',
  'people',
  'rechargeOrders',
  'sessions',
  'seconds',
  'drivenLaps',
  'tests',
])

/** Rounds the driving time to minutes. */
const inMinutes = ({ seconds, ...figures }: FiguresInSeconds): Figures => ({ ...figures, minutes: minutesOf(seconds) })

/** The exact total of all rows. */
function sumOf(rows: readonly FiguresInSeconds[]): Figures {
  const sum = emptyFigures()
  for (const row of rows) {
    for (const name of Object.keys(sum) as (keyof FiguresInSeconds)[]) {
      sum[name] = COUNTED.has(name) ? sum[name] + row[name] : fromMinor(toMinor(sum[name]) + toMinor(row[name]))
    }
  }
  return inMinutes(sum)
}
