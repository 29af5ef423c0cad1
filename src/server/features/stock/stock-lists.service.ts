import { type RawBuilder, sql } from 'kysely'
import { crudHandlers, crudTable, type ListSearch } from '#server/core/lists/crud.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
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
  const lines = crudTable(definition, {
    table: 'stockLine',
    ofStores: true,
    columns: { userId: 'memberId' },
    where: sql`t.item_kind = ${kind} and ${where}`,
  })
  const table: typeof lines = {
    ...lines,
    async page(trx, ...rest) {
      const page = await lines.page(trx, ...rest)
      return { ...page, records: await withRecipients(trx, page.records) }
    },
    async *each(trx: Transaction, user: SignedIn, query: ListSearch, more?: Parameters<typeof lines.each>[3]) {
      for await (const rows of lines.each(trx, user, query, more)) yield withRecipients(trx, rows)
    },
    async get(trx, id) {
      const [row] = await withRecipients(trx, [await lines.get(trx, id)])
      if (!row) throw new AppError('common.recordNotFound')
      return row
    },
  }
  const { list, queryById } = crudHandlers(deps, definition, table)
  return { list, queryById, exportXls: exportHandler(deps, definition, sheet, table) }
}

/** Adds the current names of members who received something; a line stores only their numbers. */
async function withRecipients<R extends { userId: string | null; recipient: string }>(
  trx: Transaction,
  rows: readonly R[],
): Promise<R[]> {
  const ids = [...new Set(rows.flatMap(({ userId }) => userId ?? []))]
  const members =
    ids.length === 0
      ? []
      : await trx.selectFrom('member').select(['id', 'realname', 'nickname']).where('id', 'in', ids).execute()
  const names = new Map(members.map(({ id, realname, nickname }) => [id, realname || nickname]))
  return rows.map((row) => ({ ...row, recipient: row.recipient || (names.get(row.userId ?? '') ?? '') }))
}
