import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { choiceFilter, route, textFilter } from '#shared/core/route.ts'
import { Day } from '#shared/core/time.ts'
import { CommentFigures, CommentGroup } from './comment-figures.schema.ts'
import { ProductFigures } from './product-figures.schema.ts'

/** Groupings of figures. */
export const FigureGroup = z.enum(['day', 'hour', 'type', 'rule', 'cashier', 'store', 'vehicle'])
export type FigureGroup = z.infer<typeof FigureGroup>

/** Periods relative to today; `range`: the given days. */
export const FigurePeriod = z.enum(['today', 'yesterday', 'days7', 'days30', 'month', 'year', 'range'])
export type FigurePeriod = z.infer<typeof FigurePeriod>

/** Longest period of a request. */
export const MAX_STATISTICS_DAYS = 400

/** Each figure is defined in docs/figures.md#what-each-figure-is. */
export const Figures = z.object({
  /** Payments of customers minus deposits and refunds: `recharges` plus `guests`. */
  revenue: Amount,
  recharges: Amount,
  guests: Amount,
  cash: Amount,
  scan: Amount,
  /** Deposits taken minus those returned; not revenue. */
  deposit: Amount,
  refunded: Amount,
  /** Value of charges minus their refunds: `balance`, `give`, `guests` and `coupons`. */
  consumption: Amount,
  balance: Amount,
  give: Amount,
  coupons: Amount,
  integral: z.number().int(),
  laps: familyField(z.number().int()),
  coins: z.number().int(),
  frequency: z.number().int(),
  plays: z.number().int(),
  orders: z.number().int(),
  people: z.number().int(),
  rechargeOrders: z.number().int(),
  /** Started runs; 0 if the grouping does not apply to runs. */
  sessions: z.number().int(),
  /** Driving time in minutes. */
  minutes: z.number().int(),
  drivenLaps: z.number().int(),
  /** Level discounts of paid charges. */
  discount: Amount,
  /** What discount coupons took off paid charges. */
  couponOff: Amount,
  /** Started test runs, which no other figure includes. */
  tests: z.number().int(),
})
export type Figures = z.infer<typeof Figures>

export const FigureRow = z.object({
  /** Key of the group, such as a day or an hour; empty: the rest. */
  key: z.string(),
  /** Display name; empty if the screen derives it. */
  name: z.string(),
  now: Figures,
  before: Figures,
  /** Driving time, from which the minutes are rounded: rows that are joined add it up. */
  seconds: z.object({ now: z.number().int(), before: z.number().int() }),
})
export type FigureRow = z.infer<typeof FigureRow>

export const Statistics = z.object({
  from: Day,
  until: Day,
  /** Comparison period: whole weeks earlier, so that weekdays match; never beyond today's counterpart. */
  beforeFrom: Day,
  beforeUntil: Day,
  today: Day,
  /** Store time until which today and its counterpart count (`12:50`); null if the period is over. */
  soFar: z.string().nullable(),
  /** Hour at which the business day begins. */
  dayStartHour: z.number().int(),
  /** Time zone of the store, such as `Asia/Shanghai`. */
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

/** Statistics of ledger, orders and runs. */
export const statistics = {
  figures: route({
    method: 'GET',
    path: `${PATH}/list`,
    summary: 'Revenue, consumption and rides of some days compared with the weeks before, grouped by one dimension',
    access: 'statistics:list',
    lane: 'lists',
    standby: 'dated',
    query,
    result: Statistics,
    labels,
  }),
  products: route({
    method: 'GET',
    path: `${PATH}/products`,
    summary:
      'Pieces sold and refunded of each product in some days, and their money; sums up to the type PRODUCT of the figures',
    access: 'statistics:list',
    lane: 'lists',
    standby: 'dated',
    query: query.omit({ by: true }),
    result: ProductFigures.extend({ from: Day, until: Day }),
    labels,
  }),
  comments: route({
    method: 'GET',
    path: `${PATH}/comments`,
    summary: 'Stars and number of the comments on rides in some days, grouped by day, vehicle or rule',
    access: 'statistics:list',
    lane: 'lists',
    standby: 'dated',
    query: query.extend({ by: CommentGroup.catch('day').default('day') }),
    result: CommentFigures.extend({ from: Day, until: Day }),
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
