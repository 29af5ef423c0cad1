import type { CallContext, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { changeableDepartRoles, permissionsOf, seenDepartRoles } from './depart-roles.repository.ts'
import { toDataRule } from './entities.view.ts'
import { seenDeparts } from './rights.service.ts'

type Bound = 'sysDepartRoleRule' | 'sysDepartRule'

/** Rules of a permission that are chosen for a store, or bind one of its roles. */
async function chosen(trx: Transaction, table: Bound, owner: string, permissionId: string): Promise<string[]> {
  // The two tables differ in the name of their owner only.
  const rows =
    table === 'sysDepartRule'
      ? await trx
          .selectFrom(table)
          .select('ruleId')
          .where('departId', '=', owner)
          .where('permissionId', '=', permissionId)
          .execute()
      : await trx
          .selectFrom(table)
          .select('ruleId')
          .where('roleId', '=', owner)
          .where('permissionId', '=', permissionId)
          .execute()
  return rows.map(({ ruleId }) => ruleId).sort()
}

const rulesOf = (trx: Transaction, permissionId: string) =>
  trx.selectFrom('sysPermissionRule').selectAll().where('permissionId', '=', permissionId).orderBy('id').execute()

/** What the person is bound by binds the store's role that gets the right from them. */
export async function passRulesOn(
  trx: Transaction,
  user: SignedIn,
  roleId: string,
  permissionIds: readonly string[],
): Promise<void> {
  const rows = user.rules
    .filter(({ permissionId }) => permissionIds.includes(permissionId))
    .map(({ id, permissionId }) => ({ roleId, permissionId, ruleId: id }))
  if (rows.length === 0) return
  await trx
    .insertInto('sysDepartRoleRule')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Refuses to give roles of stores that grant a list without a data rule that binds the person in it. */
export async function assignableDepartRoles(
  trx: Transaction,
  user: SignedIn,
  roleIds: readonly string[],
): Promise<void> {
  for (const roleId of user.rules.length > 0 ? roleIds : []) {
    const granted = await permissionsOf(trx, [roleId])
    for (const { id, permissionId } of user.rules) {
      if (!granted.includes(permissionId)) continue
      if (!(await chosen(trx, 'sysDepartRoleRule', roleId, permissionId)).includes(id)) {
        throw new AppError('rights.notYours')
      }
    }
  }
}

/** Which data rules a store may bind its roles by, and which bind one of them (`api-family 3`). */
export const departRoleRulesService = {
  ofDepart: (permissionId: string, departId: string, ctx: CallContext) =>
    ctx.tx(async (trx) => {
      await seenDeparts(trx, [departId])
      const rules = await rulesOf(trx, permissionId)
      if (rules.length === 0) throw new AppError('permissions.noRules')
      const checked = await chosen(trx, 'sysDepartRule', departId, permissionId)
      return { datarule: rules.map(toDataRule), drChecked: checked.join(',') }
    }),

  saveOfDepart: (
    { permissionId, departId, dataRuleIds }: Record<'permissionId' | 'departId', string> & { dataRuleIds: string[] },
    ctx: CallContext,
  ) =>
    ctx.tx(async (trx) => {
      await seenDeparts(trx, [departId])
      // Held until the end, so that of two who choose at once the second replaces what the first chose.
      const granted = await trx
        .selectFrom('sysDepartPermission')
        .select('permissionId')
        .where('departId', '=', departId)
        .where('permissionId', '=', permissionId)
        .forUpdate()
        .executeTakeFirst()
      if (!granted) throw new AppError('rights.grantFirst')
      await known(trx, permissionId, dataRuleIds)
      const before = await chosen(trx, 'sysDepartRule', departId, permissionId)
      await trx
        .deleteFrom('sysDepartRule')
        .where('departId', '=', departId)
        .where('permissionId', '=', permissionId)
        .execute()
      const rows = [...new Set(dataRuleIds)].map((ruleId) => ({ departId, permissionId, ruleId }))
      if (rows.length > 0) await trx.insertInto('sysDepartRule').values(rows).execute()
      const change = { before: { permissionId, rules: before }, after: { permissionId, rules: dataRuleIds } }
      ctx.touched({ id: departId, kind: '/sys/sysDepart', ...change })
    }),

  ofRole: (permissionId: string, departId: string, roleId: string, ctx: CallContext) =>
    ctx.tx(async (trx) => {
      const [role] = await seenDepartRoles(trx, [roleId])
      if (role?.departId !== departId) throw new AppError('common.recordNotFound')
      const checked = await chosen(trx, 'sysDepartRoleRule', roleId, permissionId)
      // One that the store has given up since goes on binding, and is shown so that it can be taken away.
      const offered = new Set([...(await chosen(trx, 'sysDepartRule', departId, permissionId)), ...checked])
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
      const mine = ctx.user.rules.filter((rule) => rule.permissionId === permissionId)
      if (mine.some(({ id }) => !dataRuleIds.includes(id))) throw new AppError('rights.notYours')
      await known(trx, permissionId, dataRuleIds)
      const before = await chosen(trx, 'sysDepartRoleRule', roleId, permissionId)
      const offered = await chosen(trx, 'sysDepartRule', role?.departId ?? '', permissionId)
      if (dataRuleIds.some((id) => !offered.includes(id) && !before.includes(id))) {
        throw new AppError('rights.notYours')
      }
      await trx
        .deleteFrom('sysDepartRoleRule')
        .where('roleId', '=', roleId)
        .where('permissionId', '=', permissionId)
        .execute()
      const rows = [...new Set(dataRuleIds)].map((ruleId) => ({ roleId, permissionId, ruleId }))
      if (rows.length > 0) await trx.insertInto('sysDepartRoleRule').values(rows).execute()
      const change = { before: { permissionId, rules: before }, after: { permissionId, rules: dataRuleIds } }
      ctx.touched({ id: roleId, kind: '/sys/sysDepartRole', ...change })
    }),
}

async function known(trx: Transaction, permissionId: string, ruleIds: readonly string[]): Promise<void> {
  const rules = await rulesOf(trx, permissionId)
  if (ruleIds.some((id) => !rules.some((rule) => rule.id === id))) throw new AppError('common.recordNotFound')
}
