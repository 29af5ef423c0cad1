import { sql } from 'kysely'
import type { Registry, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

/** The column of the owner of the rules in each table. */
const ownerOf = { roleRule: 'roleId', storeRoleRule: 'roleId', storeRule: 'storeId' } as const
type RuleTable = keyof typeof ownerOf

/** The lists that a permission's data rules narrow: its own list, or the lists on its page, in the page's order. */
export function listsOf({ ruledLists, menus }: Registry, permissionId: string): string[] {
  if (ruledLists.has(permissionId)) return [permissionId]
  const page = menus.find(({ id }) => id === permissionId)
  return (page?.modules ?? []).map((module) => `${module}:list`).filter((list) => ruledLists.has(list))
}

/** The data rules of a permission. */
export const rulesOf = (trx: Transaction, permissionId: string) =>
  trx.selectFrom('permissionRule').selectAll().where('permissionId', '=', permissionId).orderBy('id').execute()

/** Throws if data rules do not belong to the permission. */
export async function knownRules(trx: Transaction, permissionId: string, ruleIds: readonly string[]): Promise<void> {
  const rules = await rulesOf(trx, permissionId)
  if (ruleIds.some((id) => !rules.some((rule) => rule.id === id))) throw new AppError('common.recordNotFound')
}

/** Rules of a permission that bind a role, or that a store may use in its roles. */
export async function chosenRules(
  trx: Transaction,
  table: RuleTable,
  owner: string,
  permissionId: string,
): Promise<string[]> {
  const { rows } = await sql<{ ruleId: string }>`select rule_id from ${sql.table(table)}
    where ${sql.ref(ownerOf[table])} = ${owner} and permission_id = ${permissionId} order by rule_id`.execute(trx)
  return rows.map(({ ruleId }) => ruleId)
}

/** Replaces the rules that `chosenRules` returns. */
export async function replaceRules(
  trx: Transaction,
  table: RuleTable,
  owner: string,
  permissionId: string,
  ruleIds: readonly string[],
): Promise<void> {
  const whose = sql.ref(ownerOf[table])
  await sql`delete from ${sql.table(table)} where ${whose} = ${owner} and permission_id = ${permissionId}`.execute(trx)
  if (ruleIds.length === 0) return
  const rows = sql.join([...new Set(ruleIds)].map((id) => sql`(${owner}, ${permissionId}, ${id})`))
  await sql`insert into ${sql.table(table)} (${whose}, permission_id, rule_id) values ${rows}`.execute(trx)
}

/** Adds the data rules that bind the user to a role that the user grants the right to. */
export async function passRulesOn(
  trx: Transaction,
  user: SignedIn,
  table: 'roleRule' | 'storeRoleRule',
  roleId: string,
  permissionIds: readonly string[],
): Promise<void> {
  const rows = user.rules
    .filter(({ permissionId }) => permissionIds.includes(permissionId))
    .map(({ id, permissionId }) => ({ roleId, permissionId, ruleId: id }))
  if (rows.length === 0) return
  await trx
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
