import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { holdsAll, seenDeparts } from './rights.service.ts'

/** What a store may give to its roles. */
export async function permissionsOfDepart(trx: Transaction, departId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('sysDepartPermission')
    .select('permissionId')
    .where('departId', '=', departId)
    .execute()
  return rows.map(({ permissionId }) => permissionId)
}

/** What roles of stores grant, together. */
export async function permissionsOf(trx: Transaction, roleIds: readonly string[]): Promise<string[]> {
  if (roleIds.length === 0) return []
  const rows = await trx
    .selectFrom('sysDepartRolePermission')
    .select('permissionId')
    .where('roleId', 'in', roleIds)
    .distinct()
    .execute()
  return rows.map(({ permissionId }) => permissionId)
}

/** Roles of stores in scope, all of them or a refusal; locks them. */
export async function seenDepartRoles(trx: Transaction, roleIds: readonly string[]) {
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
export async function changeableDepartRoles(trx: Transaction, user: SignedIn, roleIds: readonly string[]) {
  const rows = await seenDepartRoles(trx, roleIds)
  await holdsAll(trx, user, await permissionsOf(trx, roleIds), { menus: false })
  return rows
}
