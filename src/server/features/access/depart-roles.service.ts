import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/store-list.ts'
import { toPage } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { DepartRole } from '#shared/features/access/depart-roles.contract.ts'
import { changeableUsers, holdsAll, notBound, seenDeparts } from './rights.service.ts'

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

const toRole = (row: Omit<DepartRole, 'createTime'> & { createTime: Date }): DepartRole => ({
  ...row,
  createTime: toWireTime(row.createTime),
})

/** What changes when a list of ids becomes another: the difference only, so that two people at once do not undo each other. */
function difference(current: readonly string[], { permissionIds, lastpermissionIds }: Lists) {
  return {
    added: [...new Set(permissionIds.filter((id) => !current.includes(id)))],
    removed: lastpermissionIds.filter((id) => !permissionIds.includes(id) && current.includes(id)),
  }
}

/** Roles of single stores: they grant, from what the store may give, to people while they work there. */
export function departRolesService({ clock }: Pick<Deps, 'clock'>) {
  const permissionsOfDepart = async (trx: Transaction, departId: string): Promise<string[]> => {
    const rows = await trx
      .selectFrom('sysDepartPermission')
      .select('permissionId')
      .where('departId', '=', departId)
      .execute()
    return rows.map(({ permissionId }) => permissionId)
  }
  const permissionsOf = async (trx: Transaction, roleIds: readonly string[]): Promise<string[]> => {
    if (roleIds.length === 0) return []
    const rows = await trx
      .selectFrom('sysDepartRolePermission')
      .select('permissionId')
      .where('roleId', 'in', roleIds)
      .distinct()
      .execute()
    return rows.map(({ permissionId }) => permissionId)
  }

  /** Roles of stores in scope, all of them or a refusal. */
  const seen = async (trx: Transaction, roleIds: readonly string[]) => {
    const ids = [...new Set(roleIds)]
    if (ids.length === 0) return []
    const rows = await trx
      .selectFrom('sysDepartRole')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (rows.length !== ids.length) throw new AppError('common.recordNotFound')
    await seenDeparts(
      trx,
      rows.map(({ departId }) => departId),
    )
    return rows
  }

  /** The same, with no right in them that the person lacks. */
  const changeable = async (trx: Transaction, ctx: CallContext, roleIds: readonly string[]) => {
    const rows = await seen(trx, roleIds)
    await holdsAll(trx, ctx.user, await permissionsOf(trx, roleIds), { menus: false })
    return rows
  }

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
        return toPage(rows.map(toRole), total, pageNo, pageSize)
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
        return rows.map(toRole)
      }),

    add: (
      input: { departId: string; roleName: string; roleCode: string; description?: string | null },
      ctx: CallContext,
    ) =>
      ctx.tx(async (trx) => {
        await seenDeparts(trx, [input.departId])
        const row = { ...input, description: input.description ?? '', id: newId(), createTime: clock() }
        await trx.insertInto('sysDepartRole').values(row).execute()
        ctx.touched({ id: row.id, after: row })
      }),

    edit: (
      id: string,
      { roleName, description }: { roleName?: string; description?: string | null },
      ctx: CallContext,
    ) =>
      ctx.tx(async (trx) => {
        const [before] = await changeable(trx, ctx, [id])
        if (roleName === undefined && description === undefined) return
        const changes = {
          ...(roleName && { roleName }),
          ...(description !== undefined && { description: description ?? '' }),
        }
        await trx.updateTable('sysDepartRole').set(changes).where('id', '=', id).execute()
        ctx.touched({ id, before, after: { ...before, ...changes } })
      }),

    remove: (ids: readonly string[], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        for (const before of await changeable(trx, ctx, ids)) {
          await trx.deleteFrom('sysDepartRole').where('id', '=', before.id).execute()
          ctx.touched({ id: before.id, before })
        }
      }),

    ofUser: (userId: string, departId: string | undefined, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        // Joined with the stores, which the scope narrows.
        let found = trx
          .selectFrom('sysDepartRoleUser')
          .innerJoin('sysDepartRole', 'sysDepartRole.id', 'sysDepartRoleUser.roleId')
          .innerJoin('sysDepart', 'sysDepart.id', 'sysDepartRole.departId')
          .select('roleId')
          .where('userId', '=', userId)
        if (departId) found = found.where('departId', '=', departId)
        const rows = await found.orderBy('roleId').execute()
        return rows.map(({ roleId }) => ({ id: `${userId}:${roleId}`, userId, droleId: roleId }))
      }),

    setOfUser: (input: { userId: string; newRoleId: string[]; oldRoleId: string[] }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const { userId, newRoleId, oldRoleId } = input
        await changeableUsers(trx, ctx.user, [userId])
        const added = newRoleId.filter((id) => !oldRoleId.includes(id))
        const removed = oldRoleId.filter((id) => !newRoleId.includes(id))
        await changeable(trx, ctx, [...added, ...removed])
        notBound(ctx.user, await permissionsOf(trx, added))
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
        ctx.touched({
          id: userId,
          kind: '/sys/user',
          before: { departRoles: oldRoleId },
          after: { departRoles: newRoleId },
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
        ctx.touched({
          id: departId,
          kind: '/sys/sysDepart',
          before: { permissions: before },
          after: { added, removed },
        })
      }),

    permissions: (roleId: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await seen(trx, [roleId])
        return permissionsOf(trx, [roleId])
      }),

    grant: ({ roleId, ...lists }: Lists & { roleId: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const [role] = await changeable(trx, ctx, [roleId])
        const before = await permissionsOf(trx, [roleId])
        const { added, removed } = difference(before, lists)
        const allowed = await permissionsOfDepart(trx, role?.departId ?? '')
        await holdsAll(trx, ctx.user, [...added, ...removed], { menus: true })
        notBound(ctx.user, added)
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
        }
        ctx.touched({
          id: roleId,
          kind: '/sys/sysDepartRole',
          before: { permissions: before },
          after: { added, removed },
        })
      }),
  }
}
