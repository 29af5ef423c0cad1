import { FileAnswer } from '#server/core/files/file-answer.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { temporaryIn, titlesOf } from '#server/core/workbooks/excel.work.ts'
import { type Cell, writeWorkbook, XLSX_TYPE } from '#server/core/workbooks/excel.write.ts'
import type { Transaction } from '#server/db/database.ts'
import { productsOfShift } from '#server/features/statistics/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { shiftFigures } from '#shared/features/shifts/shift-report.calc.ts'
import { moneyTable } from '#shared/features/shifts/shift-table.calc.ts'
import type { ShiftReport } from '#shared/features/shifts/shifts.schema.ts'
import { type Locale, type TextKey, text } from '#shared/i18n/catalogue.ts'
import { causeName, countCells, reportFacts, timeIn } from './shift-words.view.ts'
import {
  causesOf,
  entriesOf,
  findShift,
  runsOf,
  shiftRules,
  shiftTable,
  sumsOf,
  timeZoneOf,
} from './shifts.repository.ts'

/** The report of a shift that the caller may list. Throws `shifts.countFirst` for the cashier of an open shift, who counts blind. */
export async function reportOf(
  deps: Pick<Deps, 'clock'>,
  ctx: CallContext,
  trx: Transaction,
  id: string,
): Promise<ShiftReport> {
  await shiftRules(deps).requireListed(trx, [id], ctx)
  const row = await findShift(trx, id)
  const isOpen = row.closedAt === null
  if (isOpen && row.cashierId === ctx.user.id) throw new AppError('shifts.countFirst')
  const figures = shiftFigures(await sumsOf(trx, row), await causesOf(trx, row), await runsOf(trx, row))
  const amounts = ({ cash, scan, coupon }: typeof figures.totals) => ({
    cash: fromMinor(cash),
    scan: fromMinor(scan),
    coupon: fromMinor(coupon),
  })
  return {
    kind: isOpen ? 'X' : 'Z',
    takenTime: toWireTime(deps.clock()),
    shift: { ...(await shiftTable.get(trx, id)), sysOrgCode_dictText: await storeName(trx, row.orgCode) },
    money: figures.money.map((line) => ({ item: line.item, ...amounts(line) })),
    totals: amounts(figures.totals),
    revenue: fromMinor(figures.revenue),
    counts: figures.counts.map((line) => ({
      ...line,
      amount: line.unit === 'money' ? fromMinor(line.amount) : line.amount,
    })),
    products: (await productsOfShift(trx, row)).rows,
    entries: await entriesOf(trx, id),
  }
}

const storeName = async (trx: Transaction, orgCode: string): Promise<string> =>
  (await trx.selectFrom('store').select('name').where('orgCode', '=', orgCode).executeTakeFirstOrThrow()).name

/** The report as workbook rows: shift, money table, counts, and movements. */
function linesOf(report: ShiftReport, locale: Locale, timeZone: string): Cell[][] {
  const labelOf = (key: TextKey) => text(locale, key)
  const { columns, lines } = moneyTable(report)
  return [
    ...reportFacts(report, { locale, timeZone }).map(([name, value]): Cell[] => [name, value]),
    [],
    [labelOf('shift.money'), ...columns.map((tender) => labelOf(`ledgerAccount.${tender}`))],
    ...lines.map(({ label, amounts }): Cell[] => [labelOf(label), ...amounts]),
    [],
    [labelOf('shift.counts'), labelOf('shift.figure'), labelOf('shift.unit')],
    ...report.counts.map((line): Cell[] => countCells(line, locale)),
    [],
    ...(report.products.length === 0
      ? []
      : [
          [
            labelOf('shift.products'),
            labelOf('productFigure.sold'),
            labelOf('productFigure.refunded'),
            labelOf('productFigure.amount'),
          ],
          ...report.products.map(({ name, sold, refunded, amount }): Cell[] => [name, sold, refunded, amount]),
          [],
        ]),
    ...report.entries.map(({ kind, reason, amount, createTime, createBy }): Cell[] => [
      `${labelOf('shift.contained')}: ${causeName(kind, locale)} ${timeIn(createTime, timeZone)} ${createBy}`,
      kind === 'cashIn' ? amount : -amount,
      reason,
    ]),
  ]
}

/** The report as a workbook. */
export async function reportWorkbook(deps: Deps, ctx: CallContext, id: string): Promise<FileAnswer> {
  const { locale } = ctx
  const path = temporaryIn(deps)
  const write = async () => {
    const { report, timeZone } = await ctx.tx(async (trx) => {
      const made = await reportOf(deps, ctx, trx, id)
      return { report: made, timeZone: await timeZoneOf(trx, made.shift.sysOrgCode) }
    })
    const title = { title: report.kind === 'X' ? ('sheet.shiftX' as const) : ('sheet.shiftZ' as const), columns: {} }
    const headings = [text(locale, 'shift.line'), '', '', '']
    const rows = async function* () {
      yield linesOf(report, locale, timeZone)
    }
    const size = await writeWorkbook(path, { titles: titlesOf(deps, title, ctx), headings, rows: rows() })
    return { size, name: text(locale, title.title) }
  }
  const { size, name } = await deps.workbooks.run(write)
  return new FileAnswer({ path, size, contentType: XLSX_TYPE, saveAs: `${name}.xlsx`, temporary: true })
}
