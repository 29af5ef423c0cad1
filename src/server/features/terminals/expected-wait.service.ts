import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { floorOf } from '#server/features/vehicles/index.ts'
import { MAX_QUEUE_ENTRIES } from '#shared/features/queue/queue.schema.ts'
import { expectedWaits } from '#shared/features/queue/wait.calc.ts'
import type { TicketData } from '#shared/ipc/devices.ts'

interface Place {
  guestKey: string
  runMode: 'circlemode' | 'timermode'
  laps: number
  minutes: number
  vehicleId: string | null
}

/** The current queue of a store by the keys on its tickets. */
async function lineOf(trx: Transaction, orgCode: string, now: Date): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select q.guest_key, p.run_mode, p.laps, p.minutes, p.vehicle_id from queue_entry q
      join play_record p on p.id = q.play_id and p.org_code = q.org_code
      where q.org_code = ${orgCode} and q.state in ('WAITING', 'CALLED') and (q.expires_at is null or q.expires_at > ${now})
      order by q.place, q.number limit ${MAX_QUEUE_ENTRIES}`.execute(trx)
  return rows
}

/**
 * Adds to queue tickets the number of entries before them and the expected wait. Computed when a terminal claims the paper, because
 * the queue may have changed since the ticket was ordered.
 */
export async function withExpectedWait<T extends Pick<TicketData, 'guestKey'>>(
  trx: Transaction,
  tickets: readonly T[],
  now: Date,
): Promise<(T & Pick<TicketData, 'ahead' | 'waitMinutes'>)[]> {
  const keys = tickets.flatMap(({ guestKey }) => guestKey || [])
  if (keys.length === 0) return [...tickets]
  const { rows: stores } = await sql<{ orgCode: string }>`
    select distinct org_code from queue_entry where guest_key = any(${keys}::uuid[])`.execute(trx)
  const expected = new Map<string, { ahead: number; waitMinutes?: number }>()
  for (const { orgCode } of stores) {
    const line = await lineOf(trx, orgCode, now)
    const { waits } = expectedWaits(line, await floorOf(trx, orgCode, now), now.getTime())
    for (const [ahead, { guestKey }] of line.entries()) {
      const waitMinutes = waits[ahead] ?? null
      expected.set(guestKey, { ahead, ...(waitMinutes === null ? {} : { waitMinutes }) })
    }
  }
  return tickets.map((ticket) => ({ ...ticket, ...expected.get(ticket.guestKey ?? '') }))
}
