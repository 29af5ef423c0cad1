import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { chainSettings } from '#shared/features/stores/chain-settings.contract.ts'

export function chainSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps
  mount(app, deps, chainSettings, {
    list: ({ ctx }) =>
      ctx.tx(async (trx) => {
        const rows = await trx
          .selectFrom('store')
          .leftJoin('store as part', (join) =>
            join.onRef('part.parentId', '=', 'store.id').on('part.kind', '=', 'store'),
          )
          .select(['store.orgCode', 'store.name as departName', 'store.sharedCards'])
          .select(({ fn }) => fn.count<number>('part.id').as('stores'))
          .where('store.kind', '=', 'chain')
          .groupBy(['store.id'])
          .orderBy('store.orgCode')
          .execute()
        return rows.map((row) => ({ ...row, stores: Number(row.stores) }))
      }),
    edit: ({ body: { orgCode, sharedCards }, ctx }) =>
      ctx.tx(async (trx) => {
        const before = await trx
          .selectFrom('store')
          .select(['id', 'sharedCards'])
          .where('orgCode', '=', orgCode)
          .where('kind', '=', 'chain')
          .forUpdate()
          .executeTakeFirst()
        if (!before) throw new AppError('common.recordNotFound', { field: 'orgCode' })
        await trx
          .updateTable('store')
          .set({ sharedCards, updatedBy: ctx.user.username, updatedAt: clock() })
          .where('id', '=', before.id)
          .execute()
        ctx.touched({ id: before.id, before: { sharedCards: before.sharedCards }, after: { sharedCards } })
        return null
      }),
  })
}
