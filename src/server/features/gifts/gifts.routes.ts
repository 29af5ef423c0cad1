import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { gifts } from '#shared/features/gifts/gifts.contract.ts'
import { giftResource, giftSheet } from '#shared/features/gifts/gifts.schema.ts'
import { giftTable } from './gifts.repository.ts'
import { buyGift, checkPurchasePassword, giveGift } from './hand-out.service.ts'

export function giftsRoutes(app: FastifyInstance, deps: Deps): void {
  const passwords = new WeakMap<CallContext, string | null>()
  mount(
    app,
    deps,
    gifts,
    {
      ...crudHandlers(deps, giftResource, giftTable),
      ...excelHandlers(deps, giftResource, giftSheet, giftTable),
      buy: ({ body, ctx }) => ctx.tx((trx) => buyGift(deps, ctx, trx, body, passwords.get(ctx) ?? null)),
      give: ({ body, ctx }) => ctx.tx((trx) => giveGift(deps, ctx, trx, body)),
    },
    {
      inOneTrip: {
        // Never one trip: only the password is checked before the transaction begins.
        buy: async ({ body, ctx }) => {
          passwords.set(ctx, await checkPurchasePassword(deps, ctx, body))
          return undefined
        },
      },
    },
  )
}
