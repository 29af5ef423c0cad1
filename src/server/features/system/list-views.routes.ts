import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { listViews } from '#shared/features/system/list-views.contract.ts'
import { addView, deleteView, editView, setDensity, viewsOf } from './list-views.repository.ts'

export function listViewsRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps
  mount(app, deps, listViews, {
    mine: ({ ctx }) => ctx.accountTx((trx) => viewsOf(trx, ctx.user.id)),
    add: ({ body, ctx }) =>
      ctx.accountTx(async (trx) => {
        const id = await addView(trx, ctx.user.id, body, clock())
        ctx.touched({ id, after: body })
        return { id }
      }),
    edit: ({ body: { id, ...change }, ctx }) =>
      ctx.accountTx(async (trx) => {
        await editView(trx, ctx.user.id, id, change, clock())
        ctx.touched({ id, after: change })
        return null
      }),
    delete: ({ query, ctx }) =>
      ctx.accountTx(async (trx) => {
        await deleteView(trx, ctx.user.id, query.id)
        ctx.touched({ id: query.id })
        return null
      }),
    density: ({ body, ctx }) =>
      ctx.accountTx(async (trx) => {
        await setDensity(trx, ctx.user.id, body.density)
        return null
      }),
  })
}
