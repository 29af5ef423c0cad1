import { type RawBuilder, sql } from 'kysely'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { type StockItemKind, stockResource } from '#shared/features/stock/stock.schema.ts'

interface StockList {
  book: Parameters<typeof stockResource>[0]
  kind: StockItemKind
  sheet: Sheet
  /** A further condition on the lines, aliased `t`. */
  where?: RawBuilder<unknown>
}

/** Handlers of `stockListRoutes`: the lines of one kind of items. */
export function stockListHandlers(deps: Deps, { book, kind, sheet, where = sql`true` }: StockList) {
  const definition = stockResource(book)
  const table = crudTable(definition, {
    table: 'stockLine',
    ofStores: true,
    columns: { userId: 'memberId' },
    where: sql`t.item_kind = ${kind} and ${where}`,
  })
  const { list, queryById } = crudHandlers(deps, definition, table)
  return { list, queryById, exportXls: exportHandler(deps, definition, sheet, table) }
}
