import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { holdsAll, visibleDeparts } from '#server/features/access/rights.service.ts'
import { AppError } from '#shared/core/errors.ts'

/** The permissions that a store may grant to its roles. */
export async function permissionsOfDepart(trx: Transaction, departId: string): Promise<string[]> {
  const rows = await trx.selectFrom('storePermission').select('permissionId').where('storeId', '=', departId).execute()
  return rows.map(({ permissionId }) => permissionId)
}

/** All permissions that roles of stores grant. */
export async function permissionsOf(trx: Transaction, roleIds: readonly string[]): Promise<string[]> {
  if (roleIds.length === 0) return []
  const rows = await trx
    .selectFrom('storeRolePermission')
    .select('permissionId')
    .where('roleId', 'in', roleIds)
    .distinct()
    .execute()
  return rows.map(({ permissionId }) => permissionId)
}

/** The roles that a user has of the stores in scope, or of one of them. */
export async function departRolesOf(trx: Transaction, userId: string, departId?: string): Promise<string[]> {
  // Joined with the stores, which the scope narrows.
  let found = trx
    .selectFrom('storeRoleUser')
    .innerJoin('storeRole', 'storeRole.id', 'storeRoleUser.roleId')
    .innerJoin('store', 'store.id', 'storeRole.storeId')
    .select('roleId')
    .where('userId', '=', userId)
  if (departId) found = found.where('storeId', '=', departId)
  return (await found.orderBy('roleId').execute()).map(({ roleId }) => roleId)
}

/** Roles of stores in scope by their ids; throws if one is missing. Takes no locks. */
export async function seenDepartRoles(trx: Transaction, roleIds: readonly string[], isChanged = false) {
  const ids = [...new Set(roleIds)]
  if (ids.length === 0) return []
  const found = trx.selectFrom('storeRole').selectAll().where('id', 'in', ids).orderBy('id')
  const rows = await (isChanged ? found.forUpdate() : found).execute()
  if (rows.length !== ids.length) throw new AppError('common.recordNotFound')
  await visibleDeparts(
    trx,
    rows.map(({ storeId }) => storeId),
  )
  return rows
}

/** The same, locked; throws if they contain a right that the user lacks. */
export async function changeableDepartRoles(trx: Transaction, user: SignedIn, roleIds: readonly string[]) {
  const rows = await seenDepartRoles(trx, roleIds, true)
  await holdsAll(trx, user, await permissionsOf(trx, roleIds), { menus: false })
  return rows
}
