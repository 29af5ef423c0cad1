import { sql } from 'kysely'
import type { z } from 'zod'
import { listConditions } from '#server/core/list.ts'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { toPage } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { type RoleAdd, type RoleSearch, roleFilter } from '#shared/features/access/roles.contract.ts'
import { created, toDataRule, toRole, updated } from './entities.view.ts'
import { changeableRoles, holdsAll, isPlatform, roleIsSeen, seenRoles, staysBound } from './rights.service.ts'

interface RoleFields {
  roleName?: string
  description?: string | null
}

type NewRole = z.output<typeof RoleAdd>

export function rolesService({ clock }: Pick<Deps, 'clock'>) {
  const permissionsOf = async (trx: Transaction, roleId: string): Promise<string[]> => {
    const rows = await trx
      .selectFrom('sysRolePermission')
      .select('permissionId')
      .where('roleId', '=', roleId)
      .orderBy('permissionId')
      .execute()
    return rows.map(({ permissionId }) => permissionId)
  }

  /** What the person is bound by binds whoever gets the right from them. */
  const passRulesOn = async (trx: Transaction, user: SignedIn, roleId: string, permissionIds: readonly string[]) => {
    const rows = user.rules
      .filter(({ permissionId }) => permissionIds.includes(permissionId))
      .map(({ id, permissionId }) => ({ roleId, permissionId, ruleId: id }))
    if (rows.length === 0) return
    await trx
      .insertInto('sysRoleRule')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Adds a role within a transaction, and answers the id. */
  const insert = async (trx: Transaction, input: NewRole, user: SignedIn): Promise<string> => {
    const { roleCode, roleName, description } = input
    const id = newId()
    const ownerCode = isPlatform(user) ? '' : user.orgCode
    const row = { id, roleCode, roleName, description: description ?? '', ownerCode, ...created({ user }, clock()) }
    await trx.insertInto('sysRole').values(row).execute()
    return id
  }

  return {
    permissionsOf,

    page: (query: RoleSearch, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const { pageNo, pageSize, order } = query
        const filters = listConditions(roleFilter, query, (field) => field)
        const where = sql.join([roleIsSeen(ctx.user, 't'), ...filters], sql` and `)
        const direction = sql.raw(order)
        const { rows } = await sql<Parameters<typeof toRole>[0]>`select t.* from sys_role t where ${where}
          order by ${sql.ref(`t.${query.column}`)} ${direction}, t.id ${direction}
          limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(trx)
        const count = await sql<{ total: number }>`select count(*) as total from sys_role t where ${where}`.execute(trx)
        return toPage(rows.map(toRole), count.rows[0]?.total ?? 0, pageNo, pageSize)
      }),

    all: (ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const seen = roleIsSeen(ctx.user, 'sysRole')
        const rows = await trx
          .selectFrom('sysRole')
          .selectAll()
          .where(seen)
          .orderBy('createTime')
          .orderBy('id')
          .execute()
        if (rows.length === 0) throw new AppError('roles.none')
        return rows.map(toRole)
      }),

    one: (id: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const [role] = await seenRoles(trx, ctx.user, [id])
        if (!role) throw new AppError('common.recordNotFound')
        return toRole(role)
      }),

    isCodeFree: (roleCode: string, id: string | undefined, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const taken = await trx.selectFrom('sysRole').select('id').where('roleCode', '=', roleCode).executeTakeFirst()
        if (taken && taken.id !== id) throw new AppError('roles.codeTaken', { field: 'roleCode' })
      }),

    insert,

    add: (input: NewRole, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const id = await insert(trx, input, ctx.user)
        ctx.touched({ id, after: input })
      }),

    edit: (id: string, { roleName, description }: RoleFields, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const [before] = await changeableRoles(trx, ctx.user, [id])
        if (roleName === undefined && description === undefined) return
        const changes = {
          ...(roleName && { roleName }),
          ...(description !== undefined && { description: description ?? '' }),
        }
        await trx
          .updateTable('sysRole')
          .set({ ...changes, ...updated(ctx, clock()) })
          .where('id', '=', id)
          .execute()
        ctx.touched({ id, before, after: { ...before, ...changes } })
      }),

    remove: (ids: readonly string[], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        for (const role of await changeableRoles(trx, ctx.user, ids)) {
          // Not even the platform administrator removes what the product itself counts on.
          if (role.id === role.roleCode) throw new AppError('rights.builtIn')
          const had = await trx
            .selectFrom('sysUserRole')
            .select('userId')
            .where('roleId', '=', role.id)
            .executeTakeFirst()
          if (had) throw new AppError('roles.inUse')
          const before = { ...role, permissions: await permissionsOf(trx, role.id) }
          await trx.deleteFrom('sysRole').where('id', '=', role.id).execute()
          ctx.touched({ id: role.id, before })
        }
      }),

    permissions: (roleId: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await seenRoles(trx, ctx.user, [roleId])
        return permissionsOf(trx, roleId)
      }),

    /** Adds and removes only the difference, so that two people who grant at once do not undo each other. */
    grant: (
      {
        roleId,
        permissionIds,
        lastpermissionIds,
      }: Record<'permissionIds' | 'lastpermissionIds', string[]> & { roleId: string },
      ctx: CallContext,
    ) =>
      ctx.tx(async (trx) => {
        await changeableRoles(trx, ctx.user, [roleId])
        const before = await permissionsOf(trx, roleId)
        const added = permissionIds.filter((id) => !before.includes(id))
        const removed = lastpermissionIds.filter((id) => !permissionIds.includes(id) && before.includes(id))
        await holdsAll(trx, ctx.user, [...added, ...removed], { menus: true })
        if (removed.length > 0) {
          await trx
            .deleteFrom('sysRolePermission')
            .where('roleId', '=', roleId)
            .where('permissionId', 'in', removed)
            .execute()
        }
        if (added.length > 0) {
          const rows = [...new Set(added)].map((permissionId) => ({ roleId, permissionId }))
          await trx
            .insertInto('sysRolePermission')
            .values(rows)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
          await passRulesOn(trx, ctx.user, roleId, added)
        }
        await staysBound(trx, ctx.user)
        const touched = { before: { permissions: before }, after: { permissions: await permissionsOf(trx, roleId) } }
        ctx.touched({ id: roleId, kind: '/sys/role', ...touched })
      }),

    rules: (permissionId: string, roleId: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await seenRoles(trx, ctx.user, [roleId])
        const rules = await trx
          .selectFrom('sysPermissionRule')
          .selectAll()
          .where('permissionId', '=', permissionId)
          .orderBy('id')
          .execute()
        if (rules.length === 0) throw new AppError('permissions.noRules')
        const bound = await boundRules(trx, permissionId, roleId)
        return { datarule: rules.map(toDataRule), drChecked: bound.join(',') }
      }),

    saveRules: (permissionId: string, roleId: string, ruleIds: readonly string[], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await changeableRoles(trx, ctx.user, [roleId])
        if (!(await permissionsOf(trx, roleId)).includes(permissionId)) throw new AppError('rights.grantFirst')
        const mine = ctx.user.rules.filter((rule) => rule.permissionId === permissionId)
        if (mine.some(({ id }) => !ruleIds.includes(id))) throw new AppError('rights.notYours')
        const before = await boundRules(trx, permissionId, roleId)
        const known = await trx
          .selectFrom('sysPermissionRule')
          .select('id')
          .where('permissionId', '=', permissionId)
          .execute()
        if (ruleIds.some((id) => !known.some((rule) => rule.id === id))) throw new AppError('common.recordNotFound')
        await trx
          .deleteFrom('sysRoleRule')
          .where('roleId', '=', roleId)
          .where('permissionId', '=', permissionId)
          .execute()
        const rows = [...new Set(ruleIds)].map((ruleId) => ({ roleId, permissionId, ruleId }))
        if (rows.length > 0) await trx.insertInto('sysRoleRule').values(rows).execute()
        ctx.touched({ id: roleId, before: { permissionId, rules: before }, after: { permissionId, rules: ruleIds } })
      }),
  }
}

async function boundRules(trx: Transaction, permissionId: string, roleId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('sysRoleRule')
    .select('ruleId')
    .where('roleId', '=', roleId)
    .where('permissionId', '=', permissionId)
    .orderBy('ruleId')
    .execute()
  return rows.map(({ ruleId }) => ruleId)
}
