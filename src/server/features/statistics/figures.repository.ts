import { type RawBuilder, sql } from 'kysely'
import type { Scope, Transaction } from '#server/db/database.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { Days } from '#shared/features/statistics/period.calc.ts'
import type { FigureGroup, Figures } from '#shared/features/statistics/statistics.contract.ts'

/** The current business day and time of a store. */
export interface StoreClock {
  today: string
  /** `HH:mm` */
  time: string
  dayStartHour: number
  timeZone: string
}

/** The clock of the first store in scope. */
export async function clockOf(trx: Transaction, now: Date, stores: Scope | undefined): Promise<StoreClock> {
  const { rows } = await sql<StoreClock>`
    select business_day(s.org_code, ${now}) as today, to_char(${now}::timestamptz at time zone s.time_zone, 'HH24:MI') as time,
      s.day_start_hour, s.time_zone
    from store s where ${inStores('s', stores)} order by s.org_code limit 1`.execute(trx)
  // A scope without stores has no business day.
  return rows[0] ?? { today: now.toISOString().slice(0, 10), time: '00:00', dayStartHour: 0, timeZone: 'UTC' }
}

export interface FigureRequest {
  by: FigureGroup
  now: Days
  before: Days
  stores: Scope | undefined
  /** Set if the last comparison day is cut at the current time: now, and how many days ago that day was. */
  cut?: { at: Date; days: number } | undefined
}

/** Figures with the driving time in seconds, because rounded minutes do not add up. */
export type FiguresInSeconds = Omit<Figures, 'minutes'> & { seconds: number }

/** The figures of one group, for both periods. */
export interface Grouped {
  key: string
  now: FiguresInSeconds
  before: FiguresInSeconds
}

/** Columns of the roll-up: amounts in minor units, and counts. */
const COLUMNS = [
  'cash',
  'scan',
  'deposit',
  'refunded',
  'recharges',
  'balance',
  'give',
  'coupons',
  'integral',
  'laps',
  'coins',
  'visits',
  'unlimited',
  'orders',
  'people',
  'rechargeOrders',
  'discount',
  'couponOff',
] as const
type Sums = Record<(typeof COLUMNS)[number], number>
type Found<S> = S & { key: string; isNow: boolean }

/** The condition that a row belongs to the chosen stores. */
export const inStores = (alias: string, stores: Scope | undefined): RawBuilder<unknown> => {
  const code = sql.ref(`${alias}.org_code`)
  return stores ? sql`${code} >= ${stores.from} and ${code} < ${stores.to}` : sql`true`
}

const inDays = ({ now, before }: FigureRequest): RawBuilder<unknown> =>
  sql`(f.day between ${now.from} and ${now.until} or f.day between ${before.from} and ${before.until})`

