import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { orderGiftResource, orderGiftSheet, orderGifts } from '#shared/features/gifts/order-gifts.contract.ts'
import { orderGiftTable } from './order-gifts.repository.ts'
import { handOutOrderGift, refuseOrderGift } from './order-gifts.service.ts'

export function orderGiftsRoutes(app: FastifyInstance, deps: Deps): void {
  const { list, queryById } = crudHandlers(deps, orderGiftResource, orderGiftTable)
  mount(app, deps, orderGifts, {
    list,
    queryById,
    exportXls: exportHandler(deps, orderGiftResource, orderGiftSheet, orderGiftTable),
    handOut: ({ body, ctx }) => ctx.tx((trx) => handOutOrderGift(deps, ctx, trx, body)),
    refuse: ({ body, ctx }) => ctx.tx((trx) => refuseOrderGift(deps, ctx, trx, body)),
  })
}
