import { type RawBuilder, sql } from 'kysely'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { memberNames } from '#server/features/members/index.ts'
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
    /** Adds the current names of members who received something; a line stores only their numbers. */
    async complete(trx, rows) {
      const nameOf = await memberNames(
        trx,
        rows.flatMap(({ userId }) => userId ?? []),
      )
      return rows.map((row) => ({ ...row, recipient: row.recipient || nameOf(row.userId) }))
    },
  })
  const { list, queryById } = crudHandlers(deps, definition, table)
  return { list, queryById, exportXls: exportHandler(deps, definition, sheet, table) }
}
