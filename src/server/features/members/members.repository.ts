import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { pageOfStores } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Page } from '#shared/core/envelope.ts'
import { lookBy, notMerged, phoneCondition } from './member-search.repository.ts'
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

const columns = { createTime: 'created_at', id: 'id', nickname: 'nickname_folded' } as const

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
  const { pageNo, pageSize, order, id, phone, keyword } = search
  const where: RawBuilder<unknown>[] = []
  // Somebody may be looked for by what was theirs before they became a part of another member.
  if (phone === undefined && keyword === undefined) where.push(notMerged)
  if (phone !== undefined) where.push(phoneCondition(phone))
  if (id.length > 0) where.push(sql`t.id in (${sql.join(id)})`)
  const page = { table: 'member', column: columns[search.column], order, pageNo, pageSize }
  const found = await lookBy(
    keyword,
    (conditions) => pageOfStores<MemberRow>(trx, { ...page, where: [...where, ...conditions] }),
    ({ total }) => total === 0,
  )
  return withCurrent(trx, found)
}
