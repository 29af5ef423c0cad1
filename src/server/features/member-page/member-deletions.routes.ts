import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { memberDeletionResource, memberDeletions } from '#shared/features/member-page/member-deletions.contract.ts'

const table = crudTable(memberDeletionResource, {
  table: 'memberDeletionRequest',
  ofStores: true,
  columns: { userId: 'memberId', answerBy: 'answeredBy', answerTime: 'answeredAt' },
})

/** Requests of members to be deleted, as managers see and answer them. */
export function memberDeletionsRoutes(app: FastifyInstance, deps: Deps): void {
  const { list, queryById } = crudHandlers(deps, memberDeletionResource, table)
  const { requireListed } = listRules(deps, memberDeletionResource, table)
  mount(app, deps, memberDeletions, {
    list,
    queryById,
    answer: ({ body: { id, state, answer }, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [id], ctx)
        const before = await table.get(trx, id)
        const at = deps.clock()
        const by = { answeredBy: ctx.user.realname, answeredAt: at, updatedBy: ctx.user.username, updatedAt: at }
        const answered = await trx
          .updateTable('memberDeletionRequest')
          .set({ state, answer, ...by })
          .where('id', '=', id)
          .where('state', '=', 'open')
          .executeTakeFirstOrThrow()
        if (answered.numUpdatedRows === 0n) throw new AppError('memberDeletions.notOpen', { field: 'id' })
        ctx.touched({ id, before: { state: before.state }, after: { state, answer } })
        return null
      }),
  })
}
