import type { z } from 'zod'
import { columnOfField } from '#server/core/lists/columns.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { pageOfTable } from '#server/db/store-list.ts'
import { created, toDataRule, toRole } from '#server/features/access/entities.view.ts'
import {
  changeableRoles,
  holdsAll,
  isPlatform,
  roleNameIsHeld,
  rolesShown,
  staysBound,
  visibleRoles,
} from '#server/features/access/rights.service.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { type RoleAdd, type RoleSearch, roleFilter } from '#shared/features/access/roles.contract.ts'
import { chosenRules, listsOf, passRulesOn, replaceRules, rulesOf } from './role-rules.repository.ts'
import { applyDifference, difference, editRole, type Lists, type RoleFields } from './roles.repository.ts'

type NewRole = z.output<typeof RoleAdd>

export function rolesService({ clock, registry }: Pick<Deps, 'clock' | 'registry'>) {
  const permissionsOf = async (trx: Transaction, roleId: string): Promise<string[]> => {
    const rows = await trx
      .selectFrom('rolePermission')
      .select('permissionId')
      .where('roleId', '=', roleId)
      .orderBy('permissionId')
      .execute()
    return rows.map(({ permissionId }) => permissionId)
  }

  /** Adds a role within a transaction and returns its id. */
  const insert = async (trx: Transaction, input: NewRole, user: SignedIn): Promise<string> => {
    const { roleCode, roleName, description, extensionLimit } = input
    await roleNameIsHeld(trx, user, roleName)
    const id = newId()
    const ownerCode = isPlatform(user) ? '' : user.orgCode
    const given = { roleCode, roleName, description: description ?? '', extensionLimit }
    const row = { id, ...given, ownerCode, ...created({ user }, clock()) }
    await trx.insertInto('role').values(row).execute()
    return id
  }

  return {
    permissionsOf,

    page: (query: RoleSearch, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const { pageNo, pageSize, order } = query
        const where = [await rolesShown(trx, ctx.user), ...listConditions(roleFilter, query, columnOfField)]
        const list = { table: 'role', where, column: columnOfField(query.column), order, pageNo, pageSize }
        const page = await pageOfTable<Parameters<typeof toRole>[0]>(trx, list)
        return { ...page, records: page.records.map(toRole) }
      }),

    all: (ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const shown = await rolesShown(trx, ctx.user)
        const rows = await trx
          .selectFrom('role as t')
          .selectAll()
          .where(shown)
          .orderBy('createdAt')
          .orderBy('id')
          .execute()
        if (rows.length === 0) throw new AppError('roles.none')
        return rows.map(toRole)
      }),

    one: (id: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const [role] = await visibleRoles(trx, ctx.user, [id])
        if (!role) throw new AppError('common.recordNotFound')
        return toRole(role)
      }),

    isCodeFree: (roleCode: string, id: string | undefined, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const taken = await trx.selectFrom('role').select('id').where('roleCode', '=', roleCode).executeTakeFirst()
        if (taken && taken.id !== id) throw new AppError('roles.codeTaken', { field: 'roleCode' })
      }),

    insert,

    add: (input: NewRole, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const id = await insert(trx, input, ctx.user)
        ctx.touched({ id, after: input })
      }),

    edit: (
      id: string,
      { extensionLimit, ...fields }: RoleFields & { extensionLimit?: number | undefined },
      ctx: CallContext,
    ) =>
      ctx.tx(async (trx) => {
        const [before] = await changeableRoles(trx, ctx.user, [id])
        await roleNameIsHeld(trx, ctx.user, fields.roleName ?? '')
        await editRole(trx, 'role', { before, fields }, ctx, clock())
        if (!before || extensionLimit === undefined || extensionLimit === before.extensionLimit) return
        await trx.updateTable('role').set({ extensionLimit }).where('id', '=', id).execute()
        const was = before.extensionLimit
        ctx.touched({ id, before: { extensionLimit: was }, after: { extensionLimit } })
      }),

    remove: (ids: readonly string[], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        for (const role of await changeableRoles(trx, ctx.user, ids)) {
          // Not even the platform administrator may delete roles that the product relies on.
          if (role.id === role.roleCode) throw new AppError('rights.builtIn')
          const had = await trx.selectFrom('userRole').select('userId').where('roleId', '=', role.id).executeTakeFirst()
          if (had) throw new AppError('roles.inUse')
          const before = { ...role, permissions: await permissionsOf(trx, role.id) }
          await trx.deleteFrom('role').where('id', '=', role.id).execute()
          ctx.touched({ id: role.id, before })
        }
      }),

    permissions: (roleId: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await visibleRoles(trx, ctx.user, [roleId])
        return permissionsOf(trx, roleId)
      }),

    grant: ({ roleId, permissionIds, lastpermissionIds }: Lists & { roleId: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await changeableRoles(trx, ctx.user, [roleId])
        const before = await permissionsOf(trx, roleId)
        const change = difference(before, permissionIds, lastpermissionIds)
        await holdsAll(trx, ctx.user, [...change.added, ...change.removed], { menus: true, everywhere: true })
        await applyDifference(trx, 'rolePermission', roleId, change)
        await passRulesOn(trx, ctx.user, 'roleRule', roleId, change.added)
        await staysBound(trx, ctx.user)
        const touched = { before: { permissions: before }, after: { permissions: await permissionsOf(trx, roleId) } }
        ctx.touched({ id: roleId, kind: '/sys/role', ...touched })
      }),

    rules: (permissionId: string, roleId: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await visibleRoles(trx, ctx.user, [roleId])
        const lists = listsOf(registry, permissionId)
        const rules = await each(lists, (list) => rulesOf(trx, list))
        if (rules.length === 0) throw new AppError('permissions.noRules')
        const bound = await each(lists, (list) => chosenRules(trx, 'roleRule', roleId, list))
        return { datarule: rules.map(toDataRule), drChecked: bound.join(',') }
      }),

    saveRules: (permissionId: string, roleId: string, ruleIds: readonly string[], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await changeableRoles(trx, ctx.user, [roleId])
        const granted = await permissionsOf(trx, roleId)
        const lists = listsOf(registry, permissionId)
        const known = await each(lists, (list) => rulesOf(trx, list))
        if (ruleIds.some((id) => !known.some((rule) => rule.id === id))) throw new AppError('common.recordNotFound')
        for (const list of lists) {
          const wanted = ruleIds.filter((id) => known.some((rule) => rule.id === id && rule.permissionId === list))
          // A page may contain a list that was not granted to the role.
          if (!granted.includes(list)) {
            if (wanted.length > 0 || list === permissionId) throw new AppError('rights.grantFirst')
            continue
          }
          const ownRules = ctx.user.rules.filter((rule) => rule.permissionId === list)
          if (ownRules.some(({ id }) => !wanted.includes(id))) throw new AppError('rights.notYours')
          const before = await chosenRules(trx, 'roleRule', roleId, list)
          await replaceRules(trx, 'roleRule', roleId, list, wanted)
          ctx.touched({
            id: roleId,
            before: { permissionId: list, rules: before },
            after: { permissionId: list, rules: wanted },
          })
        }
      }),
  }
}

const each = async <T>(lists: readonly string[], of: (list: string) => Promise<T[]>): Promise<T[]> => {
  const found: T[] = []
  for (const list of lists) found.push(...(await of(list)))
  return found
}
