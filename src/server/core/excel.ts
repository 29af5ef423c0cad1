import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Transaction } from '#server/db/database.ts'
import type { Fields, Resource } from '#shared/core/crud.ts'
import { AppError } from '#shared/core/errors.ts'
import {
  EXPORT_CONFIRM_ROWS,
  type excelRoutes,
  IMPORT_ERRORS_PATH,
  type ImportReport,
  type Sheet,
} from '#shared/core/excel.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { dataRules } from './auth-rules.ts'
import { type ListSearch, type Writer, writerOf } from './crud.ts'
import { withDictTexts } from './dictionaries.ts'
import { addRows, type ImportRow, type ReadSheet, readSheet } from './excel.import.ts'
import { readWorkbook } from './excel.read.ts'
import { type Cell, writeWorkbook, XLSX_TYPE } from './excel.write.ts'
import { FileAnswer } from './file-answer.ts'
import { importErrors } from './import-errors.ts'
import { type Handlers, withMessage } from './mount.ts'
import type { CallContext, Deps, SignedIn } from './slice.ts'
import type { Upload } from './uploads.ts'

/** Beyond this a workbook is no use to a person; reports answer such questions. */
const MAX_EXPORT_ROWS = 500_000
const MAX_IMPORT_ROWS = 10_000
/** Refused rows that the answer itself names; the workbook has them all. */
const MOST_SHOWN = 50
const MAX_IMPORT_BYTES = 10 * 1_048_576

type Row = Record<string, unknown>
type Conditions = readonly RawBuilder<unknown>[]

/** What making or reading a workbook may take; with the wait for its turn, less than the 90 seconds that callers wait (spec §7). */
const MOST_MS = 65_000

/** Ends a work that takes too long, whenever it looks. */
function timeKeeper(): () => void {
  const end = performance.now() + MOST_MS
  return () => {
    if (performance.now() > end) throw new AppError('excel.tooSlow')
  }
}

/** Rolls an import back that had mistakes; carries what is known of it out of the transaction. */
class ImportRefused extends Error {}

/** What an export needs of a table; `crudTable` has it. */
interface ExportStatements {
  columnOf(field: string): string
  count(trx: Transaction, user: SignedIn, query: ListSearch, more: Conditions): Promise<number>
  each(trx: Transaction, user: SignedIn, query: ListSearch, more: Conditions): AsyncIterable<Row[]>
}

type SheetDeps = Pick<Deps, 'clock' | 'config' | 'dictionaries' | 'workbooks'>

const temporaryIn = ({ config }: SheetDeps): string => join(config.dataDir, 'tmp', newId())

const titlesOf = (deps: SheetDeps, sheet: Sheet, { locale, user }: CallContext) => [
  text(locale, sheet.title),
  text(locale, 'excel.by', { name: user.realname, time: toWireTime(deps.clock()) }),
]

function cellOf(row: Row, field: string): Cell {
  const value = row[`${field}_dictText`] ?? row[field]
  return typeof value === 'number' ? value : value === null || value === undefined ? null : String(value)
}

/** The handler of `exportXls`. */
export function exportHandler<F extends Fields>(
  deps: SheetDeps,
  definition: { filter: F } & Pick<Resource, 'dict' | 'permission'>,
  sheet: Sheet,
  statements: ExportStatements,
): Handlers<ReturnType<typeof excelRoutes<F>>>['exportXls'] {
  const fields = Object.keys(sheet.columns)

  async function exportXls({ query, ctx }: { query: ListSearch; ctx: CallContext }): Promise<FileAnswer> {
    const { locale, user } = ctx
    const path = temporaryIn(deps)
    const headings = Object.values(sheet.columns).map((key) => text(locale, key))
    const write = async (trx: Transaction) => {
      const inTime = timeKeeper()
      // Nobody exports what the list would not show.
      const list = {
        permissions: [`${definition.permission}:list`],
        fields: definition.filter,
        columnOf: statements.columnOf,
      }
      const rules = await dataRules(trx, user, list, deps.clock())
      const count = await statements.count(trx, user, query, rules)
      const limit = EXPORT_CONFIRM_ROWS
      if (count > MAX_EXPORT_ROWS) throw new AppError('excel.tooManyToExport', { count, limit: MAX_EXPORT_ROWS })
      if (count > limit && query.confirm !== 'true') throw new AppError('excel.confirmExport', { count, limit })
      const rows = async function* () {
        for await (const portion of statements.each(trx, user, query, rules)) {
          inTime()
          const listed = await withDictTexts<Row>(deps.dictionaries, definition.dict, portion, locale)
          yield listed.map((row) => fields.map((field) => cellOf(row, field)))
        }
      }
      return writeWorkbook(path, { titles: titlesOf(deps, sheet, ctx), headings, rows: rows() })
    }
    // Written as a whole before any of it is sent: however slowly somebody reads, no connection waits for them.
    const size = await deps.workbooks.run(() => ctx.tx(write))
    const saveAs = `${text(locale, sheet.title)}.xlsx`
    return new FileAnswer({ path, size, contentType: XLSX_TYPE, saveAs, temporary: true })
  }

  // The query is a search whose filters are those of the definition.
  return exportXls as unknown as Handlers<ReturnType<typeof excelRoutes<F>>>['exportXls']
}

