import { sql } from 'kysely'
import { dataRules, type RuledList } from '#server/core/auth/auth-rules.ts'
import { columnOfField } from '#server/core/lists/columns.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { roleFilter } from '#shared/features/access/roles.contract.ts'
import { userFilter } from '#shared/features/access/users.schema.ts'

/** The platform administrator, who has all rights without a grant. */
export const isPlatform = ({ identity }: SignedIn): boolean => identity === '-1'

/** Menu entries and actions that a user may know of: not those of another organisation's forms. */
export const permissionIsSeen = (user: SignedIn) =>
  isPlatform(user) ? sql<boolean>`true` : sql<boolean>`counts_at(permission.owner_code, ${user.orgCode})`

export function platformOnly(user: SignedIn): void {
  if (!isPlatform(user)) throw new AppError('rights.platformOnly')
}

/**
 * The actions that a user has everywhere, by roles. Actions of department roles are left out: granted in a role, which counts
 * everywhere, they would leave their store.
 */
async function actionsEverywhere(trx: Transaction, { id, orgCode }: SignedIn): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ perms: string }>`select p.perms from permission p
    where p.menu_type = 2 and counts_at(p.owner_code, ${orgCode}) and (p.status = '0' or p.id in (
      select rp.permission_id from role_permission rp join user_role ur on ur.role_id = rp.role_id
      where ur.user_id = ${id}))`.execute(trx)
  return new Set(rows.map(({ perms }) => perms))
}

/** Throws if the user grants or revokes a right that they lack. Menus give no access to calls, so for roles they do not count. */
export async function holdsAll(
  trx: Transaction,
  user: SignedIn,
  permissionIds: readonly string[],
  { menus, everywhere = false }: { menus: boolean; everywhere?: boolean },
): Promise<void> {
  const ids = [...new Set(permissionIds)]
  if (ids.length === 0) return
  const all = trx.selectFrom('permission').select(['id', 'perms', 'menuType']).where('id', 'in', ids)
  const rows = await all.where(permissionIsSeen(user)).execute()
  if (rows.length !== ids.length) throw new AppError('common.recordNotFound')
  if (isPlatform(user)) return
  const actions = everywhere ? await actionsEverywhere(trx, user) : user.actions
  const held = rows.every((row) => (row.menuType === 2 ? actions.has(row.perms) : !menus || user.granted.has(row.id)))
  if (!held) throw new AppError('rights.notYours')
}

/**
 * Throws if a change of roles frees the user who makes it from a data rule while they keep its list. Call it after the change and
 * before the commit.
 */
export async function staysBound(trx: Transaction, { id, orgCode, rules }: SignedIn): Promise<void> {
  if (rules.length === 0) return
  const { rows } = await sql`select from permission_rule r
    where r.id = any(${rules.map((rule) => rule.id)}::uuid[])
      and r.id not in (select rule_id from bound_rules(${id}, ${orgCode}))
      and r.permission_id in (select permission_id from granted_permissions(${id}, ${orgCode})) limit 1`.execute(trx)
  if (rows.length > 0) throw new AppError('rights.notYours')
}

/** Roles that a user sees: built-in ones, and those of the own store and of the stores above and below it. */
export const roleIsSeen = (user: SignedIn, alias: string) => {
  const owner = sql.ref(`${alias}.ownerCode`)
  return isPlatform(user)
    ? sql<boolean>`true`
    : sql<boolean>`(starts_with(${user.orgCode}, ${owner}) or starts_with(${owner}, ${user.orgCode}))`
}

/** The list of roles for data rules. */
const roleList: RuledList = { permissions: ['role:list'], fields: roleFilter, columnOf: columnOfField }

/** The conditions of all lists of roles on the table aliased `t`: the roles that a user sees, narrowed by the data rules. */
export async function rolesShown(trx: Transaction, user: SignedIn) {
  const rules = await dataRules(trx, user, roleList, new Date())
  return sql<boolean>`${sql.join([roleIsSeen(user, 't'), ...rules], sql` and `)}`
}

