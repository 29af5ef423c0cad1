import { sql } from 'kysely'
import { dataRules, type RuledList } from '#server/core/auth-rules.ts'
import { columnOfField } from '#server/core/columns.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { roleFilter } from '#shared/features/access/roles.contract.ts'
import { userFilter } from '#shared/features/access/users.schema.ts'

/** The platform administrator, who may do everything without being granted anything. */
export const isPlatform = ({ identity }: SignedIn): boolean => identity === '-1'

export function platformOnly(user: SignedIn): void {
  if (!isPlatform(user)) throw new AppError('rights.platformOnly')
}

/**
 * The actions that a person has by roles, so everywhere. Those of roles of a store stay there: a role, which counts everywhere, would
 * carry them off.
 */
async function actionsEverywhere(trx: Transaction, { id }: SignedIn): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ perms: string }>`select p.perms from permission p
    where p.menu_type = 2 and (p.status = '0' or p.id in (
      select rp.permission_id from role_permission rp join user_role ur on ur.role_id = rp.role_id
      where ur.user_id = ${id}))`.execute(trx)
  return new Set(rows.map(({ perms }) => perms))
}

/** Refuses to give or take what the person does not have. Menus only show the way to calls, so for roles they do not count. */
export async function holdsAll(
  trx: Transaction,
  user: SignedIn,
  permissionIds: readonly string[],
  { menus, everywhere = false }: { menus: boolean; everywhere?: boolean },
): Promise<void> {
  const ids = [...new Set(permissionIds)]
  if (ids.length === 0) return
  const rows = await trx.selectFrom('permission').select(['id', 'perms', 'menuType']).where('id', 'in', ids).execute()
  if (rows.length !== ids.length) throw new AppError('common.recordNotFound')
  if (isPlatform(user)) return
  const actions = everywhere ? await actionsEverywhere(trx, user) : user.actions
  const held = rows.every((row) => (row.menuType === 2 ? actions.has(row.perms) : !menus || user.granted.has(row.id)))
  if (!held) throw new AppError('rights.notYours')
}

/**
 * Refuses a change of roles by which whoever makes it would be free of a data rule and keep its list; called when the change is
 * made, before it is committed.
 */
export async function staysBound(trx: Transaction, { id, orgCode, rules }: SignedIn): Promise<void> {
  if (rules.length === 0) return
  const { rows } = await sql`select from permission_rule r
    where r.id = any(${rules.map((rule) => rule.id)}::uuid[])
      and r.id not in (select rule_id from bound_rules(${id}, ${orgCode}))
      and r.permission_id in (select permission_id from granted_permissions(${id}, ${orgCode})) limit 1`.execute(trx)
  if (rows.length > 0) throw new AppError('rights.notYours')
}

/** Roles that a person sees: built-in ones, those of the own store, of what it belongs to and of what belongs to it. */
export const roleIsSeen = (user: SignedIn, alias: string) => {
  const owner = sql.ref(`${alias}.ownerCode`)
  return isPlatform(user)
    ? sql<boolean>`true`
    : sql<boolean>`(starts_with(${user.orgCode}, ${owner}) or starts_with(${owner}, ${user.orgCode}))`
}

/** Roles as lists and data rules know them. */
const roleList: RuledList = { permissions: ['role:list'], fields: roleFilter, columnOf: columnOfField }

/** What every list of roles shows at most, of the table aliased `t`: the roles that a person sees, narrowed by the data rules. */
export async function rolesShown(trx: Transaction, user: SignedIn) {
  const rules = await dataRules(trx, user, roleList, new Date())
  return sql<boolean>`${sql.join([roleIsSeen(user, 't'), ...rules], sql` and `)}`
}

/**
 * Roles that a person sees; one that is missing or foreign is answered as if it did not exist. Who gives a role only shares it
 * with others who do, so that a long import keeps nobody waiting but who changes it; who reads it waits for nobody.
 */
export async function seenRoles(
  trx: Transaction,
  user: SignedIn,
  roleIds: readonly string[],
  hold?: 'given' | 'changed',
) {
  const ids = [...new Set(roleIds)]
  if (ids.length === 0) return []
  const shown = await rolesShown(trx, user)
  const found = trx.selectFrom('role as t').selectAll().where('id', 'in', ids).where(shown).orderBy('id')
  const held = hold === undefined ? found : hold === 'given' ? found.forShare() : found.forUpdate()
  const roles = await held.execute()
  if (roles.length !== ids.length) throw new AppError('common.recordNotFound')
  return roles
}

/** Roles that a person may change: those of the own store and below it, with no right that the person lacks. */
export async function changeableRoles(trx: Transaction, user: SignedIn, roleIds: readonly string[]) {
  const roles = await seenRoles(trx, user, roleIds, 'changed')
  if (isPlatform(user)) return roles
  for (const { ownerCode } of roles) {
    if (ownerCode === '') throw new AppError('rights.builtIn')
    if (!ownerCode.startsWith(user.orgCode)) throw new AppError('common.recordNotFound')
  }
  await rolesAreHeld(trx, user, roleIds)
  return roles
}

