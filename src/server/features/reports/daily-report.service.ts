import { readFile, rm } from 'node:fs/promises'
import { idFrom } from '#server/core/content-id.ts'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { Deps } from '#server/core/slice.ts'
import { sheetText, temporaryIn } from '#server/core/workbooks/excel.work.ts'
import { XLSX_TYPE } from '#server/core/workbooks/excel.write.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { queueMail, storeSystemMessage } from '#server/features/messages/index.ts'
import { formatMinor, fromMinor } from '#shared/core/money.ts'
import { escapeHtml } from '#shared/features/messages/message-template.calc.ts'
import { dailyReportSheet } from '#shared/features/reports/daily-report.contract.ts'
import { type TextKey, text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import {
  findReport,
  type Receiver,
  type ReportRow,
  receiversOf,
  type SellingStore,
  wasSent,
} from './daily-report.repository.ts'
import { writeSheet } from './report-workbook.service.ts'

/** Users with this action receive the report. */
const RECEIVE = 'dailyreport:receive'
const SENDER = 'system'

type StoreReport = Pick<SellingStore, 'name'> & { report: ReportRow }

/** Sends the reports of a day: one per user for all of their stores, as soon as each store has its report. */
export async function sendReports(deps: Deps, stores: readonly SellingStore[], day: string): Promise<void> {
  const receivers = new Map<string, { receiver: Receiver; storeReports: (StoreReport | null)[] }>()
  await deps.db.scoped(EVERY_STORE, async (trx) => {
    for (const { orgCode, name } of stores) {
      const report = await findReport(trx, orgCode, day)
      for (const receiver of await receiversOf(trx, RECEIVE, orgCode)) {
        const entry = receivers.get(receiver.userId) ?? { receiver, storeReports: [] }
        receivers.set(receiver.userId, {
          ...entry,
          storeReports: [...entry.storeReports, report ? { name, report } : null],
        })
      }
    }
  })
  for (const { receiver, storeReports } of receivers.values()) {
    const complete = storeReports.filter((one) => one !== null)
    if (complete.length === storeReports.length) await send(deps, receiver, complete, day)
  }
}

async function send(
  deps: Deps,
  { userId, email, language, way }: Receiver,
  storeReports: readonly StoreReport[],
  day: string,
): Promise<void> {
  const [first] = storeReports
  if (!first || way === 'none') return
  const id = idFrom('daily report', day, userId)
  if (await deps.db.scoped(EVERY_STORE, (trx) => wasSent(trx, id))) return
  const canMail = deps.config.smtpUrl !== undefined && email !== ''
  const byMail = canMail && way !== 'message'
  const workbook = byMail ? await workbookOf(deps, language, storeReports) : null
  const { orgCode } = first.report
  const content = sanitizeHtml(contentOf(language, storeReports))
  const title = text(language, 'dailyReport.notice.title', { day, revenue: formatMinor(sum(storeReports, 'revenue')) })
  await deps.db.scoped(EVERY_STORE, async (trx: Transaction) => {
    if (workbook) {
      const attachment = {
        name: `${text(language, 'sheet.dailyReport')} ${day}.xlsx`,
        contentType: XLSX_TYPE,
        content: workbook,
      }
      await queueMail(deps, trx, { id, orgCode, title, content, receiver: email, createdBy: SENDER, attachment })
    }
    // Users without mail get the message instead.
    if (!byMail || way === 'both') {
      await storeSystemMessage(deps, { id, orgCode, userId, title, content, sender: SENDER }, trx)
    }
  })
}

type Figure = Exclude<keyof ReportRow, 'id' | 'orgCode' | 'day' | 'createdAt'>

const sum = (storeReports: readonly StoreReport[], name: Figure): number =>
  storeReports.reduce((all, { report }) => all + report[name], 0)

const COUNTED = new Set<Figure>(['orders', 'sessions', 'tests', 'openDifferences'])
/** In the order of display. */
const FIGURES = [
  'revenue',
  'revenueBefore',
  'recharges',
  'guests',
  'cash',
  'scan',
  'refunded',
  'consumption',
  'discount',
  'orders',
  'sessions',
  'tests',
  'drawerDifference',
  'cashOutside',
  'openDifferences',
  'owedBalance',
  'owedGive',
] as const satisfies readonly Figure[]

const shown = (name: Figure, value: number): string => (COUNTED.has(name) ? String(value) : formatMinor(value))

/** An HTML table: a row per figure, a column per store, and a total for several stores. */
function contentOf(language: Locale, storeReports: readonly StoreReport[]): string {
  const cell = (words: string, tag = 'td') => `<${tag}>${escapeHtml(words)}</${tag}>`
  const hasTotal = storeReports.length > 1
  const total = text(language, 'reports.total')
  const head = ['', ...(hasTotal ? [total] : []), ...storeReports.map(({ name }) => name)].map((name) =>
    cell(name, 'th'),
  )
  const lines = FIGURES.map((name) => {
    const values = [...(hasTotal ? [sum(storeReports, name)] : []), ...storeReports.map(({ report }) => report[name])]
    return `<tr>${cell(text(language, `dailyReport.${name}`))}${values.map((value) => cell(shown(name, value))).join('')}</tr>`
  })
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}

/** The same as a workbook with a row per store. */
async function workbookOf(deps: Deps, language: Locale, storeReports: readonly StoreReport[]): Promise<Buffer> {
  const path = temporaryIn(deps)
  const names: readonly TextKey[] = [
    'dailyReport.day',
    'records.store',
    ...FIGURES.map((name) => `dailyReport.${name}` as const),
  ]
  const rows = storeReports.map(({ name, report }) => [
    report.day,
    name,
    ...FIGURES.map((figure) => (COUNTED.has(figure) ? report[figure] : fromMinor(report[figure]))),
  ])
  const headings = names.map((key) => text(language, key))
  try {
    await deps.workbooks.run(() => writeSheet(path, [sheetText(language, dailyReportSheet.title)], headings, rows))
    return await readFile(path)
  } finally {
    await rm(path, { force: true })
  }
}