/**
 * Roles by id that a user sees; a role of another store is reported as missing. Granting takes a shared lock, so that a long import
 * blocks only changes of the role; reading takes no lock.
 */
export async function visibleRoles(
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

/** Roles that a user may change: those of the own store and below it, without rights that the user lacks. */
export async function changeableRoles(trx: Transaction, user: SignedIn, roleIds: readonly string[]) {
  const roles = await visibleRoles(trx, user, roleIds, 'changed')
  if (isPlatform(user)) return roles
  for (const { ownerCode } of roles) {
    if (ownerCode === '') throw new AppError('rights.builtIn')
    if (!ownerCode.startsWith(user.orgCode)) throw new AppError('common.recordNotFound')
  }
  await rolesAreHeld(trx, user, roleIds)
  return roles
}

/** Throws if roles grant more than the user has: an action, or a list without a data rule that binds the user. */
export async function assignableRoles(trx: Transaction, user: SignedIn, roleIds: readonly string[]): Promise<void> {
  await visibleRoles(trx, user, roleIds, 'given')
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

/**
 * Condition: an action `p` counts when rights are compared with those of a user. Of forms only those of organisations above do. Those of
 * other organisations give nobody of this one a right. Forms of the user's own organisation and below are theirs to open: whoever makes
 * one would otherwise put all who may fill it in out of reach.
 */
const isCompared = ({ orgCode }: SignedIn) =>
  sql<boolean>`(p.owner_code = '' or (p.owner_code <> ${orgCode} and starts_with(${orgCode}, p.owner_code)))`

async function rolesAreHeld(trx: Transaction, user: SignedIn, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return
  const rows = await trx
    .selectFrom('rolePermission')
    .innerJoin('permission as p', 'p.id', 'rolePermission.permissionId')
    .select('perms')
    .where('roleId', 'in', roleIds)
    .where('menuType', '=', 2)
    .where(isCompared(user))
    .execute()
  const actions = await actionsEverywhere(trx, user)
  if (!rows.every(({ perms }) => actions.has(perms))) throw new AppError('rights.notYours')
  const roles = await trx.selectFrom('role').select('roleName').where('id', 'in', roleIds).execute()
  for (const { roleName } of roles) await roleNameIsHeld(trx, user, roleName)
}

/** Throws if the name of a role grants an action that the user lacks. */
export async function roleNameIsHeld(trx: Transaction, user: SignedIn, roleName: string): Promise<void> {
  if (isPlatform(user)) return
  const { rows } = await sql<{ action: string | null }>`select action_by_name(${roleName}) as action`.execute(trx)
  const action = rows[0]?.action
  if (!action || user.actions.has(action)) return
  if (!(await actionsEverywhere(trx, user)).has(action)) throw new AppError('rights.notYours')
}

/** Stores by id; throws if one is out of scope. */
export async function visibleDeparts(trx: Transaction, departIds: readonly string[]) {
  const ids = [...new Set(departIds)]
  if (ids.length === 0) return []
  const departs = await trx.selectFrom('store').selectAll().where('id', 'in', ids).execute()
  if (departs.length !== ids.length) throw new AppError('common.recordNotFound')
  return departs
}

/** The list of users for data rules. */
export const userList: RuledList = { permissions: ['user:list'], fields: userFilter, columnOf: columnOfField }

export interface Subject {
  id: string
  username: string
  realname: string
  identity: string
  status: number
  deleted: boolean
}

/** Condition: the user has, at one of their stores, a list without a data rule that binds the caller in it. */
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
 * The users that a caller may change: all their stores are in the caller's scope, their identity is not above the caller's, and they
 * have no right that the caller lacks or has only with a further data rule. Otherwise the caller could gain rights by setting their
 * password. Users hidden by a data rule cannot be changed. Locks their rows.
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
      (select array_agg(p.perms) from permission p
        where p.menu_type = 2 and ${isCompared(user)} and p.id in (
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

/** The same by username. */
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
