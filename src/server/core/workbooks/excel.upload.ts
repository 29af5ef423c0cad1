import { rm, stat } from 'node:fs/promises'
import type { z } from 'zod'
import { FileAnswer } from '#server/core/files/file-answer.ts'
import type { Upload } from '#server/core/files/uploads.ts'
import { type Handlers, withMessage } from '#server/core/http/mount.ts'
import { type Writer, writerOf } from '#server/core/lists/crud.ts'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Fields, Resource } from '#shared/core/crud.ts'
import { AppError } from '#shared/core/errors.ts'
import { type excelRoutes, IMPORT_ERRORS_PATH, type ImportReport, type Sheet } from '#shared/core/excel.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { addRows, type ImportRow, isGood, type ReadSheet, readSheet, reasonOf } from './excel.import.ts'
import { readWorkbook } from './excel.read.ts'
import { writeTemplate } from './excel.template.ts'
import { importDeadline, paceOf, type SheetDeps, sheetText, temporaryIn, titlesOf } from './excel.work.ts'
import { type Cell, writeWorkbook, XLSX_TYPE } from './excel.write.ts'
import { importErrors } from './import-errors.ts'

const MAX_IMPORT_ROWS = 10_000
const MAX_IMPORT_BYTES = 10 * 1_048_576
/** Limit of refused rows in the answer; the error workbook has all of them. */
const MAX_REPORTED_ROWS = 50

/** Limits of characters in the cells of an error workbook and of each row. A small upload may have more, because cells share texts. */
const MAX_ERROR_TEXT = 16_000_000
const MAX_ROW_TEXT = 100_000
/** Rows of an error workbook that are written at once, fewer if they are long. */
const PORTION = 100

/** Which rows are saved: all or none, only the valid ones, or none because it is a preview. */
type SaveMode = 'all' | 'good' | 'none'

/** Thrown to roll back the import; carries its result out of the transaction. */
class RolledBack extends Error {}

/** The statements of a table that an import needs. */
export interface AddStatement<C extends z.ZodObject> {
  /** Where the history of its rows is kept, if not under the path of the call. */
  kind?: string
  add(trx: Transaction, values: z.output<C>, writer: Writer): Promise<unknown>
}

/** The refused rows, each with its line and why. Rows beyond a limit of characters have no more than these. */
async function* refusedRows({ headings, rows }: ReadSheet): AsyncGenerator<Cell[][]> {
  let left = MAX_ERROR_TEXT
  let portion: Cell[][] = []
  let size = 0
  for (const row of rows.filter((one) => !isGood(one))) {
    const cells = headings.map((_, index) => row.cells[index] ?? '')
    const length = cells.reduce((sum, cell) => sum + cell.length, 0)
    const isShown = length <= Math.min(left, MAX_ROW_TEXT)
    portion.push([...(isShown ? cells : headings.map(() => '')), row.line, reasonOf(row)])
    if (isShown) {
      left -= length
      size += length
    }
    if (portion.length < PORTION && size < MAX_ROW_TEXT) continue
    yield portion
    portion = []
    size = 0
  }
  if (portion.length > 0) yield portion
}

