import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import {
  type CardRow,
  cardEntry,
  cardsOf,
  lockCard,
  lockHolder,
  lockMember,
  setCard,
  updateCard,
} from './member-cards.repository.ts'

const KIND = '/membermanage/sysMemberCard'

const writerFor = ({ clock }: Pick<Deps, 'clock'>, { user }: CallContext) => ({ username: user.username, at: clock() })

/**
 * Marks a card of a member as lost; the member can still be found by phone and number. Throws `members.noCard` or
 * `members.cardStateChanged`.
 */
export function reportLost(deps: Deps, ctx: CallContext, input: { userId: string; id?: string; reason: string }) {
  const { userId, id, reason } = input
  return ctx.tx(async (trx) => {
    const member = await lockMember(trx, userId)
    ctx.changesStore(member.orgCode)
    const own = await cardsOf(trx, userId)
    const entry = own.find((one) => one.state === 'active' && (id ? one.id === id : one.card === member.physicalCard))
    if (!entry) throw new AppError(id ? 'members.cardStateChanged' : 'members.noCard', { field: 'userId' })
    const holder = await lockHolder(trx, entry.memberId, entry.orgCode)
    const { username, at } = writerFor(deps, ctx)
    // The entry first, because the trigger of the member leaves entries that are not active unchanged.
    await updateCard(trx, entry.id, { state: 'lost', reason, endedBy: username, endedAt: at })
    await setCard(trx, holder, '', { username, at })
    ctx.touched({ id: userId, kind: KIND, before: { state: 'active' }, after: { state: 'lost', reason } })
    return { id: entry.id }
  })
}

/** Reactivates a lost card. Throws `members.hasOtherCard` if the member has got another. */
export function undoLost(deps: Deps, ctx: CallContext, { id, reason }: { id: string; reason: string }) {
  return ctx.tx(async (trx) => {
    // Lock order: the member first, as everywhere, so that two calls about one card cannot deadlock.
    const { memberId, orgCode } = await findCard(trx, id)
    const member = await lockHolder(trx, memberId, orgCode)
    const { card } = await lockEnded(trx, id, ['lost'])
    ctx.changesStore(orgCode)
    if (member.physicalCard !== '') throw new AppError('members.hasOtherCard', { field: 'id' })
    await updateCard(trx, id, { state: 'active', reason: '', endedBy: null, endedAt: null })
    await setCard(trx, member, card, writerFor(deps, ctx))
    ctx.touched({ id: member.id, kind: KIND, before: { state: 'lost' }, after: { state: 'active', reason } })
    return null
  })
}

/** Gives a member a new card. Throws `members.cardSame`, `members.cardTaken`, `members.cardEnded` or `members.cardOwnEnded`. */
export function replaceCard(
  deps: Deps,
  ctx: CallContext,
  { userId, physicalCard, reason }: { userId: string; physicalCard: string; reason: string },
) {
  return ctx.tx(async (trx) => {
    const member = await lockMember(trx, userId)
    ctx.changesStore(member.orgCode)
    if (member.physicalCard === physicalCard) throw new AppError('members.cardSame', { field: 'physicalCard' })
    const entry = await cardEntry(trx, physicalCard)
    if (entry) throw refusalOf(entry, await cardsOf(trx, userId))
    const before = member.physicalCard === '' ? undefined : await cardEntry(trx, member.physicalCard)
    await setCard(trx, member, physicalCard, writerFor(deps, ctx))
    if (before && reason !== '') await updateCard(trx, before.id, { reason })
    ctx.touched({
      id: userId,
      kind: KIND,
      before: { state: before?.state ?? null },
      after: { state: 'active', reason },
    })
    return null
  })
}

/** Releases a lost or replaced card, so that it can be given to another member. */
export function clearCard(deps: Deps, ctx: CallContext, { id, reason }: { id: string; reason: string }) {
  return ctx.tx(async (trx) => {
    const { memberId, state, orgCode } = await lockEnded(trx, id, ['lost', 'replaced'])
    ctx.changesStore(orgCode)
    const { username, at } = writerFor(deps, ctx)
    await updateCard(trx, id, { state: 'cleared', reason, endedBy: username, endedAt: at })
    ctx.touched({ id: memberId, kind: KIND, before: { state }, after: { state: 'cleared', reason } })
    return null
  })
}

async function findCard(trx: Transaction, id: string): Promise<CardRow> {
  const card = await trx.selectFrom('memberCard').selectAll().where('id', '=', id).executeTakeFirst()
  if (!card) throw new AppError('common.recordNotFound')
  return card
}

/** Locks a card in one of the given states. Throws `common.recordNotFound` or `members.cardStateChanged`. */
async function lockEnded(trx: Transaction, id: string, states: readonly CardRow['state'][]): Promise<CardRow> {
  const card = await lockCard(trx, id)
  if (!card) throw new AppError('common.recordNotFound')
  if (!states.includes(card.state)) throw new AppError('members.cardStateChanged', { field: 'id' })
  return card
}

/** Why a card cannot be given. Cards of merged numbers count as the member's own. */
const refusalOf = ({ id, state }: CardRow, own: readonly CardRow[]): AppError => {
  const field = 'physicalCard'
  const isOwn = own.some((one) => one.id === id)
  if (state === 'active') return new AppError(isOwn ? 'members.cardSame' : 'members.cardTaken', { field })
  return new AppError(isOwn ? 'members.cardOwnEnded' : 'members.cardEnded', { field })
}
