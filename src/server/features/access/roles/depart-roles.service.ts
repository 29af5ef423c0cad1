import { sql } from 'kysely'
import { columnOfField } from '#server/core/lists/columns.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { escapeLike, pageOfTable } from '#server/db/store-list.ts'
import { created, toDepartRole } from '#server/features/access/entities.view.ts'
import { changeableUsers, holdsAll, staysBound, visibleDeparts } from '#server/features/access/rights.service.ts'
import { toPage } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { assignableDepartRoles } from './depart-role-rules.service.ts'
import {
  changeableDepartRoles,
  departRolesOf,
  permissionsOf,
  permissionsOfDepart,
  seenDepartRoles,
} from './depart-roles.repository.ts'
import { passRulesOn } from './role-rules.repository.ts'
import { applyDifference, difference, editRole, type Lists, type RoleFields } from './roles.repository.ts'

interface RoleSearch {
  deptId: string
  roleName?: string
  pageNo: number
  pageSize: number
  column: 'createTime' | 'roleName' | 'roleCode'
  order: 'asc' | 'desc'
}

/** Roles of single stores: they grant a part of what the store may grant, to users while they work there. */
export function departRolesService({ clock }: Pick<Deps, 'clock'>) {
  return {
    page: (query: RoleSearch, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const { deptId, roleName, pageNo, pageSize, column, order } = query
        // The API family's page sends this call before a store is chosen.
        if (deptId === '') return toPage([], 0, pageNo, pageSize)
        await visibleDeparts(trx, [deptId])
        const where = [sql`t.store_id = ${deptId}`]
        const name = roleName?.replace(/^\*|\*$/g, '') ?? ''
        if (name !== '') where.push(sql`t.role_name like ${`%${escapeLike(name)}%`}`)
        const list = { table: 'store_role', where, column: columnOfField(column), order, pageNo, pageSize }
        const page = await pageOfTable<Parameters<typeof toDepartRole>[0]>(trx, list)
        const store = await trx.selectFrom('store').select('name').where('id', '=', deptId).executeTakeFirst()
        const named = { departId_dictText: store?.name ?? '' }
        return { ...page, records: page.records.map((row) => Object.assign(toDepartRole(row), named)) }
      }),

    one: (id: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const [role] = await seenDepartRoles(trx, [id])
        if (!role) throw new AppError('common.recordNotFound')
        return toDepartRole(role)
      }),

    all: (departId: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await visibleDeparts(trx, [departId])
        const rows = await trx
          .selectFrom('storeRole')
          .selectAll()
          .where('storeId', '=', departId)
          .orderBy('id')
          .execute()
        return rows.map(toDepartRole)
      }),

    add: (
      { departId, ...input }: { departId: string; roleName: string; roleCode: string; description?: string | null },
      ctx: CallContext,
    ) =>
      ctx.tx(async (trx) => {
        await visibleDeparts(trx, [departId])
        const row = {
          ...input,
          storeId: departId,
          description: input.description ?? '',
          id: newId(),
          ...created(ctx, clock()),
        }
        await trx.insertInto('storeRole').values(row).execute()
        ctx.touched({ id: row.id, after: { departId, ...input } })
      }),

    edit: (id: string, fields: RoleFields, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const [before] = await changeableDepartRoles(trx, ctx.user, [id])
        await editRole(trx, 'storeRole', { before, fields }, ctx, clock())
      }),

    remove: (ids: readonly string[], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        for (const before of await changeableDepartRoles(trx, ctx.user, ids)) {
          await trx.deleteFrom('storeRole').where('id', '=', before.id).execute()
          ctx.touched({ id: before.id, before })
        }
        await staysBound(trx, ctx.user)
      }),

    ofUser: async (userId: string, departId: string | undefined, ctx: CallContext) => {
      const roleIds = await ctx.tx((trx) => departRolesOf(trx, userId, departId))
      return roleIds.map((roleId) => ({ id: `${userId}:${roleId}`, userId, droleId: roleId }))
    },

    setOfUser: (input: { userId: string; newRoleId: string[]; oldRoleId: string[] }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const { userId, newRoleId, oldRoleId } = input
        await changeableUsers(trx, ctx.user, [userId])
        const change = difference(oldRoleId, newRoleId, oldRoleId)
        await changeableDepartRoles(trx, ctx.user, [...change.added, ...change.removed])
        await assignableDepartRoles(trx, ctx.user, change.added)
        // The previous state that the caller sends is not trusted.
        const before = await departRolesOf(trx, userId)
        await applyDifference(trx, 'storeRoleUser', userId, change)
        await staysBound(trx, ctx.user)
        ctx.touched({
          id: userId,
          kind: '/sys/user',
          before: { departRoles: before },
          after: { departRoles: await departRolesOf(trx, userId) },
        })
      }),

    departPermissions: (departId: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await visibleDeparts(trx, [departId])
        return permissionsOfDepart(trx, departId)
      }),

    grantDepart: ({ departId, permissionIds, lastpermissionIds }: Lists & { departId: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await visibleDeparts(trx, [departId])
        const before = await permissionsOfDepart(trx, departId)
        const change = difference(before, permissionIds, lastpermissionIds)
        await holdsAll(trx, ctx.user, [...change.added, ...change.removed], { menus: true })
        await applyDifference(trx, 'storePermission', departId, change)
        await staysBound(trx, ctx.user)
        ctx.touched({ id: departId, kind: '/sys/sysDepart', before: { permissions: before }, after: change })
      }),

    permissions: (roleId: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await seenDepartRoles(trx, [roleId])
        return permissionsOf(trx, [roleId])
      }),

    grant: ({ roleId, permissionIds, lastpermissionIds }: Lists & { roleId: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const [role] = await changeableDepartRoles(trx, ctx.user, [roleId])
        const before = await permissionsOf(trx, [roleId])
        const change = difference(before, permissionIds, lastpermissionIds)
        const allowed = await permissionsOfDepart(trx, role?.storeId ?? '')
        await holdsAll(trx, ctx.user, [...change.added, ...change.removed], { menus: true })
        if (change.added.some((id) => !allowed.includes(id))) throw new AppError('rights.notYours')
        await applyDifference(trx, 'storeRolePermission', roleId, change)
        await passRulesOn(trx, ctx.user, 'storeRoleRule', roleId, change.added)
        await staysBound(trx, ctx.user)
        ctx.touched({ id: roleId, kind: '/sys/sysDepartRole', before: { permissions: before }, after: change })
      }),
  }
}
