import { sql } from 'kysely'
import { toAppError } from '#server/core/http/database-errors.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import type { HandedFor, StockItemKind, StockLineKind } from '#shared/features/stock/stock.schema.ts'

/** A thing of a store that has a stock. */
export interface StockItem {
  kind: StockItemKind
  id: string
  orgCode: string
  name: string
}

/** A stock line to write: a signed number of pieces, or a count. */
export type StockEntry = {
  item: StockItem
  reason?: string
  /** The other store of a move. */
  otherOrg?: string
  handedFor?: HandedFor
  orderId?: string | null
  memberId?: string | null
  recipient?: string
} & (
  | { kind: Exclude<StockLineKind, 'count'>; delta: number }
  | { kind: 'count'; counted: number; seenLine: string | null }
)

/** A written line. */
interface WrittenLine {
  id: string
  before: number
  after: number
}

/** Who changes stock, when, and under which idempotency key. */
interface StockCause {
  id: string
  operatorId: string
  operatorName: string
  terminalId: string | null
  now: Date
}

export const stockCauseOf = async (deps: Deps, ctx: CallContext): Promise<StockCause> => ({
  id: ctx.key,
  operatorId: ctx.user.id,
  operatorName: ctx.user.realname || ctx.user.username,
  terminalId: await ctx.terminal(),
  now: deps.clock(),
})

/**
 * Writes the stock lines of one call, all or none, and changes the stock. Throws `stock.short` with the amounts, and `stock.lineUnknown`
 * for a count that saw no line of the item.
 */
export async function writeStock(
  trx: Transaction,
  cause: StockCause,
  entries: readonly StockEntry[],
): Promise<WrittenLine[]> {
  const lines = entries.map(({ item: { kind: itemKind, id: itemId, orgCode, name: itemName }, ...entry }) => ({
    ...entry,
    id: newId(),
    itemKind,
    itemId,
    orgCode,
    itemName,
  }))
  const { rows } = await sql<{ written: WrittenLine[] }>`
    select write_stock(${JSON.stringify(cause)}::jsonb, ${JSON.stringify(lines)}::jsonb) as written`
    .execute(trx)
    .catch((error: unknown) => {
      throw toAppError(error) ?? error
    })
  return rows[0]?.written ?? []
}
