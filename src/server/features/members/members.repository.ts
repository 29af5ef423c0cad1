import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { afterPrefix, escapeLike, pageOfStores } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Page } from '#shared/core/envelope.ts'
import { currentMember, withCurrent } from './merged-members.repository.ts'

export type MemberRow = Selectable<Tables['member']>
export type ProjectRow = Selectable<Tables['memberProject']>

export interface MemberSearch {
  pageNo: number
  pageSize: number
  column: 'createTime' | 'id' | 'nickname'
  order: 'asc' | 'desc'
  phone?: string
  keyword?: string
  id: readonly string[]
}

const columns = { createTime: 'created_at', id: 'id', nickname: 'nickname' } as const

/** A member by what a card reader yields, or by the member's own number; who became a part of another one is that one. */
export async function findMember(trx: Transaction, value: { card?: string; id?: string }): Promise<MemberRow | null> {
  const { card, id } = value
  if (card !== undefined) {
    const byCard = await trx.selectFrom('member').selectAll().where('physicalCard', '=', card).executeTakeFirst()
    if (byCard) return byCard.mergedInto === null ? byCard : currentMember(trx, byCard.mergedInto)
  }
  const number = id ?? card
  return number === undefined ? null : currentMember(trx, number)
}

export async function projectsOf(trx: Transaction, memberIds: string[]): Promise<ProjectRow[]> {
  if (memberIds.length === 0) return []
  return trx
    .selectFrom('memberProject')
    .selectAll()
    .where('memberId', 'in', memberIds)
    .orderBy('memberId')
    .orderBy('projectType')
    .execute()
}

export async function searchMembers(trx: Transaction, search: MemberSearch): Promise<Page<MemberRow>> {
  const where: RawBuilder<unknown>[] = []
  // Somebody may be looked for by what was theirs before they became a part of another member.
  if (search.phone === undefined && search.keyword === undefined) where.push(sql`t.merged_into is null`)
  if (search.phone !== undefined) where.push(phoneCondition(search.phone))
  if (search.keyword !== undefined) where.push(keywordCondition(search.keyword))
  const { pageNo, pageSize, order, id } = search
  if (id.length > 0) where.push(sql`t.id in (${sql.join(id)})`)
  const page = { table: 'member', where, column: columns[search.column], order, pageNo, pageSize }
  return withCurrent(trx, await pageOfStores<MemberRow>(trx, page))
}

/** Store and number of the members whom a keyword finds, for lists of what they did. */
export const membersFound = (keyword: string): RawBuilder<unknown> =>
  sql`select t.org_code, t.id from member t where ${keywordCondition(keyword)} limit 200`

/** Ranges instead of LIKE: only comparisons may use an index under row-level security. */
const beginsWith = (column: 'phone' | 'phone_reversed' | 'id', prefix: string) =>
  sql`(${sql.ref(`t.${column}`)} >= ${prefix} and ${sql.ref(`t.${column}`)} < ${afterPrefix(prefix)})`

/** A leading % searches by the end of the phone (spec §5). */
function phoneCondition(given: string): RawBuilder<unknown> {
  const digits = given.replace(/[%*]/g, '')
  return given.startsWith('%')
    ? beginsWith('phone_reversed', [...digits].reverse().join(''))
    : beginsWith('phone', digits)
}

function keywordCondition(given: string): RawBuilder<unknown> {
  if (given.startsWith('%')) return phoneCondition(given)
  const word = given.replace(/\*/g, '')
  if (/^\d+$/.test(word)) {
    return sql`(${beginsWith('id', word)} or t.physical_card = ${word} or ${beginsWith('phone', word)})`
  }
  const pattern = `%${escapeLike(word)}%`
  return sql`(t.nickname ilike ${pattern} or t.realname ilike ${pattern})`
}
