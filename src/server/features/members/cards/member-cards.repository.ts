import { type Selectable, sql, type Updateable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'

export type CardRow = Selectable<Tables['memberCard']>
/** A card with the names of the users who gave and ended it. */
export type NamedCard = CardRow & { givenName: string | null; endedName: string | null }

const named = (trx: Transaction) =>
  trx
    .selectFrom('memberCard as c')
    .leftJoin('userAccount as g', 'g.username', 'c.givenBy')
    .leftJoin('userAccount as e', 'e.username', 'c.endedBy')
    .selectAll('c')
    .select(['g.realname as givenName', 'e.realname as endedName'])

/** The cards of a member and of members merged into it, at most 200. */
export const cardsOf = (trx: Transaction, memberId: string): Promise<NamedCard[]> =>
  named(trx)
    .where(sql<boolean>`c.member_id = any(numbers_of(${memberId}))`)
    .orderBy('c.givenAt', 'desc')
    .orderBy('c.id')
    .limit(200)
    .execute()

/** The entry of a card that is assigned, in any state. */
export const cardEntry = (trx: Transaction, card: string): Promise<NamedCard | undefined> =>
  named(trx).where('c.card', '=', card).where('c.state', '<>', 'cleared').executeTakeFirst()

export const lockCard = (trx: Transaction, id: string): Promise<CardRow | undefined> =>
  trx.selectFrom('memberCard').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks the member row that holds a card or signature, also if that was merged. */
export const lockHolder = (trx: Transaction, id: string, orgCode: string) =>
  trx
    .selectFrom('member')
    .selectAll()
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Locks a member. Throws `members.notFound`, or `members.merged` if it was merged. */
export async function lockMember(trx: Transaction, id: string) {
  const member = await trx.selectFrom('member').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!member) throw new AppError('members.notFound', { field: 'userId' })
  if (member.mergedInto !== null) throw new AppError('members.merged', { field: 'userId', into: member.mergedInto })
  return member
}

/** Sets the card of a member; a trigger writes the card history. */
export async function setCard(
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
  physicalCard: string,
  by: { username: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('member')
    .set({ physicalCard, updatedBy: by.username, updatedAt: by.at })
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .execute()
}

export async function updateCard(trx: Transaction, id: string, set: Updateable<Tables['memberCard']>): Promise<void> {
  await trx.updateTable('memberCard').set(set).where('id', '=', id).execute()
}

/** Throws `members.cardLost` or `members.cardReplaced` for a card that is not active. */
export async function refuseEndedCard(trx: Transaction, card: string): Promise<void> {
  const entry = await cardEntry(trx, card)
  if (!entry || entry.state === 'active') return
  const at = entry.endedAt ? toWireTime(entry.endedAt).slice(0, 16) : ''
  const by = entry.endedName ?? entry.endedBy ?? ''
  throw new AppError(entry.state === 'lost' ? 'members.cardLost' : 'members.cardReplaced', { by, at, field: 'idCard' })
}
