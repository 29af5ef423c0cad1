import type { Generated } from 'kysely'
import type { ReportDelivery } from '#shared/features/reports/daily-report.contract.ts'

interface DailyReport {
  id: string
  orgCode: string
  day: string
  /** Amounts in fen. */
  revenue: number
  recharges: number
  guests: number
  cash: number
  scan: number
  refunded: number
  consumption: number
  orders: number
  sessions: number
  tests: Generated<number>
  discount: Generated<number>
  /** Of the same weekday a week before. */
  revenueBefore: number
  drawerDifference: number
  cashOutside: Generated<number>
  openDifferences: number
  owedBalance: number
  owedGive: number
  createdAt: Date
}

interface ReportReceiver {
  userId: string
  way: ReportDelivery
  updatedAt: Date
}

export interface ReportTables {
  dailyReport: DailyReport
  reportReceiver: ReportReceiver
}
