import type { Transaction } from '#server/db/database.ts'
import type { StockItemKind } from '#shared/features/stock/stock.schema.ts'

/** Current stock and last line of items, by the item's id. An item without lines is missing. */
export async function stockOf(
  trx: Transaction,
  kind: StockItemKind,
  ids: readonly string[],
): Promise<Map<string, { quantity: number; lastLine: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('stockLevel')
    .select(['itemId', 'quantity', 'lastLine'])
    .where('itemKind', '=', kind)
    .where('itemId', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ itemId, ...level }) => [itemId, level]))
}
