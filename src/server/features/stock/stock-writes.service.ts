import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import type { StockChanged } from '#shared/features/stock/stock.schema.ts'
import { type StockEntry, type StockItem, stockCauseOf, writeStock } from './write-stock.repository.ts'

/** The items of one kind, as their slice knows them. */
interface StockItems {
  /** The item with this id that the caller may see. Throws `common.recordNotFound`. */
  find(trx: Transaction, ctx: CallContext, id: string): Promise<StockItem>
  /** The item of the same name of another store in scope; undefined: none. */
  twin(trx: Transaction, item: StockItem, orgCode: string): Promise<StockItem | undefined>
  /** The path of the items' calls, under which the audit trail names them. */
  path: string
  /** The push topic of their lists. */
  topic: string
}

interface Pieces {
  id: string
  count: number
  reason: string
}

/**
 * Writes the stock lines of one call, all or none, with the audit entry of each item, and returns those of the first. Throws as
 * `writeStock`.
 */
export async function changeStock(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  entries: readonly [StockEntry, ...StockEntry[]],
  { path, topic }: Pick<StockItems, 'path' | 'topic'>,
): Promise<StockChanged> {
  ctx.changesStore(entries[0].item.orgCode)
  const written = await writeStock(trx, await stockCauseOf(deps, ctx), entries)
  for (const [index, { before, after }] of written.entries()) {
    const entry = entries[index]
    if (!entry) continue
    const { kind, reason } = entry
    ctx.touched({ id: entry.item.id, kind: path, before: { stock: before }, after: { stock: after, kind, reason } })
  }
  const stores = new Set(entries.map(({ item }) => item.orgCode))
  ctx.afterCommit(async () => {
    for (const orgCode of stores) await deps.realtime.publish({ topic, orgCode })
  })
  const [own] = written
  if (!own) throw new Error('no stock line was written')
  return { stockLineId: own.id, before: own.before, stock: own.after }
}

/** Handlers of `stockWriteRoutes`. */
export function stockWriteHandlers(deps: Deps, { find, twin, ...target }: StockItems) {
  const write = (ctx: CallContext, trx: Transaction, ...entries: [StockEntry, ...StockEntry[]]) =>
    changeStock(deps, ctx, trx, entries, target)

  const change =
    (kind: 'in' | 'out' | 'loss') =>
    ({ body: { id, count, reason }, ctx }: { body: Pieces; ctx: CallContext }) =>
      ctx.tx(async (trx) => {
        const item = await find(trx, ctx, id)
        return write(ctx, trx, { item, kind, delta: kind === 'in' ? count : -count, reason })
      })

  return {
    in: change('in'),
    out: change('out'),
    loss: change('loss'),
    move: ({ body, ctx }: { body: Pieces & { toOrgCode: string }; ctx: CallContext }) =>
      ctx.tx(async (trx) => {
        const { id, toOrgCode, count, reason } = body
        const item = await find(trx, ctx, id)
        if (toOrgCode === item.orgCode) throw new AppError('stock.sameStore', { field: 'toOrgCode' })
        const other = await twin(trx, item, toOrgCode)
        if (!other) throw new AppError('stock.noTwin', { field: 'toOrgCode', item: item.name })
        return write(
          ctx,
          trx,
          { item, kind: 'moveOut', delta: -count, otherOrg: other.orgCode, reason },
          { item: other, kind: 'moveIn', delta: count, otherOrg: item.orgCode, reason },
        )
      }),
    count: ({
      body: { id, counted, seenLineId, reason },
      ctx,
    }: {
      body: { id: string; counted: number; seenLineId: string; reason: string }
      ctx: CallContext
    }) =>
      ctx.tx(async (trx) => {
        const item = await find(trx, ctx, id)
        return write(ctx, trx, { item, kind: 'count', counted, seenLine: seenLineId || null, reason })
      }),
  }
}
