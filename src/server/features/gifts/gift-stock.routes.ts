import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { stockListHandlers, stockWriteHandlers } from '#server/features/stock/index.ts'
import { giftStock, giftStockBook } from '#shared/features/gifts/gift-stock.contract.ts'
import { stockSheet } from '#shared/features/stock/stock.schema.ts'
import { giftItem, giftOfName, lockGift } from './gifts.repository.ts'

export function giftStockRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, giftStock, {
    ...stockListHandlers(deps, { book: giftStockBook, kind: 'gift', sheet: stockSheet }),
    ...stockWriteHandlers(deps, {
      find: async (trx, ctx, id) => giftItem(await lockGift(deps, trx, ctx, id)),
      twin: (trx, { name }, orgCode) => giftOfName(trx, name, orgCode),
      path: '/gift/sysGift',
      topic: 'gifts',
    }),
  })
}