/** What an import needs besides. */
interface SheetStatements<C extends z.ZodObject> extends ExportStatements {
  add(trx: Transaction, values: z.output<C>, writer: Writer): Promise<unknown>
}

/** Handlers of `excelRoutes`. A resource that adds rows in its own way passes its statements with another `add`. */
export function excelHandlers<C extends z.ZodObject, F extends Fields>(
  deps: SheetDeps,
  definition: { filter: F; create: C } & Pick<Resource, 'dict' | 'permission'>,
  sheet: Sheet,
  statements: SheetStatements<C>,
): Handlers<ReturnType<typeof excelRoutes<F>>> {
  const errors = importErrors(deps.config.dataDir)

  async function errorWorkbook(read: ReadSheet, ctx: CallContext): Promise<string> {
    const { locale } = ctx
    const bad = read.rows.filter(({ reason }) => reason !== '')
    const rows = async function* () {
      yield bad.map(({ line, cells, reason }): Cell[] => [
        ...read.headings.map((_, index) => cells[index] ?? ''),
        line,
        reason,
      ])
    }
    const path = temporaryIn(deps)
    const headings = [...read.headings, text(locale, 'excel.line'), text(locale, 'excel.reason')]
    await writeWorkbook(path, { titles: titlesOf(deps, sheet, ctx), headings, rows: rows() })
    return errors.put(path, ctx.user.id)
  }

  async function add(rows: readonly ImportRow[], partial: boolean, ctx: CallContext): Promise<void> {
    const inTime = timeKeeper()
    try {
      await ctx.tx(async (trx) => {
        await addRows<C>(trx, rows, ctx.locale, (values) => {
          inTime()
          return statements.add(trx, values, writerOf(deps, ctx))
        })
        if (!partial && rows.some(({ reason }) => reason !== '')) throw new ImportRefused()
        for (const { reason, added, values } of rows) {
          if (reason === '' && typeof added === 'string') ctx.touched({ id: added, after: values })
        }
      })
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
    }
  }

  // The turn begins when all of the workbook is here: however slowly somebody sends, nobody waits for them.
  const importExcel = ({ query, ctx }: { query: { partial?: string }; ctx: CallContext }) =>
    ctx.withUpload(MAX_IMPORT_BYTES, (upload) =>
      deps.workbooks.run(() => importUpload(upload, (query.partial ?? upload.fields.partial) === 'true', ctx)),
    )

  async function importUpload(upload: Upload, partial: boolean, ctx: CallContext) {
    const { locale } = ctx
    if ((await stat(upload.path)).size === 0) throw new AppError('excel.notAWorkbook')
    const dictionaries = [await deps.dictionaries.all('zh'), await deps.dictionaries.all('en')]
    const found = await readWorkbook(upload.path, MAX_IMPORT_ROWS + 3)
    const read = readSheet(found, { definition, sheet, dictionaries, locale })
    if (read.rows.length === 0) throw new AppError('excel.noRows')
    // Also where nothing will be kept: whoever mends the workbook wants to hear of all mistakes at once.
    await add(read.rows, partial, ctx)
    const totalCount = read.rows.length
    const errorCount = read.rows.filter(({ reason }) => reason !== '').length
    if (errorCount === 0) return withMessage(null, text(locale, 'excel.imported', { count: totalCount }))
    const successCount = partial ? totalCount - errorCount : 0
    const counts = { totalCount, errorCount, successCount }
    const refused = read.rows.flatMap(({ line, reason }) => (reason === '' ? [] : [{ line, reason }]))
    const report: ImportReport = {
      ...counts,
      msg: text(locale, 'excel.report', counts),
      fileUrl: `${IMPORT_ERRORS_PATH}/${await errorWorkbook(read, ctx)}`,
      fileName: `${text(locale, sheet.title)}-${text(locale, 'excel.errors')}.xlsx`,
      refused: refused.slice(0, MOST_SHOWN),
    }
    return withMessage(report, text(locale, 'excel.importedWithErrors'), 201)
  }

  const exportXls = exportHandler(deps, definition, sheet, statements)
  return { exportXls, importExcel }
}