/** Reads figures from the roll-up, and newer ones from the rows: together exactly what ledger and orders contain now. */
export async function readFigures(trx: Transaction, request: FigureRequest): Promise<Grouped[]> {
  const found = new Map<string, Grouped>()
  const at = (key: string): Grouped => {
    const group = found.get(key) ?? { key, now: emptyFigures(), before: emptyFigures() }
    found.set(key, group)
    return group
  }
  for (const row of await moneyOf(trx, request)) add(at(row.key)[row.isNow ? 'now' : 'before'], row)
  if (request.by === 'day' || request.by === 'hour' || request.by === 'store' || request.by === 'vehicle') {
    for (const { key, isNow, runs, seconds, laps, tests } of await runsOf(trx, request)) {
      const figures = at(key)[isNow ? 'now' : 'before']
      figures.sessions += runs
      figures.seconds += seconds
      figures.drivenLaps += laps
      figures.tests += tests
    }
  }
  // After the cut the rest of the comparison day may be empty.
  return [...found.values()]
    .filter(({ now, before }) => hasAny(now) || hasAny(before))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

/** The watermark of the roll-up and the rows after it; vehicles have their own. */
async function readWatermark(trx: Transaction, by: FigureGroup) {
  // As values, so that the planner knows how few rows follow.
  const watermark = await trx.selectFrom('rollupWatermark').selectAll().executeTakeFirstOrThrow()
  const { ledger, orders, vehicleLedger, rides } = watermark
  return by === 'vehicle'
    ? {
        ends: [vehicleLedger, rides],
        columns: ['vehicleLedger', 'rides'],
        facts: sql`vehicle_facts(${vehicleLedger}, null, ${rides}, null)`,
      }
    : {
        ends: [ledger, orders],
        columns: ['ledger', 'orders'],
        facts: sql`figure_facts(${ledger}, null, ${orders}, null)`,
      }
}

/** The watermark may change between two statements; then the read is repeated. */
async function moneyOf(trx: Transaction, request: FigureRequest): Promise<Found<Sums>[]> {
  const { by, now, stores } = request
  const dimension = by === 'store' ? 'day' : by
  const item = by === 'day' || by === 'store' ? sql`''` : sql`f.${sql.ref(by)}`
  const key = by === 'day' ? sql`f.day::text` : by === 'store' ? sql`f.org_code` : sql`f.item`
  const columns = sql.join(COLUMNS.map((name) => sql`f.${sql.ref(name)}`))
  const sums = sql.join(COLUMNS.map((name) => sql`sum(f.${sql.ref(name)})::bigint as ${sql.ref(name)}`))
  for (;;) {
    const watermark = await readWatermark(trx, by)
    const ends = sql.join(watermark.columns.map((name) => sql.ref(name)))
    const { rows } = await sql<Found<Sums> & { ends: number[] }>`
      select ${key} as key, f.day >= ${now.from} as is_now, ${sums}, (select array[${ends}] from rollup_watermark) as ends
      from (
        select f.org_code, f.day, f.item, ${columns} from day_figure f
          where f.dimension = ${dimension} and ${inDays(request)} and ${inStores('f', stores)}
        union all
        select f.org_code, f.day, ${item}, ${columns} from ${watermark.facts} f where ${inDays(request)} and ${inStores('f', stores)}
        ${request.cut ? afterCut(request, request.cut, item, watermark.facts) : sql``}) f
      group by 1, 2`.execute(trx)
    if (rows.every(({ ends }) => String(ends) === String(watermark.ends))) return rows
  }
}

/** SQL that subtracts what was written later on the comparison day than the current time. */
function afterCut(
  { by, before, stores }: FigureRequest,
  { at, days }: NonNullable<FigureRequest['cut']>,
  item: RawBuilder<unknown>,
  facts: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = sql.join(COLUMNS.map((name) => sql`f.${sql.ref(name)}`))
  const negated = sql.join(COLUMNS.map((name) => sql`-f.${sql.ref(name)}`))
  const byHours = by === 'day' || by === 'hour' || by === 'store'
  const exact = sql`union all select f.org_code, f.day, ${item}, ${negated}
    from figures_after(${before.until}::date, ${at}::timestamptz, ${days}::integer, ${byHours}, ${by === 'vehicle'}) f
    where ${inStores('f', stores)}`
  if (!byHours) return exact
  // Only the hour of the cut is read from the rows; whole hours are rolled up.
  return sql`${exact}
    union all select f.org_code, f.day, ${item}, ${negated}
    from (
      select f.org_code, f.day, f.item as hour, ${columns} from day_figure f where f.dimension = 'hour' and f.day = ${before.until}
      union all
      select f.org_code, f.day, f.hour, ${columns} from ${facts} f where f.day = ${before.until}
    ) f
    join figure_cut(${at}::timestamptz, ${days}::integer) cut on cut.org_code = f.org_code
    where ${inStores('f', stores)} and (f.hour = '' or cut.day < f.day
      or cut.day = f.day and (nullif(f.hour, '')::integer - cut.day_start_hour + 24) % 24 > cut.place)`
}

type Runs = { runs: number; seconds: number; laps: number; tests: number }

/** Ended runs from the roll-up, and active ones. */
async function runsOf(trx: Transaction, request: FigureRequest): Promise<Found<Runs>[]> {
  const { by, now, stores } = request
  const keys = { day: sql`f.day::text`, hour: sql`f.hour`, store: sql`f.org_code`, vehicle: sql`f.vehicle_id::text` }
  const key = keys[by as keyof typeof keys]
  const { rows } = await sql<Found<Runs>>`
    select ${key} as key, f.day >= ${now.from} as is_now, sum(f.runs)::bigint as runs, sum(f.seconds)::bigint as seconds,
      sum(f.laps)::bigint as laps, sum(f.tests)::bigint as tests
    from (
      select f.org_code, f.day, f.hour, f.vehicle_id, f.runs, f.seconds, f.laps, f.tests from vehicle_hour f
        where ${inDays(request)} and ${inStores('f', stores)}
      union all
      select f.org_code, f.day, f.hour, f.vehicle_id, case when f.is_test then 0 else 1 end, 0, 0, case when f.is_test then 1 else 0 end
        from (
          select g.org_code, business_day(g.org_code, g.started_at) as day, to_char(g.started_at at time zone s.time_zone, 'HH24') as hour,
            g.vehicle_id, is_test_run(g.play_id, g.org_code) as is_test
          from run g join store s on s.org_code = g.org_code where g.state = 'RUNNING') f
        where ${inDays(request)} and ${inStores('f', stores)}
      ${request.cut ? runsAfterCut(request, request.cut) : sql``}) f
    group by 1, 2`.execute(trx)
  return rows
}

/** SQL that subtracts runs that started or ended later on the comparison day than the current time. */
const runsAfterCut = (
  { before, stores }: FigureRequest,
  { at, days }: NonNullable<FigureRequest['cut']>,
): RawBuilder<unknown> => sql`
  union all
  select f.org_code, ${before.until}::date, to_char(f.started_at at time zone cut.time_zone, 'HH24'), f.vehicle_id,
      case when f.started_at > cut.at and not run.is_test then -1 else 0 end,
      case when run.is_late and not run.is_test then -run.seconds else 0 end,
      case when run.is_late and not run.is_test then -f.laps_done else 0 end,
      case when f.started_at > cut.at and run.is_test then -1 else 0 end
    from figure_cut(${at}::timestamptz, ${days}::integer) cut
    join run f on f.org_code = cut.org_code and f.started_at between cut.at - interval '1 day' and cut.at + interval '1 day'
    cross join lateral (
      select f.state = 'ENDED' and f.ended_at > cut.at as is_late, greatest(0, extract(epoch from f.ended_at - f.started_at)::bigint) as seconds,
        is_test_run(f.play_id, f.org_code) as is_test
    ) run
    where (f.started_at > cut.at or f.ended_at > cut.at) and business_day(f.org_code, f.started_at) = ${before.until}
      and ${inStores('f', stores)}`

export const hasAny = (figures: FiguresInSeconds): boolean => Object.values(figures).some((value) => value !== 0)

export const emptyFigures = (): FiguresInSeconds => ({
  revenue: 0,
  recharges: 0,
  guests: 0,
  cash: 0,
  scan: 0,
  deposit: 0,
  refunded: 0,
  consumption: 0,
  balance: 0,
  give: 0,
  coupons: 0,
  integral: 0,
  laps: 0,
  coins: 0,
  frequency: 0,
  plays: 0,
  orders: 0,
  people: 0,
  rechargeOrders: 0,
  sessions: 0,
  seconds: 0,
  drivenLaps: 0,
  discount: 0,
  couponOff: 0,
  tests: 0,
})

/** Writes column sums into figures; derived figures are computed only here. */
function add(figures: FiguresInSeconds, row: Sums): void {
  const guests = row.cash + row.scan - row.deposit - row.recharges
  figures.revenue = fromMinor(row.recharges + guests)
  figures.recharges = fromMinor(row.recharges)
  figures.guests = fromMinor(guests)
  figures.cash = fromMinor(row.cash)
  figures.scan = fromMinor(row.scan)
  figures.deposit = fromMinor(row.deposit)
  figures.refunded = fromMinor(row.refunded)
  figures.consumption = fromMinor(row.balance + row.give + guests + row.coupons)
  figures.balance = fromMinor(row.balance)
  figures.give = fromMinor(row.give)
  figures.coupons = fromMinor(row.coupons)
  figures.integral = row.integral
  figures.laps = row.laps
  figures.coins = row.coins
  figures.frequency = row.visits
  figures.plays = row.unlimited
  figures.orders = row.orders
  figures.people = row.people
  figures.rechargeOrders = row.rechargeOrders
  figures.discount = fromMinor(row.discount)
  figures.couponOff = fromMinor(row.couponOff)
}

/** Display names of group keys; deleted ones have none. */
export async function namesOf(
  trx: Transaction,
  by: FigureGroup,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const ids = keys.filter((key) => key !== '')
  const queries: Partial<Record<FigureGroup, RawBuilder<{ key: string; name: string }>>> = {
    rule: sql`select id::text as key, name from consume_rule where id = any(${ids}::uuid[])
      union all select id::text, name from recharge_rule where id = any(${ids}::uuid[])
      union all select id::text, name from play_card_rule where id = any(${ids}::uuid[])`,
    // A kiosk takes money like a cashier.
    cashier: sql`select id::text as key, realname as name from user_account where id = any(${ids}::uuid[])
      union all select id::text, name from kiosk where id = any(${ids}::uuid[])`,
    store: sql`select org_code as key, name from store where org_code = any(${ids}::text[])`,
    // Vehicle names are unique only within a store.
    vehicle: sql`select v.id::text as key, case when count(*) over () > count(*) over (partition by v.org_code)
        then v.name || ' · ' || s.name else v.name end as name
      from vehicle v join store s on s.org_code = v.org_code where v.id = any(${ids}::uuid[])`,
  }
  const query = queries[by]
  if (!query || ids.length === 0) return new Map()
  const { rows } = await query.execute(trx)
  return new Map(rows.map(({ key, name }) => [key, name]))
}
