import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { type QueueRow, readActiveEntries, readEntries, waitTimesOf } from './queue.repository.ts'

interface PublicEntry extends Pick<QueueRow, 'id' | 'ticketNo' | 'racer' | 'vehicleName' | 'state'> {
  waitMinutes: number | null
}

/** The queue of a store as public screens show it. */
export interface PublicQueue {
  entries: PublicEntry[]
  /** Wait in minutes for a new guest; null if no vehicle is ready. */
  waitMinutes: number | null
}

export async function publicQueue(trx: Transaction, orgCode: string, now: Date): Promise<PublicQueue> {
  const rows = await readActiveEntries(trx, now, orgCode)
  const { waitTimes, next } = await waitTimesOf(trx, rows, orgCode, now)
  const line = rows.map(({ id, ticketNo, racer, vehicleName, state }) => {
    return { id, ticketNo, racer, vehicleName, state, waitMinutes: waitTimes.get(id)?.waitMinutes ?? null }
  })
  return { entries: line, waitMinutes: next }
}

/** A queue entry as its guest sees it. */
export interface QueuePosition extends Pick<QueueRow, 'ticketNo' | 'ruleName' | 'state' | 'guestKey' | 'playId'> {
  ahead: number | null
  waitMinutes: number | null
}

/** The queue entries of a member or an order at a store, with their positions. */
export async function queuePositionsOf(
  trx: Transaction,
  orgCode: string,
  owner: { memberId: string } | { consumeId: string },
  now: Date,
): Promise<QueuePosition[]> {
  const line = await readActiveEntries(trx, now, orgCode)
  const { waitTimes } = await waitTimesOf(trx, line, orgCode, now)
  const matching =
    'memberId' in owner
      ? line.filter(({ memberId }) => memberId === owner.memberId)
      : await readEntries(trx, sql`p.consume_id = ${owner.consumeId} and q.org_code = ${orgCode}`)
  return matching.map(({ id, ticketNo, ruleName, state, guestKey, playId }) => {
    const { ahead = null, waitMinutes = null } = waitTimes.get(id) ?? {}
    return { ticketNo, ruleName, state, guestKey, playId, ahead, waitMinutes }
  })
}
