import { type RawBuilder, type Selectable, sql } from 'kysely'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { listConditions } from '#server/core/list.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Page, toPage } from '#shared/core/envelope.ts'
import { toWireTime } from '#shared/core/time.ts'
import { type User, type UserSearch, userFilter } from '#shared/features/access/users.contract.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import { isPlatform } from './rights.service.ts'

type Row = Selectable<Tables['sysUser']>
type Where = RawBuilder<unknown>

export const userFilters = (query: Record<string, unknown>): Where[] =>
  listConditions(userFilter, query, (field) => field)

/** Users of stores in scope; the platform administrator also sees those of no store. */
export const userIsSeen = (user: SignedIn): Where =>
  isPlatform(user)
    ? sql`true`
    : sql`exists (select from sys_user_depart ud join sys_depart d on d.id = ud.depart_id where ud.user_id = t.id)`

export const notDeleted = sql`t.deleted_at is null`

export async function pageOfUsers(
  trx: Transaction,
  where: readonly Where[],
  { pageNo, pageSize, column, order }: Pick<UserSearch, 'pageNo' | 'pageSize' | 'column' | 'order'>,
): Promise<Page<Row>> {
  const conditions = sql.join([...where], sql` and `)
  const direction = order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`
  const { rows } = await sql<Row>`select t.* from sys_user t where ${conditions}
    order by ${sql.ref(`t.${column}`)} ${direction}, t.id ${direction}
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(trx)
  const count = await sql<{ total: number }>`select count(*) as total from sys_user t where ${conditions}`.execute(trx)
  return toPage(rows, count.rows[0]?.total ?? 0, pageNo, pageSize)
}

export async function allUsers(trx: Transaction, where: readonly Where[]): Promise<Row[]> {
  const { rows } = await sql<Row>`select t.* from sys_user t where ${sql.join([...where], sql` and `)}
    order by t.username limit 5000`.execute(trx)
  return rows
}

/** Rows as lists show them: with the names of stores in scope and of roles, and without any secret. */
export async function toUsers(
  trx: Transaction,
  rows: readonly Row[],
  { dictionaries }: Pick<Deps, 'dictionaries'>,
  locale: Locale,
): Promise<User[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const departs = await trx
    .selectFrom('sysUserDepart')
    .innerJoin('sysDepart', 'sysDepart.id', 'sysUserDepart.departId')
    .select(['userId', 'departId', 'departName'])
    .where('userId', 'in', ids)
    .orderBy('orgCode')
    .execute()
  const roles = await trx
    .selectFrom('sysUserRole')
    .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
    .select(['userId', 'roleName'])
    .where('userId', 'in', ids)
    .orderBy('sysRole.id')
    .execute()
  const users = rows.map((row) => {
    const own = departs.filter(({ userId }) => userId === row.id)
    const { id, username, realname, avatar, birthday, sex, email, phone, status, identity } = row
    return {
      ...{ id, username, realname, avatar, birthday, sex, email, phone, status, identity },
      ...{ workNo: row.workNo, post: row.post, telephone: row.telephone, userIdentity: row.userIdentity },
      orgCode: own.map(({ departName }) => departName).join(','),
      departIds: own.map(({ departId }) => departId).join(','),
      rolesname: roles
        .filter(({ userId }) => userId === id)
        .map(({ roleName }) => roleName)
        .join(','),
      createTime: toWireTime(row.createTime),
    }
  })
  const texts = { sex: 'sex', status: 'user_status', identity: 'identity' }
  // The dictionaries add their texts, which the type does not show.
  return withDictTexts(dictionaries, texts, users, locale) as Promise<User[]>
}
