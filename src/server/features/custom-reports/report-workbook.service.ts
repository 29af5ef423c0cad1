import { FileAnswer } from '#server/core/files/file-answer.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { temporaryIn, titlesOf } from '#server/core/workbooks/excel.work.ts'
import { XLSX_TYPE } from '#server/core/workbooks/excel.write.ts'
import { writeSheet } from '#server/features/reports/index.ts'
import type { CustomReport } from '#shared/features/custom-reports/custom-reports.contract.ts'
import {
  type AskedValues,
  MAX_WORKBOOK_ROWS,
  type ReportResult,
} from '#shared/features/custom-reports/custom-reports.schema.ts'
import { type LaidOut, MAX_WORKBOOK_ACROSS, pivotOf } from '#shared/features/custom-reports/pivot.calc.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { reportOf } from './custom-reports.service.ts'
import { runReport } from './run.service.ts'

/** Rows and columns as they are shown: a pivot with at most `maxAcross` values across. */
export const laidOut = (
  result: ReportResult,
  { display, across }: CustomReport['definition'],
  maxAcross?: number,
): LaidOut =>
  display === 'pivot'
    ? pivotOf(result, across, maxAcross)
    : { columns: result.columns, rows: result.rows, isCut: false }

/** The lines below the title: the days, and whether rows or values across are missing. */
export const remarksOf = (
  result: Pick<ReportResult, 'days' | 'isCut'>,
  laid: Pick<LaidOut, 'isCut'>,
  limits: { rows: number; across: number },
  locale: Locale,
): string[] => [
  ...(result.days ? [text(locale, 'reports.days', result.days)] : []),
  ...(result.isCut ? [text(locale, 'customReport.cut', { limit: limits.rows })] : []),
  ...(laid.isCut ? [text(locale, 'customReport.cutAcross', { limit: limits.across })] : []),
]

/** A report as a workbook, with more rows than the screen shows. */
export async function reportWorkbook(
  deps: Deps,
  ctx: CallContext,
  { id, asked }: { id: string; asked: AskedValues },
): Promise<FileAnswer> {
  const path = temporaryIn(deps)
  return deps.workbooks.run(async () => {
    const { name, definition, result, limit } = await ctx.tx(async (trx) => {
      const report = await reportOf(trx, ctx, id)
      // A user who limits a report to a few rows wants the first ones.
      const limit = report.definition.sort.length > 0 ? report.definition.limit : MAX_WORKBOOK_ROWS
      const found = await runReport(deps, ctx, trx, { definition: report.definition, asked, limit })
      return { ...report, result: found, limit }
    })
    const laid = laidOut(result, definition, MAX_WORKBOOK_ACROSS)
    const titles = [...titlesOf(deps, { title: 'sheet.customReport', columns: {} }, ctx), name]
    const headings = laid.columns.map(({ title }) => title)
    const remarks = remarksOf(result, laid, { rows: limit, across: MAX_WORKBOOK_ACROSS }, ctx.locale)
    const size = await writeSheet(path, [...titles, ...remarks], headings, laid.rows)
    return new FileAnswer({ path, size, contentType: XLSX_TYPE, saveAs: `${name}.xlsx`, temporary: true })
  })
}
