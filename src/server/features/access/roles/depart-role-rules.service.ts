import type { CallContext, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { toDataRule } from '#server/features/access/entities.view.ts'
import { visibleDeparts } from '#server/features/access/rights.service.ts'
import { AppError } from '#shared/core/errors.ts'
import { changeableDepartRoles, permissionsOf, seenDepartRoles } from './depart-roles.repository.ts'
import { chosenRules, knownRules, replaceRules, rulesOf } from './role-rules.repository.ts'

/** Throws if roles of stores grant a list without a data rule that binds the user in it. */
export async function assignableDepartRoles(
  trx: Transaction,
  user: SignedIn,
  roleIds: readonly string[],
): Promise<void> {
  for (const roleId of user.rules.length > 0 ? roleIds : []) {
    const granted = await permissionsOf(trx, [roleId])
    for (const { id, permissionId } of user.rules) {
      if (!granted.includes(permissionId)) continue
      if (!(await chosenRules(trx, 'storeRoleRule', roleId, permissionId)).includes(id)) {
        throw new AppError('rights.notYours')
      }
    }
  }
}

/** The data rules that a store may use in its roles, and those of each role (`api-family 3`). */
export const departRoleRulesService = {
  ofDepart: (permissionId: string, departId: string, ctx: CallContext) =>
    ctx.tx(async (trx) => {
      await visibleDeparts(trx, [departId])
      const rules = await rulesOf(trx, permissionId)
      if (rules.length === 0) throw new AppError('permissions.noRules')
      const checked = await chosenRules(trx, 'storeRule', departId, permissionId)
      return { datarule: rules.map(toDataRule), drChecked: checked.join(',') }
    }),

  saveOfDepart: (
    { permissionId, departId, dataRuleIds }: Record<'permissionId' | 'departId', string> & { dataRuleIds: string[] },
    ctx: CallContext,
  ) =>
    ctx.tx(async (trx) => {
      await visibleDeparts(trx, [departId])
      // Locked until the end, so that of two concurrent changes the second one replaces the first.
      const granted = await trx
        .selectFrom('storePermission')
        .select('permissionId')
        .where('storeId', '=', departId)
        .where('permissionId', '=', permissionId)
        .forUpdate()
        .executeTakeFirst()
      if (!granted) throw new AppError('rights.grantFirst')
      await knownRules(trx, permissionId, dataRuleIds)
      const before = await chosenRules(trx, 'storeRule', departId, permissionId)
      await replaceRules(trx, 'storeRule', departId, permissionId, dataRuleIds)
      const change = { before: { permissionId, rules: before }, after: { permissionId, rules: dataRuleIds } }
      ctx.touched({ id: departId, kind: '/sys/sysDepart', ...change })
    }),

  ofRole: (permissionId: string, departId: string, roleId: string, ctx: CallContext) =>
    ctx.tx(async (trx) => {
      const [role] = await seenDepartRoles(trx, [roleId])
      if (role?.storeId !== departId) throw new AppError('common.recordNotFound')
      const checked = await chosenRules(trx, 'storeRoleRule', roleId, permissionId)
      // A rule that the store has dropped since still applies, and is shown so that it can be removed.
      const offered = new Set([...(await chosenRules(trx, 'storeRule', departId, permissionId)), ...checked])
      const rules = (await rulesOf(trx, permissionId)).filter(({ id }) => offered.has(id))
      if (rules.length === 0) throw new AppError('permissions.noRules')
      return { datarule: rules.map(toDataRule), drChecked: checked.join(',') }
    }),

  saveOfRole: (
    { permissionId, roleId, dataRuleIds }: Record<'permissionId' | 'roleId', string> & { dataRuleIds: string[] },
    ctx: CallContext,
  ) =>
    ctx.tx(async (trx) => {
      const [role] = await changeableDepartRoles(trx, ctx.user, [roleId])
      if (!(await permissionsOf(trx, [roleId])).includes(permissionId)) throw new AppError('rights.grantFirst')
      const ownRules = ctx.user.rules.filter((rule) => rule.permissionId === permissionId)
      if (ownRules.some(({ id }) => !dataRuleIds.includes(id))) throw new AppError('rights.notYours')
      await knownRules(trx, permissionId, dataRuleIds)
      const before = await chosenRules(trx, 'storeRoleRule', roleId, permissionId)
      const offered = await chosenRules(trx, 'storeRule', role?.storeId ?? '', permissionId)
      if (dataRuleIds.some((id) => !offered.includes(id) && !before.includes(id))) {
        throw new AppError('rights.notYours')
      }
      await replaceRules(trx, 'storeRoleRule', roleId, permissionId, dataRuleIds)
      const change = { before: { permissionId, rules: before }, after: { permissionId, rules: dataRuleIds } }
      ctx.touched({ id: roleId, kind: '/sys/sysDepartRole', ...change })
    }),
}
