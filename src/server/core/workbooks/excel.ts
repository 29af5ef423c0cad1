import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { FileAnswer } from '#server/core/files/file-answer.ts'
import type { Handlers } from '#server/core/http/mount.ts'
import type { ListSearch } from '#server/core/lists/crud.ts'
import type { CallContext, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Fields, Resource } from '#shared/core/crud.ts'
import { AppError } from '#shared/core/errors.ts'
import { EXPORT_CONFIRM_ROWS, type excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { type AddStatement, importHandlers } from './excel.upload.ts'
import { importDeadline, type SheetDeps, sheetText, temporaryIn, titlesOf } from './excel.work.ts'
import { type Cell, writeWorkbook, XLSX_TYPE } from './excel.write.ts'

/** The most rows of an export. For larger questions there are reports. */
const MAX_EXPORT_ROWS = 500_000

type Row = Record<string, unknown>
type Conditions = readonly RawBuilder<unknown>[]

/** What an export needs of a table; `crudTable` has it. */
interface ExportStatements {
  columnOf(field: string): string | RawBuilder<unknown>
  count(trx: Transaction, user: SignedIn, query: ListSearch, more: Conditions): Promise<number>
  each(trx: Transaction, user: SignedIn, query: ListSearch, more: Conditions): AsyncIterable<Row[]>
}

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
    const headings = Object.values(sheet.columns).map((key) => sheetText(locale, key))
    const write = async (trx: Transaction) => {
      const inTime = importDeadline()
      const goOn = () => {
        if (ctx.isAbandoned) throw new AppError('excel.tooSlow')
        inTime()
      }
      // The caller may have disconnected while the export was queued.
      goOn()
      // An export contains no rows that the list would not show.
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
          goOn()
          const listed = await withDictTexts<Row>(deps.dictionaries, definition.dict, portion, locale)
          yield listed.map((row) => fields.map((field) => cellOf(row, field)))
        }
      }
      return writeWorkbook(path, { titles: titlesOf(deps, sheet, ctx), headings, rows: rows() })
    }
    // Written completely before it is sent, so that a slow client occupies no database connection.
    const size = await deps.workbooks.run(() => ctx.tx(write))
    const saveAs = `${sheetText(locale, sheet.title)}.xlsx`
    return new FileAnswer({ path, size, contentType: XLSX_TYPE, saveAs, temporary: true })
  }

  // The query is a search with the filters of the definition.
  return exportXls as unknown as Handlers<ReturnType<typeof excelRoutes<F>>>['exportXls']
}

/** Handlers of `excelRoutes`. A resource that adds rows in its own way passes its statements with another `add`. */
export function excelHandlers<C extends z.ZodObject, F extends Fields>(
  deps: SheetDeps,
  definition: { filter: F; create: C } & Pick<Resource, 'dict' | 'permission'>,
  sheet: Sheet,
  statements: ExportStatements & AddStatement<C>,
): Handlers<ReturnType<typeof excelRoutes<F>>> {
  const exportXls = exportHandler(deps, definition, sheet, statements)
  return { exportXls, ...importHandlers(deps, definition, sheet, statements) }
}
