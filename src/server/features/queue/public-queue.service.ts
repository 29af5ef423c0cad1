import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { type QueueRow, readActiveEntries, readEntries, waitTimesOf } from './queue.repository.ts'

interface Waiting extends Pick<QueueRow, 'id' | 'ticketNo' | 'racer' | 'vehicleName' | 'state'> {
  waitMinutes: number | null
}

/** The line of a store as everybody may see it who looks at a screen. */
export interface PublicQueue {
  entries: Waiting[]
  /** What somebody waits who joins now; null where no vehicle is in service. */
  waitMinutes: number | null
}

export async function publicQueue(trx: Transaction, orgCode: string, now: Date): Promise<PublicQueue> {
  const rows = await readActiveEntries(trx, now, orgCode)
  const { outlook, next } = await waitTimesOf(trx, rows, orgCode, now)
  const line = rows.map(({ id, ticketNo, racer, vehicleName, state }) => {
    return { id, ticketNo, racer, vehicleName, state, waitMinutes: outlook.get(id)?.waitMinutes ?? null }
  })
  return { entries: line, waitMinutes: next }
}

/** A place in line, as whoever stands there sees it. */
export interface QueuePosition extends Pick<QueueRow, 'ticketNo' | 'ruleName' | 'state' | 'guestKey' | 'playId'> {
  ahead: number | null
  waitMinutes: number | null
}

/** Where a member, or whoever an order is of, stands in the line of a store. */
export async function queuePositionsOf(
  trx: Transaction,
  orgCode: string,
  whose: { memberId: string } | { consumeId: string },
  now: Date,
): Promise<QueuePosition[]> {
  const line = await readActiveEntries(trx, now, orgCode)
  const { outlook } = await waitTimesOf(trx, line, orgCode, now)
  const own =
    'memberId' in whose
      ? line.filter(({ memberId }) => memberId === whose.memberId)
      : await readEntries(trx, sql`p.consume_id = ${whose.consumeId} and q.org_code = ${orgCode}`)
  return own.map(({ id, ticketNo, ruleName, state, guestKey, playId }) => {
    const { ahead = null, waitMinutes = null } = outlook.get(id) ?? {}
    return { ticketNo, ruleName, state, guestKey, playId, ahead, waitMinutes }
  })
}
