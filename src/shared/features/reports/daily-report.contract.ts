import { z } from 'zod'
import { crudRoutes, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { Day, WireTime } from '#shared/core/time.ts'

/** Delivery of the daily report to a user. */
export const ReportDelivery = z.enum(['message', 'mail', 'both', 'none'])
export type ReportDelivery = z.infer<typeof ReportDelivery>

const PATH = '/report/sysDailyReport'

const marks = {
  day: { kind: 'date', label: 'dailyReport.day', sort: true, sheet: true },
  sysOrgCode_dictText: { kind: 'text', label: 'records.store', sheet: true, unsearched: true },
  revenue: { kind: 'money', label: 'dailyReport.revenue', sort: true, sheet: true },
  revenueBefore: { kind: 'money', label: 'dailyReport.revenueBefore', sheet: true },
  recharges: { kind: 'money', label: 'dailyReport.recharges', sheet: true },
  guests: { kind: 'money', label: 'dailyReport.guests', sheet: true },
  cash: { kind: 'money', label: 'dailyReport.cash', sheet: true },
  scan: { kind: 'money', label: 'dailyReport.scan', sheet: true },
  refunded: { kind: 'money', label: 'dailyReport.refunded', sheet: true },
  consumption: { kind: 'money', label: 'dailyReport.consumption', sheet: true },
  orders: { kind: 'number', label: 'dailyReport.orders', sheet: true },
  sessions: { kind: 'number', label: 'dailyReport.sessions', sheet: true },
  tests: { kind: 'number', label: 'dailyReport.tests', sheet: true },
  discount: { kind: 'money', label: 'dailyReport.discount', sheet: true },
  drawerDifference: { kind: 'money', label: 'dailyReport.drawerDifference', sheet: true },
  cashOutside: { kind: 'money', label: 'dailyReport.cashOutside', sheet: true },
  openDifferences: { kind: 'number', label: 'dailyReport.openDifferences', sheet: true },
  owedBalance: { kind: 'money', label: 'dailyReport.owedBalance', sheet: true },
  owedGive: { kind: 'money', label: 'dailyReport.owedGive', sheet: true },
  createTime: { ...creationMarks.createTime, label: 'dailyReport.createTime' },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

const DailyReport = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string().nullable(),
  day: Day,
  revenue: Amount,
  /** Figures of the same weekday a week before. */
  revenueBefore: Amount,
  recharges: Amount,
  guests: Amount,
  cash: Amount,
  scan: Amount,
  refunded: Amount,
  consumption: Amount,
  orders: z.number().int(),
  sessions: z.number().int(),
  /** Test runs, which no other figure includes. */
  tests: z.number().int(),
  /** Discounts by member level. */
  discount: Amount,
  /** Difference of all shifts of the day; negative: short. */
  drawerDifference: Amount,
  /** Cash taken outside any shift. */
  cashOutside: Amount,
  openDifferences: z.number().int(),
  owedBalance: Amount,
  owedGive: Amount,
  createTime: WireTime,
})
export type DailyReport = z.infer<typeof DailyReport>

/** Daily reports as they were sent. */
export const dailyReportResource = resource({
  path: PATH,
  permission: 'dailyreport',
  noun: 'daily reports',
  entity: DailyReport,
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
  order: { column: 'day', order: 'desc' },
})

export const dailyReportSheet: Sheet = { title: 'sheet.dailyReport', columns: sheetColumnsOf(marks) }

const { list, queryById } = crudRoutes(dailyReportResource)
const { exportXls } = excelRoutes(dailyReportResource)

/** The report sent to owners after each business day. */
export const dailyReports = onScreen('dailyReport', {
  list,
  queryById,
  exportXls,
  mine: route({
    method: 'GET',
    path: `${PATH}/mine`,
    summary: 'How the caller receives the daily report, and whether mail is available',
    access: 'dailyreport:receive',
    result: z.object({
      way: ReportDelivery,
      /** Empty if the account has no address. */
      email: z.string(),
      /** Whether this server can send mail. */
      canMail: z.boolean(),
    }),
  }),
  receive: route({
    method: 'POST',
    path: `${PATH}/receive`,
    summary: 'Sets how the caller receives the daily report',
    access: 'dailyreport:receive',
    body: z.object({ way: ReportDelivery }),
    result: z.null(),
    message: 'message.dailyReport.saved',
  }),
})
