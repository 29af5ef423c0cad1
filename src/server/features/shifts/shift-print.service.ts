import { idFrom } from '#server/core/content-id.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { orderPrint, printOrdered } from '#server/features/printing/index.ts'
import { newId } from '#shared/core/id.ts'
import { formatAmount, formatMinor } from '#shared/core/money.ts'
import { formatTime } from '#shared/core/time.ts'
import { moneyTable } from '#shared/features/shifts/shift-table.calc.ts'
import type { ShiftReport } from '#shared/features/shifts/shifts.schema.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'
import type { PrintedText } from '#shared/ipc/devices.ts'
import { reportOf } from './shift-report.service.ts'
import { causeName, countCells, reportFacts } from './shift-words.view.ts'
import { type ShiftRow, timeZoneOf } from './shifts.repository.ts'

interface Paper {
  orderId: string
  orgCode: string
  title: string
  facts: [string, string][]
  content: string
  printId: string
}

async function addPrintJob(deps: Deps, ctx: CallContext, trx: Transaction, paper: Paper): Promise<string> {
  const { orderId, orgCode, title, facts, content, printId } = paper
  const now = deps.clock()
  const store = await trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
  const about = { orderId, orgCode, storeName: store.name, timeZone: store.timeZone, locale: ctx.locale, printId }
  const document: PrintedText = {
    kind: 'shiftReport',
    title,
    facts,
    content,
    foot: text(ctx.locale, 'shift.printedFoot'),
  }
  const jobId = await orderPrint(trx, { ...about, at: now, document }, now)
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'printJobs', orgCode }))
  return jobId
}

/** Adds a print job for the slip of a count, with only the information that the counting user may see. Returns the job id. */
export async function printSlip(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  shift: ShiftRow,
  printId: string,
): Promise<string> {
  const { locale } = ctx
  const timeZone = await timeZoneOf(trx, shift.orgCode)
  const facts: [string, string][] = [
    [text(locale, 'shift.businessDay'), shift.businessDay],
    [text(locale, 'shift.cashierName'), shift.cashierName],
    [text(locale, 'shift.openTime'), formatTime(shift.openedAt, timeZone)],
    [text(locale, 'shift.closeTime'), formatTime(shift.closedAt ?? deps.clock(), timeZone)],
    [text(locale, 'shift.floatAmount'), formatMinor(shift.openingFloat)],
    [text(locale, 'shift.expectedAmount'), formatMinor(shift.expected ?? 0)],
    [text(locale, 'shift.countedAmount'), formatMinor(shift.counted ?? 0)],
    [text(locale, 'shift.differenceAmount'), formatMinor(shift.difference ?? 0)],
  ]
  // A separate paper: the report of the shift is not a copy of it.
  const orderId = idFrom('shift slip', shift.id)
  return addPrintJob(deps, ctx, trx, {
    orderId,
    orgCode: shift.orgCode,
    title: text(locale, 'shift.slip'),
    facts,
    content: shift.remark,
    printId,
  })
}

/** The money table for narrow paper: the columns below each other. */
function moneyFacts(report: ShiftReport, locale: Locale): [string, string][] {
  const { columns, lines } = moneyTable(report)
  return columns.flatMap((tender, column): [string, string][] => [
    [`— ${text(locale, `ledgerAccount.${tender}`)} —`, ''],
    ...lines.flatMap(({ label, amounts }): [string, string][] => {
      const amount = amounts[column] ?? null
      // The float is shown even if it is zero.
      const isShown = amount !== null && (amount !== 0 || tender === 'cash')
      return isShown ? [[text(locale, label), formatAmount(amount)]] : []
    }),
  ])
}

function countFacts(report: ShiftReport, locale: Locale): [string, string][] {
  if (report.counts.length === 0) return []
  return [
    [`— ${text(locale, 'shift.counts')} —`, ''],
    ...report.counts.map((line): [string, string] => {
      const [name, amount, unit] = countCells(line, locale)
      return [name, `${line.unit === 'money' ? formatAmount(amount) : amount} ${unit}`]
    }),
  ]
}

function productFacts({ products }: ShiftReport, locale: Locale): [string, string][] {
  if (products.length === 0) return []
  return [
    [`— ${text(locale, 'shift.products')} —`, ''],
    ...products.map(({ name, sold, refunded, amount }): [string, string] => [
      `${name} × ${sold}${refunded === 0 ? '' : ` − ${refunded}`}`,
      formatAmount(amount),
    ]),
  ]
}

/** Prints the report: for a closed shift an original and copies, for an open one the current state. */
export async function printReport(deps: Deps, ctx: CallContext, { id, printId }: { id: string; printId: string }) {
  const { locale } = ctx
  return ctx.tx(async (trx) => {
    // The lock orders prints, so that copies are counted correctly.
    await trx.selectFrom('shift').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    const report = await reportOf(deps, ctx, trx, id)
    const timeZone = await timeZoneOf(trx, report.shift.sysOrgCode)
    const moves = report.entries.map(
      ({ kind, amount, reason }) => `${causeName(kind, locale)} ${formatAmount(amount)} ${reason}`,
    )
    const jobId = await addPrintJob(deps, ctx, trx, {
      orderId: report.kind === 'Z' ? id : newId(),
      orgCode: report.shift.sysOrgCode,
      title: text(locale, report.kind === 'X' ? 'sheet.shiftX' : 'sheet.shiftZ'),
      facts: [
        ...reportFacts(report, { locale, timeZone }),
        ...moneyFacts(report, locale),
        ...countFacts(report, locale),
        ...productFacts(report, locale),
      ],
      content: moves.length === 0 ? '' : [`${text(locale, 'shift.contained')}:`, ...moves].join('\n'),
      printId,
    })
    return printOrdered(trx, ctx, { orgCode: report.shift.sysOrgCode, printId }, { jobId }, deps.clock())
  })
}
