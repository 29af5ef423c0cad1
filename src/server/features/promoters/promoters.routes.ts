import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, writerOf } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { memberPromoter } from '#shared/features/promoters/member-promoter.contract.ts'
import { promoterRoleResource, promoterRoles } from '#shared/features/promoters/promoter-roles.contract.ts'
import {
  commissions,
  promotedMembers,
  promoterPayouts,
  promoters,
} from '#shared/features/promoters/promoters.contract.ts'
import {
  commissionResource,
  commissionSheet,
  promotedMemberResource,
  promotedMemberSheet,
  promoterPayoutResource,
  promoterPayoutSheet,
  promoterResource,
  promoterSheet,
} from '#shared/features/promoters/promoters.schema.ts'
import { bindMember } from './binding.service.ts'
import { payPayout, rejectPayout, requestPayout } from './payouts.service.ts'
import { promoterReport } from './promoter-report.repository.ts'
import { promoterRoleTable, rolesFor, setStores } from './promoter-roles.repository.ts'
import {
  commissionTable,
  deletePromoters,
  findPromoter,
  insertPromoter,
  promotedMemberTable,
  promoterPayoutTable,
  promoterTable,
  requireRole,
  updatePromoter,
} from './promoters.repository.ts'

export function promoterRolesRoutes(app: FastifyInstance, deps: Deps): void {
  const { requireListed } = listRules(deps, promoterRoleResource, promoterRoleTable)
  mount(app, deps, promoterRoles, {
    ...crudHandlers(deps, promoterRoleResource, promoterRoleTable),
    editDepart: ({ body: { id, departIds }, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [id], ctx)
        const before = await promoterRoleTable.get(trx, id)
        await setStores(trx, id, departIds)
        const after = await promoterRoleTable.get(trx, id)
        ctx.touched({ id, before: { departIds: before.departIds }, after: { departIds: after.departIds } })
        return null
      }),
  })
}

export function promotersRoutes(app: FastifyInstance, deps: Deps): void {
  const { requireListed, rulesOf } = listRules(deps, promoterResource, promoterTable)
  const remove = (ctx: CallContext, ids: readonly string[]) =>
    ctx.tx(async (trx) => {
      await requireListed(trx, ids, ctx)
      for (const id of ids) ctx.touched({ id, before: await promoterTable.get(trx, id) })
      await deletePromoters(trx, ids)
      return null
    })
  mount(app, deps, promoters, {
    ...crudHandlers(deps, promoterResource, promoterTable),
    exportXls: exportHandler(deps, promoterResource, promoterSheet, promoterTable),
    add: async ({ body, ctx }) => {
      if (Boolean(body.userId) === Boolean(body.accountId))
        throw new AppError('promoters.onePerson', { field: 'userId' })
      const orgCode = await ctx.tx((trx) => storeFor(trx, ctx.user, body.sysOrgCode))
      // Roles of the chain are outside the caller's scope.
      const role = await requireRole(deps.db, { roleId: body.roleId, orgCode, isUser: Boolean(body.accountId) })
      return ctx.tx(async (trx) => {
        const id = await insertPromoter(trx, body, role, { ...writerOf(deps, ctx), orgCode })
        ctx.touched({ id, after: await promoterTable.get(trx, id) })
        return null
      })
    },
    edit: async ({ body: { id, roleId, isActive, remark }, ctx }) => {
      const known = await ctx.tx(async (trx) => {
        await requireListed(trx, [id], ctx)
        const { id: found } = await promoterTable.get(trx, id)
        return findPromoter(trx, found)
      })
      const { orgCode, userId } = known
      const role =
        roleId === undefined || roleId === known.roleId
          ? null
          : await requireRole(deps.db, { roleId, orgCode, isUser: userId !== null })
      return ctx.tx(async (trx) => {
        const before = await promoterTable.get(trx, id)
        const active = isActive === undefined ? undefined : isActive === 'YES'
        await updatePromoter(trx, known, { role, isActive: active, remark }, writerOf(deps, ctx))
        ctx.touched({ id, before, after: await promoterTable.get(trx, id) })
        return null
      })
    },
    delete: ({ query, ctx }) => remove(ctx, [query.id]),
    deleteBatch: ({ query, ctx }) => remove(ctx, query.ids),
    roles: async ({ query: { sysOrgCode }, ctx }) => {
      const orgCode = await ctx.tx((trx) => storeFor(trx, ctx.user, sysOrgCode))
      const roles = await deps.db.scoped(EVERY_STORE, (trx) => rolesFor(trx, orgCode), 'reads')
      return roles.map(({ id, roleName }) => ({ id, roleName }))
    },
    report: ({ query, ctx }) =>
      ctx.tx(async (trx) => promoterReport(trx, ctx, query, { rules: await rulesOf(trx, ctx), at: deps.clock() })),
  })
}

export function promotionRoutes(app: FastifyInstance, deps: Deps): void {
  const referred = crudHandlers(deps, promotedMemberResource, promotedMemberTable)
  mount(app, deps, promotedMembers, {
    list: referred.list,
    queryById: referred.queryById,
    exportXls: exportHandler(deps, promotedMemberResource, promotedMemberSheet, promotedMemberTable),
    bind: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        await bindMember(deps, ctx, trx, { ...body, boundBy: ctx.user.realname || ctx.user.username })
        return null
      }),
  })
  const given = crudHandlers(deps, commissionResource, commissionTable)
  mount(app, deps, commissions, {
    list: given.list,
    queryById: given.queryById,
    exportXls: exportHandler(deps, commissionResource, commissionSheet, commissionTable),
  })
  mount(app, deps, memberPromoter, {
    bind: ({ body, ctx }) =>
      ctx.tx((trx) => bindMember(deps, ctx, trx, { userId: ctx.memberId, code: body.code, boundBy: '' })),
  })
}

export function payoutsRoutes(app: FastifyInstance, deps: Deps): void {
  const { list, queryById } = crudHandlers(deps, promoterPayoutResource, promoterPayoutTable)
  const { requireListed } = listRules(deps, promoterPayoutResource, promoterPayoutTable)
  const onListed = <R>(ctx: CallContext, id: string, work: (trx: Transaction) => Promise<R>): Promise<R> =>
    ctx.tx(async (trx) => {
      await requireListed(trx, [id], ctx)
      return work(trx)
    })
  mount(app, deps, promoterPayouts, {
    list,
    queryById,
    exportXls: exportHandler(deps, promoterPayoutResource, promoterPayoutSheet, promoterPayoutTable),
    request: ({ body, ctx }) => ctx.tx((trx) => requestPayout(deps, ctx, trx, body)),
    pay: ({ body, ctx }) => onListed(ctx, body.id, (trx) => payPayout(deps, ctx, trx, body)),
    reject: ({ body, ctx }) => onListed(ctx, body.id, (trx) => rejectPayout(deps, ctx, trx, body)),
  })
}
