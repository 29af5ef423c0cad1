import type { ColumnType } from 'kysely'

/** Only SQL functions write these tables. */
type Read<T> = ColumnType<T, never, never>

export type FigureDimension = 'day' | 'hour' | 'type' | 'rule' | 'cashier' | 'vehicle'

interface DayFigure {
  orgCode: Read<string>
  day: Read<string>
  dimension: Read<FigureDimension>
  /** Empty: the whole day, or what belongs to nothing that is known. */
  item: Read<string>
  cash: Read<number>
  scan: Read<number>
  deposit: Read<number>
  refunded: Read<number>
  recharges: Read<number>
  balance: Read<number>
  give: Read<number>
  coupons: Read<number>
  integral: Read<number>
  laps: Read<number>
  coins: Read<number>
  visits: Read<number>
  unlimited: Read<number>
  orders: Read<number>
  people: Read<number>
  rechargeOrders: Read<number>
  discount: Read<number>
  couponOff: Read<number>
}

interface RollupWatermark {
  single: Read<boolean>
  /** Up to which ledger entry and order the figures are complete. */
  ledger: Read<number>
  orders: Read<number>
  /** Up to which they may be rolled up, because no earlier transaction is in progress. */
  ledgerUntil: Read<number>
  ordersUntil: Read<number>
  /** How far lines and rides are in the figures of vehicles, and rides may be. */
  vehicleLedger: Read<number>
  rides: Read<number>
  ridesUntil: Read<number>
}

interface VehicleHour {
  orgCode: Read<string>
  day: Read<string>
  hour: Read<string>
  vehicleId: Read<string>
  runs: Read<number>
  seconds: Read<number>
  laps: Read<number>
  /** Test runs, which are in none of the above. */
  tests: Read<number>
}

export interface StatisticsTables {
  dayFigure: DayFigure
  rollupWatermark: RollupWatermark
  vehicleHour: VehicleHour
}
