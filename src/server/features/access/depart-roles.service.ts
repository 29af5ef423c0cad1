import type { CallContext, Deps } from '#server/core/slice.ts'
import { escapeLike } from '#server/db/store-list.ts'
import { toPage } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { assignableDepartRoles, passRulesOn } from './depart-role-rules.service.ts'
import {
  changeableDepartRoles,
  departRolesOf,
  permissionsOf,
  permissionsOfDepart,
  seenDepartRoles,
} from './depart-roles.repository.ts'
import { created, toDepartRole, updated } from './entities.view.ts'
import { changeableUsers, holdsAll, seenDeparts, staysBound } from './rights.service.ts'

interface Lists {
  permissionIds: string[]
  lastpermissionIds: string[]
}

interface RoleSearch {
  deptId: string
  roleName?: string
  pageNo: number
  pageSize: number
  column: 'createTime' | 'roleName' | 'roleCode'
  order: 'asc' | 'desc'
}

/** What changes when a list of ids becomes another: the difference only, so that two people at once do not undo each other. */
function difference(current: readonly string[], { permissionIds, lastpermissionIds }: Lists) {
  return {
    added: [...new Set(permissionIds.filter((id) => !current.includes(id)))],
    removed: lastpermissionIds.filter((id) => !permissionIds.includes(id) && current.includes(id)),
  }
}

/** Roles of single stores: they grant, from what the store may give, to people while they work there. */
export function departRolesService({ clock }: Pick<Deps, 'clock'>) {
  return {
    page: (query: RoleSearch, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const { deptId, roleName, pageNo, pageSize, column, order } = query
        await seenDeparts(trx, [deptId])
        let found = trx.selectFrom('sysDepartRole').where('departId', '=', deptId)
        if (roleName) found = found.where('roleName', 'like', `%${escapeLike(roleName.replace(/^\*|\*$/g, ''))}%`)
        const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        const rows = await found
          .selectAll()
          .orderBy(column, order)
          .orderBy('id', order)
          .limit(pageSize)
          .offset((pageNo - 1) * pageSize)
          .execute()
        return toPage(rows.map(toDepartRole), total, pageNo, pageSize)
      }),

    one: (id: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const [role] = await seenDepartRoles(trx, [id])
        if (!role) throw new AppError('common.recordNotFound')
        return toDepartRole(role)
      }),

    all: (departId: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await seenDeparts(trx, [departId])
        const rows = await trx
          .selectFrom('sysDepartRole')
          .selectAll()
          .where('departId', '=', departId)
          .orderBy('id')
          .execute()
        return rows.map(toDepartRole)
      }),

    add: (
      input: { departId: string; roleName: string; roleCode: string; description?: string | null },
      ctx: CallContext,
    ) =>
      ctx.tx(async (trx) => {
        await seenDeparts(trx, [input.departId])
        const row = { ...input, description: input.description ?? '', id: newId(), ...created(ctx, clock()) }
        await trx.insertInto('sysDepartRole').values(row).execute()
        ctx.touched({ id: row.id, after: row })
      }),

    edit: (
      id: string,
      { roleName, description }: { roleName?: string; description?: string | null },
      ctx: CallContext,
    ) =>
      ctx.tx(async (trx) => {
        const [before] = await changeableDepartRoles(trx, ctx.user, [id])
        if (roleName === undefined && description === undefined) return
        const changes = {
          ...(roleName && { roleName }),
          ...(description !== undefined && { description: description ?? '' }),
        }
        await trx
          .updateTable('sysDepartRole')
          .set({ ...changes, ...updated(ctx, clock()) })
          .where('id', '=', id)
          .execute()
        ctx.touched({ id, before, after: { ...before, ...changes } })
      }),

    remove: (ids: readonly string[], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        for (const before of await changeableDepartRoles(trx, ctx.user, ids)) {
          await trx.deleteFrom('sysDepartRole').where('id', '=', before.id).execute()
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
        const added = newRoleId.filter((id) => !oldRoleId.includes(id))
        const removed = oldRoleId.filter((id) => !newRoleId.includes(id))
        await changeableDepartRoles(trx, ctx.user, [...added, ...removed])
        await assignableDepartRoles(trx, ctx.user, added)
        // What the caller says it was before is a wish, and no testimony.
        const before = await departRolesOf(trx, userId)
        if (removed.length > 0) {
          await trx
            .deleteFrom('sysDepartRoleUser')
            .where('userId', '=', userId)
            .where('roleId', 'in', removed)
            .execute()
        }
        if (added.length > 0) {
          const rows = [...new Set(added)].map((roleId) => ({ roleId, userId }))
          await trx
            .insertInto('sysDepartRoleUser')
            .values(rows)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        }
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
        await seenDeparts(trx, [departId])
        return permissionsOfDepart(trx, departId)
      }),

    grantDepart: ({ departId, ...lists }: Lists & { departId: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await seenDeparts(trx, [departId])
        const before = await permissionsOfDepart(trx, departId)
        const { added, removed } = difference(before, lists)
        await holdsAll(trx, ctx.user, [...added, ...removed], { menus: true })
        if (removed.length > 0) {
          await trx
            .deleteFrom('sysDepartPermission')
            .where('departId', '=', departId)
            .where('permissionId', 'in', removed)
            .execute()
        }
        if (added.length > 0) {
          const rows = added.map((permissionId) => ({ departId, permissionId }))
          await trx
            .insertInto('sysDepartPermission')
            .values(rows)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        }
        await staysBound(trx, ctx.user)
        ctx.touched({
          id: departId,
          kind: '/sys/sysDepart',
          before: { permissions: before },
          after: { added, removed },
        })
      }),

    permissions: (roleId: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await seenDepartRoles(trx, [roleId])
        return permissionsOf(trx, [roleId])
      }),

    grant: ({ roleId, ...lists }: Lists & { roleId: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const [role] = await changeableDepartRoles(trx, ctx.user, [roleId])
        const before = await permissionsOf(trx, [roleId])
        const { added, removed } = difference(before, lists)
        const allowed = await permissionsOfDepart(trx, role?.departId ?? '')
        await holdsAll(trx, ctx.user, [...added, ...removed], { menus: true })
        if (added.some((id) => !allowed.includes(id))) throw new AppError('rights.notYours')
        if (removed.length > 0) {
          await trx
            .deleteFrom('sysDepartRolePermission')
            .where('roleId', '=', roleId)
            .where('permissionId', 'in', removed)
            .execute()
        }
        if (added.length > 0) {
          const rows = added.map((permissionId) => ({ roleId, permissionId }))
          await trx
            .insertInto('sysDepartRolePermission')
            .values(rows)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
          await passRulesOn(trx, ctx.user, roleId, added)
        }
        await staysBound(trx, ctx.user)
        ctx.touched({
          id: roleId,
          kind: '/sys/sysDepartRole',
          before: { permissions: before },
          after: { added, removed },
        })
      }),
  }
}
