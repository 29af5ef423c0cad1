import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { choiceFilter, route, textFilter } from '#shared/core/route.ts'
import { Day } from '#shared/core/time.ts'

/** By what figures are told apart. */
export const FigureGroup = z.enum(['day', 'hour', 'type', 'rule', 'cashier', 'store', 'vehicle'])
export type FigureGroup = z.infer<typeof FigureGroup>

/** Days that follow today; `range`: those that are named. */
export const FigurePeriod = z.enum(['today', 'yesterday', 'days7', 'days30', 'month', 'year', 'range'])
export type FigurePeriod = z.infer<typeof FigurePeriod>

/** The longest time that is asked for at once. */
export const MAX_STATISTICS_DAYS = 400

/** Each figure is defined in docs/figures.md#what-each-figure-is. */
export const Figures = z.object({
  /** What customers have paid, less deposits and refunds: `recharges` and `guests`. */
  revenue: Amount,
  recharges: Amount,
  guests: Amount,
  cash: Amount,
  scan: Amount,
  /** Deposits taken, less those given back; no part of the revenue. */
  deposit: Amount,
  refunded: Amount,
  /** What charges were worth, less their refunds: `balance`, `give`, `guests` and `coupons`. */
  consumption: Amount,
  balance: Amount,
  give: Amount,
  coupons: Amount,
  integral: z.number().int(),
  laps: familyField(z.number().int()),
  frequency: z.number().int(),
  plays: z.number().int(),
  orders: z.number().int(),
  people: z.number().int(),
  rechargeOrders: z.number().int(),
  /** Runs that began; 0 where runs are not told apart like this. */
  sessions: z.number().int(),
  /** How long vehicles drove, in minutes. */
  minutes: z.number().int(),
  drivenLaps: z.number().int(),
  /** What member levels took off the charges that were paid. */
  discount: Amount,
  /** Test runs that began; they are in no other figure. */
  tests: z.number().int(),
})
export type Figures = z.infer<typeof Figures>

export const FigureRow = z.object({
  /** A day, an hour, or what else figures are told apart by; empty: belongs to none. */
  key: z.string(),
  /** What people call it; empty where the screen knows. */
  name: z.string(),
  now: Figures,
  before: Figures,
})
export type FigureRow = z.infer<typeof FigureRow>

export const Statistics = z.object({
  from: Day,
  until: Day,
  /** As many whole weeks earlier as the time is long, so that weekdays meet weekdays; never beyond today's counterpart. */
  beforeFrom: Day,
  beforeUntil: Day,
  today: Day,
  /** Until when today and its counterpart count, by the clock of the store (`12:50`); null: the days are over. */
  soFar: z.string().nullable(),
  /** At which hour the business day begins. */
  dayStartHour: z.number().int(),
  /** The store's zone: `Asia/Shanghai`. */
  timeZone: z.string(),
  rows: z.array(FigureRow),
  total: z.object({ now: Figures, before: Figures }),
})
export type Statistics = z.infer<typeof Statistics>

const query = z.object({
  by: FigureGroup.catch('day').default('day'),
  period: choiceFilter(FigurePeriod),
  from: Day.optional(),
  until: Day.optional(),
  sysOrgCode: textFilter(),
})

const labels = { from: 'statistics.from', until: 'statistics.until', sysOrgCode: 'records.store' } as const

const PATH = '/statistics/sysStatistics'

/** What the ledger, orders and runs come to. */
export const statistics = {
  figures: route({
    method: 'GET',
    path: `${PATH}/list`,
    summary: 'Revenue, consumption and sessions of some days beside those of the weeks before, told apart by one thing',
    access: 'statistics:list',
    lane: 'lists',
    query,
    result: Statistics,
    labels,
  }),
  exportXls: route({
    method: 'GET',
    path: `${PATH}/exportXls`,
    summary: 'The same figures as a workbook',
    access: 'statistics:export',
    lane: 'workbooks',
    query,
    result: z.null(),
    answers: 'file',
    labels,
  }),
}
