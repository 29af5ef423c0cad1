import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { checkEnteredPassword } from '#server/features/members/index.ts'
import { gifts } from '#shared/features/gifts/gifts.contract.ts'
import { giftResource, giftSheet } from '#shared/features/gifts/gifts.schema.ts'
import { giftTable } from './gifts.repository.ts'
import { buyGift, giveGift } from './hand-out.service.ts'

export function giftsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    gifts,
    {
      ...crudHandlers(deps, giftResource, giftTable),
      ...undoHandlers(deps, giftResource, giftTable),
      ...excelHandlers(deps, giftResource, giftSheet, giftTable),
      buy: ({ body, ctx }) => ctx.tx((trx) => buyGift(deps, ctx, trx, body)),
      give: ({ body, ctx }) => ctx.tx((trx) => giveGift(deps, ctx, trx, body)),
    },
    { before: { buy: ({ body, ctx }) => checkEnteredPassword(deps, ctx, body) } },
  )
}
