import type {
  Aggregate,
  DatePart,
  ReportColumn,
  ReportDefinition,
  ReportDisplay,
  ReportFilter,
  ReportPeriod,
} from '#shared/features/custom-reports/custom-reports.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** A report that comes with the product: it can be copied, and not be changed. */
export interface ShippedReport {
  id: `shipped-${string}`
  name: TextKey
  about: TextKey
  definition: ReportDefinition
}

interface Shape {
  groups: readonly (readonly [column: string, part?: DatePart])[]
  values: readonly (readonly [aggregate: Aggregate, column: string, over?: string])[]
  filters?: readonly Omit<ReportFilter, 'key'>[]
  /** Index of the value that orders the groups, largest first. */
  most?: number
  display?: ReportDisplay
  /** Index of the group that a pivot shows as columns. */
  across?: number
  /** The column of the period that is asked for, and its default. */
  period: readonly [column: string, period: ReportPeriod]
}

function shipped(
  name: string,
  source: string,
  { groups, values, filters = [], most, display = 'table', across, period }: Shape,
): ShippedReport {
  const columns: ReportColumn[] = [
    ...groups.map(([column, part], index) => ({ key: `g${index}`, column, ...(part ? { part } : {}) })),
    ...values.map(([aggregate, column, over], index) => ({
      key: `v${index}`,
      column,
      aggregate,
      ...(over === undefined ? {} : { over }),
    })),
  ]
  const [periodColumn, days] = period
  const asked: ReportFilter[] = [
    { key: 'period', column: periodColumn, rule: 'period', values: [days], asked: true },
    { key: 'store', column: 'store', rule: 'oneOf', values: [], asked: true },
    ...filters.map((filter, index) => ({ ...filter, key: `f${index}` })),
  ]
  return {
    id: `shipped-${name}`,
    // A test asks for the texts of each report.
    name: `shippedReport.${name}` as TextKey,
    about: `shippedReport.${name}.about` as TextKey,
    definition: {
      source,
      columns,
      filters: asked,
      sort: most === undefined ? [] : [{ key: `v${most}`, order: 'desc' }],
      limit: 2000,
      display,
      across: across === undefined ? '' : `g${across}`,
    },
  }
}

const only = (column: string, values: string[]) => ({ column, rule: 'oneOf', values, asked: false }) as const

export const shippedReports: readonly ShippedReport[] = [
  shipped('weekday-hour', 'orders', {
    groups: [
      ['at', 'hour'],
      ['at', 'weekday'],
    ],
    values: [['count', '']],
    display: 'pivot',
    across: 1,
    period: ['day', 'last90'],
  }),
  shipped('pay-ways', 'figures', {
    groups: [['day'], ['way']],
    values: [['sum', 'revenue']],
    filters: [only('way', ['cash', 'scan', 'deposit'])],
    display: 'pivot',
    across: 1,
    period: ['day', 'last30'],
  }),
  shipped('member-age', 'orders', {
    groups: [['member.age']],
    values: [
      ['distinct', 'member.number'],
      ['count', ''],
      ['sum', 'amount'],
      ['average', 'amount'],
    ],
    filters: [only('isMember', ['YES'])],
    period: ['day', 'last90'],
  }),
  shipped('retention', 'visits', {
    groups: [['first', 'month']],
    values: [
      ['count', ''],
      ['average', 'again30'],
      ['average', 'again60'],
      ['average', 'again90'],
    ],
    period: ['first', 'last365'],
  }),
  shipped('vehicle-use', 'runs', {
    groups: [['day'], ['vehicle.name']],
    values: [
      ['count', ''],
      ['sum', 'minutes'],
    ],
    period: ['day', 'last7'],
  }),
  shipped('hour-price', 'rides', {
    groups: [['rule']],
    values: [
      ['sum', 'price'],
      ['sum', 'hours'],
      ['ratio', 'price', 'hours'],
    ],
    filters: [{ column: 'price', rule: 'filled', values: [], asked: false }],
    most: 2,
    period: ['day', 'last30'],
  }),
  shipped('coupon-effect', 'orders', {
    groups: [['hasCoupon']],
    values: [
      ['count', ''],
      ['sum', 'people'],
      ['sum', 'amount'],
      ['average', 'amount'],
      ['sum', 'couponOff'],
      ['sum', 'goods'],
    ],
    period: ['day', 'last30'],
  }),
  shipped('recharge-bands', 'recharges', {
    groups: [['band']],
    values: [
      ['count', ''],
      ['sum', 'amount'],
    ],
    display: 'bar',
    period: ['day', 'last90'],
  }),
  shipped('cashiers', 'figures', {
    groups: [['cashier.name']],
    values: [
      ['sum', 'revenue'],
      ['sum', 'recharges'],
      ['sum', 'guests'],
      ['sum', 'refunded'],
      ['sum', 'consumption'],
    ],
    most: 0,
    period: ['day', 'last30'],
  }),
  shipped('product-margin', 'products', {
    groups: [['product.name'], ['product.kind']],
    values: [
      ['sum', 'pieces'],
      ['sum', 'amount'],
      ['sum', 'product.cost'],
      ['sum', 'product.margin'],
    ],
    most: 1,
    period: ['day', 'last30'],
  }),
  shipped('refund-reasons', 'refunds', {
    groups: [['reason']],
    values: [
      ['count', ''],
      ['sum', 'amount'],
    ],
    filters: [only('state', ['refunding', 'refunded'])],
    most: 0,
    period: ['day', 'last90'],
  }),
  shipped('no-shows', 'bookings', {
    groups: [['day', 'month'], ['rule']],
    values: [
      ['count', ''],
      ['sum', 'people'],
      ['sum', 'isMissed'],
      ['average', 'isMissed'],
      ['sum', 'missed'],
    ],
    filters: [{ column: 'state', rule: 'isNot', values: ['CANCELLED'], asked: false }],
    period: ['day', 'last365'],
  }),
  shipped('new-members', 'members', {
    groups: [['day', 'month'], ['promoter.source']],
    values: [['count', '']],
    display: 'pivot',
    across: 1,
    period: ['day', 'last365'],
  }),
]
