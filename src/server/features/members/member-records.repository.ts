import { type RawBuilder, sql } from 'kysely'
import { columnOfField } from '#server/core/columns.ts'
import type { ListSearch } from '#server/core/crud.ts'
import { listConditions } from '#server/core/list.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { pageOfStores, portionsOf, storesOf } from '#server/db/store-list.ts'
import { walletValue } from '#server/features/ledger/index.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { memberFields } from '#shared/features/members/member-records.schema.ts'
import { notMerged, searchByKeyword } from './member-search.repository.ts'
import type { MemberRow } from './members.repository.ts'

type Conditions = readonly RawBuilder<unknown>[]

/** A row of the list: a member with the names of store and level. */
export type ListedMember = MemberRow & { storeName: string | null; levelName: string | null }

/** The names of both, for a member aliased `t`. */
const names = sql`(select name from store s where s.org_code = t.org_code) as store_name,
  (select name from member_level l where l.org_code = t.org_code and l.code = t.member_level) as level_name`
const levelName = sql`(select name from member_level l
  where l.org_code = row.org_code and l.code = row.member_level) as level_name`

const columns: Record<string, string> = { lastVisit: 'lastVisitOn', exp: 'experience' }
export const memberColumnOf = (field: string): string => columns[field] ?? columnOfField(field)

/** What stands in wallets and not in the member's row. */
const wallets: Record<string, RawBuilder<unknown>> = {
  balance: walletValue('balance'),
  give: walletValue('give'),
  integral: walletValue('integral'),
  quan: walletValue('laps'),
}
/** What conditions compare: a column of the member's row, or what a wallet holds. */
export const memberValueOf = (field: string): string | RawBuilder<unknown> => wallets[field] ?? memberColumnOf(field)

/** What a list is ordered by: names as they are compared, because an index has them so. */
const ordered: Record<string, string> = {
  createTime: 'created_at',
  realname: 'realname_folded',
  nickname: 'nickname_folded',
}

const keywordOf = ({ keyword }: ListSearch): string | undefined => (typeof keyword === 'string' ? keyword : undefined)

function conditionsOf({ merged, frozen, sysOrgCode: _, ...query }: ListSearch): RawBuilder<unknown>[] {
  const where = listConditions(memberFields.filter, { ...query, frozen: '' }, memberValueOf)
  // As words and not as a parameter: only so may the small index of frozen members serve it.
  if (typeof frozen === 'string' && frozen !== '') {
    if (/^(true|1|YES)$/.test(frozen)) where.push(sql`t.frozen`)
    else where.push(/^(false|0|NO)$/.test(frozen) ? sql`not t.frozen` : sql`false`)
  }
  // Whoever looks for somebody may know them by what was theirs before they became a part of another member.
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
  const column = ordered[query.column] ?? 'id'
  const list = { table: 'member', columns: levelName, column, order, pageNo, pageSize }
  const where = [...conditionsOf(query), ...more]
  return searchByKeyword(
    keywordOf(query),
    (found) =>
      pageOfStores<ListedMember>(trx, { ...list, stores: storesOf(user, orgCode), where: [...where, ...found] }),
    ({ total }) => total === 0,
  )
}

/** All that a workbook of members holds, as one condition on the table `t`. */
function whole(user: SignedIn, query: ListSearch, more: Conditions): RawBuilder<unknown> {
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

/** How many members a workbook would hold. */
export const countMembers = (
  trx: Transaction,
  user: SignedIn,
  query: ListSearch,
  more: Conditions = [],
): Promise<number> =>
  searchByKeyword(
    keywordOf(query),
    (found) => countWhere(trx, whole(user, query, [...more, ...found])),
    (total) => total === 0,
  )

/** Every member that a search finds, in portions, all from one moment. */
export async function* eachMember(
  trx: Transaction,
  user: SignedIn,
  query: ListSearch,
  more: Conditions = [],
): AsyncGenerator<ListedMember[]> {
  const where = await searchByKeyword(
    keywordOf(query),
    async (found) => {
      const condition = whole(user, query, [...more, ...found])
      const isThere = await sql`select from member t where ${condition} limit 1`.execute(trx)
      return { condition, isNone: isThere.rows.length === 0 }
    },
    ({ isNone }) => isNone,
  )
  const order = query.order === 'asc' ? sql`asc` : sql`desc`
  yield* portionsOf<ListedMember>(
    trx,
    sql`select t.*, ${names} from member t
      where ${where.condition} order by ${sql.ref(`t.${ordered[query.column] ?? 'id'}`)} ${order}, t.id ${order}`,
  )
}

/** Members by their numbers, as far as these conditions show them; one that is missing fails all. */
export async function membersById(
  trx: Transaction,
  ids: readonly string[],
  more: Conditions,
  isToChange = false,
): Promise<ListedMember[]> {
  const wanted = [...new Set(ids)]
  const where = sql.join([sql`t.id = any(${wanted}::text[])`, ...more], sql` and `)
  const { rows } = await sql<ListedMember>`
    select t.*, ${names} from member t
    where ${where} order by t.id ${isToChange ? sql`for update of t` : sql``}`.execute(trx)
  if (rows.length !== wanted.length) throw new AppError('common.recordNotFound')
  return rows
}

/** Whether somebody else of the store has this phone or card. */
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
