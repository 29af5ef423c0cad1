import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { isAnswered } from '#server/core/http/idempotency.ts'
import { mount, withMessage } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { cloakroomItems } from '#shared/features/cloakroom/cloakroom-items.contract.ts'
import { cloakroomItemResource, cloakroomItemSheet } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import { cloakroomItemTable, visibleItem } from './cloakroom-items.repository.ts'
import {
  editItem,
  findItem,
  photoOfItem,
  quoteItem,
  refuseItem,
  reprintSlip,
  saveItem,
  takeOut,
  takeOutWithoutSlip,
} from './cloakroom-items.service.ts'
import { checkConfirmer, listConfirmers } from './confirmer.service.ts'
import { payFee } from './fee.service.ts'
import { checkCode } from './slip-attempts.service.ts'

export function cloakroomItemsRoutes(app: FastifyInstance, deps: Deps): void {
  const { list } = crudHandlers(deps, cloakroomItemResource, cloakroomItemTable)
  const { requireListed } = listRules(deps, cloakroomItemResource, cloakroomItemTable)
  /** Work on a thing that the caller's data rules show. */
  const onListed = <R>(ctx: CallContext, id: string, work: (trx: Transaction) => Promise<R>): Promise<R> =>
    ctx.tx(async (trx) => {
      await requireListed(trx, [id], ctx)
      return work(trx)
    })
  mount(
    app,
    deps,
    cloakroomItems,
    {
      list,
      queryById: ({ query, ctx }) =>
        onListed(ctx, query.id, async (trx) => {
          const row = await visibleItem(trx, ctx.user, query.id)
          const [shown] = await withDictTexts(deps.dictionaries, cloakroomItemResource.dict, [row], ctx.locale)
          if (!shown) throw new Error('a thing was not found when it was read again')
          return shown
        }),
      exportXls: exportHandler(deps, cloakroomItemResource, cloakroomItemSheet, cloakroomItemTable),
      save: ({ body, ctx }) => ctx.tx((trx) => saveItem(deps, ctx, trx, body)),
      refuse: ({ body, ctx }) => ctx.tx((trx) => refuseItem(deps, ctx, trx, body)),
      edit: ({ body, ctx }) => onListed(ctx, body.id, (trx) => editItem(deps, ctx, trx, body)),
      printSlip: ({ body, ctx }) => onListed(ctx, body.id, (trx) => reprintSlip(deps, ctx, trx, body)),
      photo: ({ query, ctx }) => onListed(ctx, query.id, (trx) => photoOfItem(trx, query.id)),
      find: async ({ body, ctx }) => {
        await checkCode(deps, ctx, body.code)
        return ctx.tx((trx) => findItem(deps, ctx, trx, body.code))
      },
      quote: ({ query, ctx }) => onListed(ctx, query.id, (trx) => quoteItem(deps, ctx, trx, query.id)),
      pay: async ({ body, ctx }) => {
        if (body.id) await onListed(ctx, body.id, () => Promise.resolve())
        return withMessage(await payFee(deps, ctx, body), ctx.key)
      },
      takeOut: ({ body, ctx }) => ctx.tx((trx) => takeOut(deps, ctx, trx, body.code)),
      confirmers: ({ ctx }) => listConfirmers(ctx),
      takeOutWithoutSlip: ({ body, ctx }) => onListed(ctx, body.id, (trx) => takeOutWithoutSlip(deps, ctx, trx, body)),
    },
    {
      selfKeyed: ['pay'],
      before: {
        takeOut: async ({ body, ctx }) => {
          const isRepeated = await ctx.tx((trx) => isAnswered(trx, ctx))
          if (!isRepeated) await checkCode(deps, ctx, body.code)
        },
        takeOutWithoutSlip: ({ body, ctx }) => checkConfirmer(deps, ctx, body),
      },
    },
  )
}