/** Handlers of the import of workbooks: template, preview and import. */
export function importHandlers<C extends z.ZodObject, F extends Fields>(
  deps: SheetDeps,
  definition: { filter: F; create: C } & Pick<Resource, 'dict'>,
  sheet: Sheet,
  statements: AddStatement<C>,
): Pick<Handlers<ReturnType<typeof excelRoutes<F>>>, 'importExcel' | 'importPreview' | 'importTemplate'> {
  const errors = importErrors(deps.files.storage)

  /** The download path of the refused rows with their reasons; empty while it cannot be stored. */
  async function errorWorkbook(read: ReadSheet, ctx: CallContext): Promise<string> {
    const { locale } = ctx
    const path = temporaryIn(deps)
    const headings = [...read.headings, text(locale, 'excel.line'), text(locale, 'excel.reason')]
    await writeWorkbook(path, { titles: titlesOf(deps, sheet, ctx), headings, rows: refusedRows(read) })
    try {
      return `${IMPORT_ERRORS_PATH}/${await errors.put(path, ctx.user.id)}`
    } catch (error) {
      await rm(path, { force: true })
      // The other rows may be saved by now, which the notice must say.
      if (error instanceof AppError && error.code === 'files.unavailable') return ''
      throw error
    }
  }

  async function add(
    rows: readonly ImportRow[],
    keeping: SaveMode,
    inTime: () => void,
    ctx: CallContext,
  ): Promise<void> {
    try {
      await ctx.tx(async (trx) => {
        await addRows<C>(trx, rows, { locale: ctx.locale, sheet }, (values) => {
          inTime()
          return statements.add(trx, values, writerOf(deps, ctx))
        })
        if (keeping === 'none' || (keeping === 'all' && !rows.every(isGood))) throw new RolledBack()
        for (const row of rows) {
          if (!isGood(row) || typeof row.added !== 'string') continue
          const { kind } = statements
          ctx.touched({ id: row.added, after: row.values, ...(kind === undefined ? {} : { kind }) })
        }
      })
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error
    }
  }

  /** Reads a workbook and adds its rows, even if it will be rolled back, so that all problems are reported at once. */
  async function tryRows(upload: Upload, keeping: SaveMode, ctx: CallContext): Promise<ReadSheet> {
    if ((await stat(upload.path)).size === 0) throw new AppError('excel.notAWorkbook')
    const dictionaries = [await deps.dictionaries.all('zh'), await deps.dictionaries.all('en')]
    const inTime = importDeadline()
    const pace = paceOf(inTime)
    const found = await readWorkbook(upload.path, MAX_IMPORT_ROWS + 3, pace)
    const read = await readSheet(found, { definition, sheet, dictionaries, locale: ctx.locale, pace })
    if (read.rows.length === 0) throw new AppError('excel.noRows')
    await add(read.rows, keeping, inTime, ctx)
    return read
  }

  async function reportOf(read: ReadSheet, successCount: number, ctx: CallContext): Promise<ImportReport> {
    const { locale } = ctx
    const bad = read.rows.filter((row) => !isGood(row))
    const counts = { totalCount: read.rows.length, errorCount: bad.length, successCount }
    return {
      ...counts,
      msg: text(locale, 'excel.report', counts),
      fileUrl: bad.length === 0 ? '' : await errorWorkbook(read, ctx),
      fileName: `${sheetText(locale, sheet.title)}-${text(locale, 'excel.errors')}.xlsx`,
      refused: bad
        .slice(0, MAX_REPORTED_ROWS)
        .map((row) => ({ line: row.line, reason: reasonOf(row), problems: row.problems })),
    }
  }

  // The turn begins after the upload is complete, so that a slow client does not block others.
  const inTurn = <T>(ctx: CallContext, work: (upload: Upload) => Promise<T>): Promise<T> =>
    ctx.withUpload(MAX_IMPORT_BYTES, (upload) => deps.workbooks.run(() => work(upload)))

  const importExcel = ({ query, ctx }: { query: { partial?: string }; ctx: CallContext }) =>
    inTurn(ctx, async (upload) => {
      const keeping = (query.partial ?? upload.fields.partial) === 'true' ? 'good' : 'all'
      const read = await tryRows(upload, keeping, ctx)
      const total = read.rows.length
      const good = read.rows.filter(isGood).length
      if (good === total) return withMessage(null, text(ctx.locale, 'excel.imported', { count: total }))
      const added = keeping === 'good' ? good : 0
      const message = added === 0 ? 'excel.notImported' : 'excel.importedWithErrors'
      return withMessage(await reportOf(read, added, ctx), text(ctx.locale, message), 201)
    })

  const importPreview = ({ ctx }: { ctx: CallContext }) =>
    inTurn(ctx, async (upload) => {
      const read = await tryRows(upload, 'none', ctx)
      return reportOf(read, read.rows.filter(isGood).length, ctx)
    })

  async function importTemplate({ ctx }: { ctx: CallContext }): Promise<FileAnswer> {
    const { locale } = ctx
    const path = temporaryIn(deps)
    const dictionaries = await deps.dictionaries.all(locale)
    const size = await writeTemplate(path, { definition, sheet, dictionaries, locale })
    const saveAs = `${sheetText(locale, sheet.title)}-${text(locale, 'excel.template')}.xlsx`
    return new FileAnswer({ path, size, contentType: XLSX_TYPE, saveAs, temporary: true })
  }

  return { importExcel, importPreview, importTemplate }
}