/** Refuses roles that give more than the person has: an action, or the same list without a data rule that binds the person. */
export async function assignableRoles(trx: Transaction, user: SignedIn, roleIds: readonly string[]): Promise<void> {
  await seenRoles(trx, user, roleIds, 'given')
  if (isPlatform(user) || roleIds.length === 0) return
  await rolesAreHeld(trx, user, roleIds)
  if (user.rules.length === 0) return
  const granted = await trx
    .selectFrom('rolePermission')
    .select(['roleId', 'permissionId'])
    .where('roleId', 'in', roleIds)
    .execute()
  const bound = await trx.selectFrom('roleRule').select(['roleId', 'ruleId']).where('roleId', 'in', roleIds).execute()
  const binds = new Set(bound.map(({ roleId, ruleId }) => `${roleId} ${ruleId}`))
  const free = granted.some(({ roleId, permissionId }) =>
    user.rules.some((rule) => rule.permissionId === permissionId && !binds.has(`${roleId} ${rule.id}`)),
  )
  if (free) throw new AppError('rights.notYours')
}

async function rolesAreHeld(trx: Transaction, user: SignedIn, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return
  const rows = await trx
    .selectFrom('rolePermission')
    .innerJoin('permission', 'permission.id', 'rolePermission.permissionId')
    .select('perms')
    .where('roleId', 'in', roleIds)
    .where('menuType', '=', 2)
    .execute()
  const actions = await actionsEverywhere(trx, user)
  if (!rows.every(({ perms }) => actions.has(perms))) throw new AppError('rights.notYours')
}

/** Stores by id that the scope covers, all of them or a refusal. */
export async function seenDeparts(trx: Transaction, departIds: readonly string[]) {
  const ids = [...new Set(departIds)]
  if (ids.length === 0) return []
  const departs = await trx.selectFrom('store').selectAll().where('id', 'in', ids).execute()
  if (departs.length !== ids.length) throw new AppError('common.recordNotFound')
  return departs
}

/** Users as lists and data rules know them. */
export const userList: RuledList = { permissions: ['user:list'], fields: userFilter, columnOf: columnOfField }

export interface Subject {
  id: string
  username: string
  realname: string
  identity: string
  status: number
  deleted: boolean
}

/** Has, at a store of theirs, a list without a data rule that binds the person in it. */
const isFreer = ({ rules }: SignedIn) =>
  rules.length === 0
    ? sql`false`
    : sql`exists (
        select from unnest(${rules.map(({ id }) => id)}::uuid[], ${rules.map((rule) => rule.permissionId)}::text[])
          as mine (rule_id, permission_id)
        cross join user_store ud join store d on d.id = ud.store_id
        where ud.user_id = t.id and mine.permission_id in (select permission_id from granted_permissions(t.id, d.org_code))
          and mine.rule_id not in (select rule_id from bound_rules(t.id, d.org_code)))`

/**
 * The users that a person may change: every store of theirs in the person's scope, no identity above the person's, and no right
 * that the person lacks or is bound in by a data rule that they are not; otherwise a new password would be a way to more. Whom a
 * data rule hides cannot be changed. Locks their rows.
 */
export async function changeableUsers(
  trx: Transaction,
  user: SignedIn,
  userIds: readonly string[],
  deleted = false,
): Promise<Subject[]> {
  const ids = [...new Set(userIds)]
  const rules = await dataRules(trx, user, userList, new Date())
  const { rows } = await sql<Subject & { stores: number; mine: number; perms: string[] | null; freer: boolean }>`
    select t.id, t.username, t.realname, t.identity, t.status, t.deleted_at is not null as deleted,
      (select count(*) from user_store ud where ud.user_id = t.id) as stores,
      (select count(*) from user_store ud join store d on d.id = ud.store_id where ud.user_id = t.id) as mine,
      (select array_agg(p.perms) from permission p where p.menu_type = 2 and p.id in (
        select rp.permission_id from role_permission rp join user_role ur on ur.role_id = rp.role_id
          where ur.user_id = t.id
        union select rp.permission_id from store_role_permission rp
          join store_role_user ru on ru.role_id = rp.role_id where ru.user_id = t.id)) as perms,
      ${isFreer(user)} as freer
    from user_account t where ${sql.join([sql`t.id = any(${ids}::uuid[])`, ...rules], sql` and `)}
    order by t.id for update of t`.execute(trx)
  const known = rows.filter((row) => row.deleted === deleted && (isPlatform(user) || row.mine > 0))
  if (known.length !== ids.length) throw new AppError('common.recordNotFound')
  for (const row of isPlatform(user) ? [] : known) {
    if (row.mine < row.stores) throw new AppError('users.outOfScope')
    const higher = Number(row.identity) < Number(user.identity)
    if (higher || row.freer || row.perms?.some((perms) => !user.actions.has(perms)))
      throw new AppError('users.aboveYou')
  }
  return known
}

/** The same by the name that a person signs in with. */
export async function changeableUser(trx: Transaction, user: SignedIn, username: string): Promise<{ id: string }> {
  const found = await trx
    .selectFrom('userAccount')
    .select('id')
    .where('username', '=', username.toLowerCase())
    .executeTakeFirst()
  if (!found) throw new AppError('common.recordNotFound')
  await changeableUsers(trx, user, [found.id])
  return found
}
