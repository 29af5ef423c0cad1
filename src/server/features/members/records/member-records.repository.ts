import { type RawBuilder, sql } from 'kysely'
import { columnOfField } from '#server/core/lists/columns.ts'
import type { ListSearch } from '#server/core/lists/crud.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { pageOfStores, portionsOf, storesOf } from '#server/db/store-list.ts'
import { walletValue } from '#server/features/ledger/index.ts'
import { notMerged, searchByKeyword } from '#server/features/members/member-search.repository.ts'
import type { MemberRow } from '#server/features/members/members.repository.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { memberFields } from '#shared/features/members/member-records.schema.ts'

type Conditions = readonly RawBuilder<unknown>[]

/** A listed member with the names of store and level. */
export type ListedMember = MemberRow & { storeName: string | null; levelName: string | null }

/** SQL for both names of a member aliased `t`. */
const names = sql`(select name from store s where s.org_code = t.org_code) as store_name,
  (select name from member_level l where l.org_code = t.org_code and l.code = t.member_level) as level_name`
const levelName = sql`(select name from member_level l
  where l.org_code = row.org_code and l.code = row.member_level) as level_name`

const columns: Record<string, string> = { lastVisit: 'lastVisitOn', exp: 'experience' }
export const memberColumnOf = (field: string): string => columns[field] ?? columnOfField(field)

/** SQL of fields that are stored in wallets. */
const wallets: Record<string, RawBuilder<unknown>> = {
  balance: walletValue('balance'),
  give: walletValue('give'),
  integral: walletValue('integral'),
  laps: walletValue('laps'),
  coins: walletValue('coins'),
}
/** What conditions compare: a column of the member, or the value of a wallet. */
export const memberValueOf = (field: string): string | RawBuilder<unknown> => wallets[field] ?? memberColumnOf(field)

/** Sort columns; names in their folded form, which is indexed. */
const sortColumns: Record<string, string> = {
  createTime: 'created_at',
  realname: 'realname_folded',
  nickname: 'nickname_folded',
}

const keywordOf = ({ keyword }: ListSearch): string | undefined => (typeof keyword === 'string' ? keyword : undefined)

function conditionsOf({ merged, frozen, sysOrgCode: _, ...query }: ListSearch): RawBuilder<unknown>[] {
  const where = listConditions(memberFields.filter, { ...query, frozen: '' }, memberValueOf)
  // As literals and not as parameters, so that the partial index of frozen members is used.
  if (typeof frozen === 'string' && frozen !== '') {
    if (/^(true|1|YES)$/.test(frozen)) where.push(sql`t.frozen`)
    else where.push(/^(false|0|NO)$/.test(frozen) ? sql`not t.frozen` : sql`false`)
  }
  // A keyword also finds merged members, by their former data.
  if (merged !== 'true' && keywordOf(query as ListSearch) === undefined) where.push(notMerged)
  return where
}

export function pageOfMembers(
  trx: Transaction,
  user: SignedIn,
  query: ListSearch,
  more: Conditions,
): Promise<Page<ListedMember>> {
  const { pageNo, pageSize, order } = query
  const orgCode = typeof query.sysOrgCode === 'string' ? query.sysOrgCode : undefined
  const column = sortColumns[query.column] ?? 'id'
  const list = { table: 'member', columns: levelName, column, order, pageNo, pageSize }
  const where = [...conditionsOf(query), ...more]
  return searchByKeyword(
    keywordOf(query),
    (found) =>
      pageOfStores<ListedMember>(trx, { ...list, stores: storesOf(user, orgCode), where: [...where, ...found] }),
    ({ total }) => total === 0,
  )
}

/** The conditions of a workbook of members, as one expression on the table `t`. */
function workbookCondition(user: SignedIn, query: ListSearch, more: Conditions): RawBuilder<unknown> {
  const where = [...conditionsOf(query), ...more]
  const stores = storesOf(user, typeof query.sysOrgCode === 'string' ? query.sysOrgCode : undefined)
  if (stores) where.push(sql`t.org_code >= ${stores.from} and t.org_code < ${stores.to}`)
  const selected = typeof query.selections === 'string' ? query.selections.split(',').filter(Boolean) : []
  if (query.selections) where.push(sql`t.id = any(${selected}::text[])`)
  return sql.join(where, sql` and `)
}

const countWhere = async (trx: Transaction, where: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from member t where ${where}`.execute(trx)
  return rows[0]?.total ?? 0
}

/** The number of members in a workbook. */
export const countMembers = (
  trx: Transaction,
  user: SignedIn,
  query: ListSearch,
  more: Conditions = [],
): Promise<number> =>
  searchByKeyword(
    keywordOf(query),
    (found) => countWhere(trx, workbookCondition(user, query, [...more, ...found])),
    (total) => total === 0,
  )

/** Every member that a search finds, in batches of one snapshot. */
export async function* eachMember(
  trx: Transaction,
  user: SignedIn,
  query: ListSearch,
  more: Conditions = [],
): AsyncGenerator<ListedMember[]> {
  const where = await searchByKeyword(
    keywordOf(query),
    async (found) => {
      const condition = workbookCondition(user, query, [...more, ...found])
      const isThere = await sql`select from member t where ${condition} limit 1`.execute(trx)
      return { condition, isNone: isThere.rows.length === 0 }
    },
    ({ isNone }) => isNone,
  )
  const order = query.order === 'asc' ? sql`asc` : sql`desc`
  yield* portionsOf<ListedMember>(
    trx,
    sql`select t.*, ${names} from member t
      where ${where.condition} order by ${sql.ref(`t.${sortColumns[query.column] ?? 'id'}`)} ${order}, t.id ${order}`,
  )
}

/** Members by id that fulfil these conditions. Throws `common.recordNotFound` if any is missing. */
export async function membersById(
  trx: Transaction,
  ids: readonly string[],
  more: Conditions,
  isForUpdate = false,
): Promise<ListedMember[]> {
  const distinctIds = [...new Set(ids)]
  const where = sql.join([sql`t.id = any(${distinctIds}::text[])`, ...more], sql` and `)
  const { rows } = await sql<ListedMember>`
    select t.*, ${names} from member t
    where ${where} order by t.id ${isForUpdate ? sql`for update of t` : sql``}`.execute(trx)
  if (rows.length !== distinctIds.length) throw new AppError('common.recordNotFound')
  return rows
}

/** Whether another member of the store has this phone or card. */
export async function isTaken(
  trx: Transaction,
  orgCode: string,
  column: 'phone' | 'physicalCard',
  value: string,
  id: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom('member')
    .select('id')
    .where('orgCode', '=', orgCode)
    .where(column, '=', value)
    .where('id', '<>', id)
    .where('mergedInto', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
