import { FileAnswer } from '#server/core/files/file-answer.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { temporaryIn, titlesOf } from '#server/core/workbooks/excel.work.ts'
import { type Cell, writeWorkbook, XLSX_TYPE } from '#server/core/workbooks/excel.write.ts'
import { type TextKey, text } from '#shared/i18n/catalogue.ts'

/** The contents of a report sheet. */
export interface ReportSheet {
  title: TextKey
  /** A subtitle, such as the days. */
  about: string
  headings: readonly string[]
  rows: readonly Cell[][]
}

/** Creates a report as a workbook. */
export async function reportFile(deps: Deps, ctx: CallContext, make: () => Promise<ReportSheet>): Promise<FileAnswer> {
  const path = temporaryIn(deps)
  const { size, name } = await deps.workbooks.run(async () => {
    const { title, about, headings, rows } = await make()
    const titles = [...titlesOf(deps, { title, columns: {} }, ctx), about]
    return { size: await writeSheet(path, titles, headings, rows), name: text(ctx.locale, title) }
  })
  return new FileAnswer({ path, size, contentType: XLSX_TYPE, saveAs: `${name}.xlsx`, temporary: true })
}

/** Writes a workbook of one sheet; returns its size in bytes. */
export function writeSheet(
  path: string,
  titles: readonly string[],
  headings: readonly string[],
  rows: readonly Cell[][],
): Promise<number> {
  const batches = async function* () {
    yield [...rows]
  }
  return writeWorkbook(path, { titles, headings, rows: batches() })
}
