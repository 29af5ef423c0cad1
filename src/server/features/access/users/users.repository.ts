import { type RawBuilder, type Selectable, sql } from 'kysely'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { columnOfField } from '#server/core/lists/columns.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { pageOfTable, portionsOf } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { stampsOf } from '#server/features/access/entities.view.ts'
import { isPlatform } from '#server/features/access/rights.service.ts'
import type { Page } from '#shared/core/envelope.ts'
import { type User, type UserSearch, userFilter } from '#shared/features/access/users.schema.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'

type Row = Selectable<Tables['userAccount']>
type Where = RawBuilder<unknown>

export const userFilters = (query: Record<string, unknown>): Where[] => listConditions(userFilter, query, columnOfField)

/** Users of stores in scope; the platform administrator also sees users without a store. */
export const isVisibleUser = (user: SignedIn): Where =>
  isPlatform(user)
    ? sql`true`
    : sql`exists (select from user_store ud join store d on d.id = ud.store_id where ud.user_id = t.id)`

export const notDeleted = sql`t.deleted_at is null`

export async function pageOfUsers(
  trx: Transaction,
  where: readonly Where[],
  { pageNo, pageSize, column, order }: Pick<UserSearch, 'pageNo' | 'pageSize' | 'column' | 'order'>,
): Promise<Page<Row>> {
  const list = { table: 'user_account', where: [...where], column: columnOfField(column), order, pageNo, pageSize }
  return pageOfTable<Row>(trx, list)
}

export async function allUsers(trx: Transaction, where: readonly Where[]): Promise<Row[]> {
  const { rows } = await sql<Row>`select t.* from user_account t where ${sql.join([...where], sql` and `)}
    order by t.username limit 5000`.execute(trx)
  return rows
}

/** The number of users that a search finds, for workbooks. */
export async function countUsers(trx: Transaction, where: readonly Where[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from user_account t
    where ${sql.join([...where], sql` and `)}`.execute(trx)
  return rows[0]?.total ?? 0
}

/** All users that a search finds, in batches from one snapshot. */
export async function* eachUser(
  trx: Transaction,
  where: readonly Where[],
  { column, order }: Pick<UserSearch, 'column' | 'order'>,
) {
  const direction = order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`
  const select = sql`select t.* from user_account t where ${sql.join([...where], sql` and `)}
    order by ${sql.ref(`t.${columnOfField(column)}`)} ${direction}, t.id ${direction}`
  for await (const rows of portionsOf<Row>(trx, select)) yield await namedUsers(trx, rows)
}

/** Rows with the names of stores in scope and of roles, without secrets. */
async function namedUsers(trx: Transaction, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id)
  const departs = await trx
    .selectFrom('userStore')
    .innerJoin('store', 'store.id', 'userStore.storeId')
    .select(['userId', 'storeId', 'store.name as storeName'])
    .where('userId', 'in', ids)
    .orderBy('orgCode')
    .execute()
  const roles = await trx
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select(['userId', 'roleName'])
    .where('userId', 'in', ids)
    .orderBy('role.id')
    .execute()
  return rows.map((row) => {
    const own = departs.filter(({ userId }) => userId === row.id)
    const departNames = own.map(({ storeName }) => storeName).join(',')
    const { id, username, realname, avatar, birthday, sex, email, phone, status, identity } = row
    const { workNo, post, telephone, userIdentity, deletedAt } = row
    return {
      id,
      username,
      realname,
      avatar,
      birthday,
      sex,
      email,
      phone,
      status,
      identity,
      workNo,
      post,
      telephone,
      userIdentity,
      ...stampsOf(row),
      delFlag: deletedAt === null ? 0 : 1,
      activitiSync: 1,
      orgCode: departNames,
      orgCodeTxt: departNames,
      departIds: own.map(({ storeId }) => storeId).join(','),
      departIds_dictText: departNames || null,
      rolesname: roles
        .filter(({ userId }) => userId === id)
        .map(({ roleName }) => roleName)
        .join(','),
    }
  })
}

/** Fields of users with a dictionary. */
export const userTexts = { sex: 'sex', status: 'user_status', identity: 'identity' }

/** Rows as lists show them. */
export async function toUsers(
  trx: Transaction,
  rows: readonly Row[],
  { dictionaries }: Pick<Deps, 'dictionaries'>,
  locale: Locale,
): Promise<User[]> {
  if (rows.length === 0) return []
  // The dictionaries add their texts, which the type does not express.
  return withDictTexts(dictionaries, userTexts, await namedUsers(trx, rows), locale) as Promise<User[]>
}
