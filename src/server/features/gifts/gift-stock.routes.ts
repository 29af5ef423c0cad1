import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { stockListHandlers, stockWriteHandlers } from '#server/features/stock/index.ts'
import { giftOutbound, giftOutboundBook } from '#shared/features/gifts/gift-outbound.contract.ts'
import { giftStock, giftStockBook } from '#shared/features/gifts/gift-stock.contract.ts'
import { outboundSheet, stockSheet } from '#shared/features/stock/stock.schema.ts'
import { GIFTS_PLACE, giftItem, giftOfName, lockGift } from './gifts.repository.ts'

export function giftStockRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, giftStock, {
    ...stockListHandlers(deps, { book: giftStockBook, kind: 'gift', sheet: stockSheet }),
    ...stockWriteHandlers(deps, {
      ...GIFTS_PLACE,
      find: async (trx, ctx, id) => giftItem(await lockGift(deps, trx, ctx, id)),
      twin: (trx, { name }, orgCode) => giftOfName(trx, name, orgCode),
    }),
  })
  const where = sql`t.kind = 'handOut'`
  mount(
    app,
    deps,
    giftOutbound,
    stockListHandlers(deps, { book: giftOutboundBook, kind: 'gift', sheet: outboundSheet, where }),
  )
}
