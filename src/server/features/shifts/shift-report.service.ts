import { temporaryIn, titlesOf } from '#server/core/excel.work.ts'
import { type Cell, writeWorkbook, XLSX_TYPE } from '#server/core/excel.write.ts'
import { FileAnswer } from '#server/core/file-answer.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { shiftTotals } from '#shared/features/shifts/shift-report.calc.ts'
import type { ShiftReport } from '#shared/features/shifts/shifts.schema.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'
import { accountName, causeName, reportFacts } from './shift-words.view.ts'
import { entriesOf, findShift, shiftTable, sumsOf } from './shifts.repository.ts'

/** Wallets that hold money; the others count points, laps and visits. */
const MONEY = new Set(['balance', 'give', 'cash', 'scan', 'coupon', 'deposit'])

/** The figures of a shift. Nobody gets them of the drawer that they are going to count. */
export async function reportOf(
  deps: Pick<Deps, 'clock'>,
  ctx: CallContext,
  trx: Transaction,
  id: string,
): Promise<ShiftReport> {
  const row = await findShift(trx, id)
  const isOpen = row.closedAt === null
  if (isOpen && row.cashierId === ctx.user.id) throw new AppError('shifts.countFirst')
  const sums = await sumsOf(trx, row)
  const totals = shiftTotals(sums)
  const money = (name: keyof typeof totals): number => fromMinor(totals[name])
  return {
    kind: isOpen ? 'X' : 'Z',
    takenTime: toWireTime(deps.clock()),
    shift: { ...(await shiftTable.get(trx, id)), sysOrgCode_dictText: await storeName(trx, row.orgCode) },
    sums: sums.map((sum) => ({ ...sum, amount: MONEY.has(sum.account) ? fromMinor(sum.amount) : sum.amount })),
    entries: await entriesOf(trx, id),
    totals: {
      float: money('float'),
      cashIn: money('cashIn'),
      cashOut: money('cashOut'),
      cash: money('cash'),
      scan: money('scan'),
      coupon: money('coupon'),
      deposit: money('deposit'),
      revenue: money('revenue'),
      expected: money('expected'),
    },
  }
}

const storeName = async (trx: Transaction, orgCode: string): Promise<string> =>
  (await trx.selectFrom('store').select('name').where('orgCode', '=', orgCode).executeTakeFirstOrThrow()).name

/** A report as lines of a workbook. */
function linesOf({ sums, entries, ...report }: ShiftReport, locale: Locale): Cell[][] {
  return [
    ...reportFacts({ ...report, sums, entries }, locale).map(([name, value]): Cell[] => [name, '', null, value]),
    ...sums.map(({ causeKind, account, count, amount }): Cell[] => [
      causeName(causeKind, locale),
      accountName(account, locale),
      count,
      amount,
    ]),
    ...entries.map(({ kind, reason, amount, createTime, createBy }): Cell[] => [
      `${causeName(kind, locale)} ${createTime} ${createBy}`,
      reason,
      1,
      kind === 'cashIn' ? amount : -amount,
    ]),
  ]
}

/** The report as a workbook. */
export async function reportWorkbook(deps: Deps, ctx: CallContext, id: string): Promise<FileAnswer> {
  const { locale } = ctx
  const path = temporaryIn(deps)
  const write = async () => {
    const report = await ctx.tx((trx) => reportOf(deps, ctx, trx, id))
    const title = { title: report.kind === 'X' ? ('sheet.shiftX' as const) : ('sheet.shiftZ' as const), columns: {} }
    const headings = (['shift.line', 'shift.account', 'shift.count', 'shift.amount'] as const).map((key) =>
      text(locale, key),
    )
    const rows = async function* () {
      yield linesOf(report, locale)
    }
    const size = await writeWorkbook(path, { titles: titlesOf(deps, title, ctx), headings, rows: rows() })
    return { size, name: text(locale, title.title) }
  }
  const { size, name } = await deps.workbooks.run(write)
  return new FileAnswer({ path, size, contentType: XLSX_TYPE, saveAs: `${name}.xlsx`, temporary: true })
}
