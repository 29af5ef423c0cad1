import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { pageOfStores } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { type FreeWallet, freeIn, freeWalletsOf, valueIn } from '#server/features/ledger/index.ts'
import type { Page } from '#shared/core/envelope.ts'
import { notMerged, phoneCondition, searchByKeyword } from './member-search.repository.ts'
import { currentMember, resolveMergedMembers } from './merged-members.repository.ts'

export type MemberRow = Selectable<Tables['member']>
type CardRow = Selectable<Tables['memberProject']>
type DatedCard = CardRow & Pick<ProjectRow, 'unlimitedLastDay' | 'unlimitedDaysLeft'>

/** A member's holdings of a project: visits, and an unlimited card with its last business day and the days left after today. */
export type ProjectRow = CardRow & {
  frequency: number
  freeVisits: number
  unlimitedLastDay: string | null
  unlimitedDaysLeft: number | null
}

/** Wallets and project holdings of members. */
export interface Holdings {
  wallets: FreeWallet[]
  projects: ProjectRow[]
}

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

/** Finds a member by a scanned card or the member number; a merged member resolves to the remaining one. */
export async function findMember(trx: Transaction, value: { card?: string; id?: string }): Promise<MemberRow | null> {
  const { card, id } = value
  if (card !== undefined) {
    const byCard = await trx.selectFrom('member').selectAll().where('physicalCard', '=', card).executeTakeFirst()
    if (byCard) return byCard.mergedInto === null ? byCard : currentMember(trx, byCard.mergedInto)
  }
  const number = id ?? card
  return number === undefined ? null : currentMember(trx, number)
}

export async function holdingsOf(trx: Transaction, memberIds: string[], now: Date): Promise<Holdings> {
  if (memberIds.length === 0) return { wallets: [], projects: [] }
  const wallets = await freeWalletsOf(trx, memberIds, now)
  const cards = await trx
    .selectFrom('memberProject')
    .selectAll()
    .select([
      sql<string | null>`last_day(org_code, unlimited_until)`.as('unlimitedLastDay'),
      sql<number | null>`days_left(org_code, unlimited_until, ${now})`.as('unlimitedDaysLeft'),
    ])
    .where('memberId', 'in', memberIds)
    .orderBy('memberId')
    .orderBy('projectType')
    .execute()
  return { wallets, projects: joinProjects(cards, wallets) }
}

/** Joins visits and unlimited cards, which a member may have independently. */
function joinProjects(cards: DatedCard[], wallets: FreeWallet[]): ProjectRow[] {
  const withCard = cards.map((card) => {
    const owner = { id: card.memberId, orgCode: card.orgCode }
    return {
      ...card,
      frequency: valueIn(wallets, owner, 'frequency', card.projectType).value,
      freeVisits: freeIn(wallets, owner, 'frequency', card.projectType),
    }
  })
  const visits = wallets.filter(
    ({ kind, memberId, orgCode, project }) =>
      kind === 'frequency' &&
      !cards.some((card) => card.memberId === memberId && card.orgCode === orgCode && card.projectType === project),
  )
  const withoutCard = visits.map(({ memberId, orgCode, project, value, free }) => ({
    memberId,
    orgCode,
    projectType: project,
    frequency: value,
    freeVisits: free,
    unlimitedName: '',
    unlimitedUntil: null,
    unlimitedLastDay: null,
    unlimitedDaysLeft: null,
    unlimitedUses: 0,
    unlimitedIssued: 0,
    photo: '',
  }))
  const keyOf = ({ memberId, projectType }: ProjectRow) => `${memberId} ${projectType}`
  return [...withCard, ...withoutCard].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

export const projectsOf = async (trx: Transaction, memberIds: string[], now: Date): Promise<ProjectRow[]> =>
  (await holdingsOf(trx, memberIds, now)).projects

export async function searchMembers(trx: Transaction, search: MemberSearch): Promise<Page<MemberRow>> {
  const { pageNo, pageSize, order, id, phone, keyword } = search
  const where: RawBuilder<unknown>[] = []
  // A search also finds merged members, by their former data.
  if (phone === undefined && keyword === undefined) where.push(notMerged)
  if (phone !== undefined) where.push(phoneCondition(phone))
  if (id.length > 0) where.push(sql`t.id in (${sql.join(id)})`)
  const page = { table: 'member', column: columns[search.column], order, pageNo, pageSize }
  const found = await searchByKeyword(
    keyword,
    (conditions) => pageOfStores<MemberRow>(trx, { ...page, where: [...where, ...conditions] }),
    ({ total }) => total === 0,
  )
  return resolveMergedMembers(trx, found)
}
