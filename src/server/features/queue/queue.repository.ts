import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { floorOf } from '#server/features/vehicles/index.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { MAX_QUEUE_ENTRIES, type QueueEntry } from '#shared/features/queue/queue.schema.ts'
import { expectedWaits } from '#shared/features/queue/wait.calc.ts'
import type { OrderPayMode } from '#shared/features/sessions/charge.schema.ts'

const MINUTE_MS = 60_000
/** Maximum number of ended entries that are read. */
const MAX_ENDED = 200

type Entry = Selectable<Tables['queueEntry']>
type Play = Selectable<Tables['playRecord']>

export interface QueueRow extends Entry {
  racer: string
  ticketNo: string
  ruleName: string
  consumeType: Play['consumeType']
  runMode: Play['runMode']
  laps: number
  minutes: number
  people: number
  memberId: string | null
  vehicleId: string | null
  vehicleName: string
  remark: string
  consumeId: string
  nickname: string | null
  storeName: string
  payMode: OrderPayMode
  amount: number
  countOrder: number
}

/** Queue entries with their rides, by an SQL condition on the entry `q`. */
export async function readEntries(
  trx: Transaction,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`q.org_code, q.place, q.number`,
  limit = MAX_QUEUE_ENTRIES,
): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.*, p.racer, p.ticket_no, p.rule_name, p.consume_type, p.run_mode, p.laps, p.minutes, p.people, p.member_id, p.vehicle_id,
      p.vehicle_name, p.remark, p.consume_id, m.nickname, s.name as store_name, o.pay_mode, o.amount, cardinality(o.play_ids) as count_order
    from queue_entry q
    join play_record p on p.id = q.play_id and p.org_code = q.org_code
    join consume_order o on o.id = p.consume_id and o.org_code = q.org_code
    join store s on s.org_code = q.org_code
    left join member m on m.id = p.member_id and m.org_code = q.org_code
    where ${where} order by ${order} limit ${limit}`.execute(trx)
  return rows
}

const isActive = sql`q.state in ('WAITING', 'CALLED')`

/** Entries of a store, or of all stores in scope, that wait and have not expired, in queue order. */
export const readActiveEntries = (trx: Transaction, now: Date, orgCode?: string): Promise<QueueRow[]> =>
  readEntries(
    trx,
    sql`${isActive} and (q.expires_at is null or q.expires_at > ${now})${orgCode === undefined ? sql`` : sql` and q.org_code = ${orgCode}`}`,
  )

/** The waiting entries that meet a condition on the entry `q` and its ride `p`, the best first. */
export const findActiveEntries = (
  trx: Transaction,
  now: Date,
  matches: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<QueueRow[]> =>
  readEntries(
    trx,
    sql`${isActive} and (q.expires_at is null or q.expires_at > ${now}) and ${matches}`,
    sql`${order}, q.org_code, q.place, q.number`,
    limit,
  )

/** The latest entries that ended since yesterday, for any reason; rides that never waited are excluded. */
export const readEndedEntries = (trx: Transaction, now: Date): Promise<QueueRow[]> =>
  readEntries(
    trx,
    sql`q.business_day >= ${new Date(now.getTime() - 24 * 60 * MINUTE_MS)}::date and q.guest_key is not null
      and (not (${isActive}) or q.expires_at <= ${now})`,
    sql`coalesce(q.updated_at, q.expires_at) desc, q.id`,
    MAX_ENDED,
  )

/** Wait time in minutes and number of entries ahead, by entry id, and the wait of a new entry at `orgCode`. */
export async function waitTimesOf(trx: Transaction, line: readonly QueueRow[], orgCode: string, now: Date) {
  const waitTimes = new Map<string, { ahead: number; waitMinutes: number | null }>()
  let next: number | null = null
  for (const org of new Set([...line.map((row) => row.orgCode), orgCode])) {
    const storeEntries = line.filter((row) => row.orgCode === org)
    const waits = expectedWaits(storeEntries, await floorOf(trx, org, now), now.getTime())
    for (const [ahead, { id }] of storeEntries.entries())
      waitTimes.set(id, { ahead, waitMinutes: waits.waits[ahead] ?? null })
    if (org === orgCode) next = waits.next
  }
  return { waitTimes, next }
}

const wireOrNull = (at: Date | null): string | null => at && toWireTime(at)

/** A queue entry for the API. */
export function toQueueEntry(
  row: QueueRow,
  now: Date,
  wait: { ahead: number; waitMinutes: number | null } | undefined,
): QueueEntry {
  // The server's clock decides, also before the job has expired the entry.
  const wasActive = row.state === 'WAITING' || row.state === 'CALLED'
  const hasExpired = wasActive && row.expiresAt !== null && row.expiresAt <= now
  const minutesTo = (at: Date | null): number | null =>
    at && wasActive && !hasExpired ? Math.floor(Math.abs(at.getTime() - now.getTime()) / MINUTE_MS) : null
  return {
    id: row.id,
    playId: row.playId,
    consumeid: row.consumeId,
    sysOrgCode: row.orgCode,
    sysOrgCode_dictText: row.storeName,
    ticketNo: row.ticketNo,
    paiduiNumber: row.number,
    queueState: hasExpired ? 'CANCELLED' : row.state,
    endReason: hasExpired ? 'expired' : row.endReason,
    createTime: toWireTime(row.createdAt),
    callTime: wireOrNull(row.calledAt),
    remindTime: wireOrNull(row.remindedAt),
    expireTime: wireOrNull(row.expiresAt),
    changeBy: row.updatedBy,
    changeTime: wireOrNull(hasExpired ? row.expiresAt : row.updatedAt),
    racer: row.racer,
    userId: row.memberId ?? '',
    userNickname: row.nickname ?? '',
    consumeRoleName: row.ruleName,
    consumeType: row.consumeType,
    consumeVehicleMode: row.runMode,
    countCycleNumber: row.laps,
    duration: row.minutes,
    people: row.people,
    vehicleId: row.vehicleId ?? '',
    vehicleName: row.vehicleName,
    remark: row.remark,
    payMode: row.payMode,
    amount: fromMinor(row.amount),
    countOrder: Math.max(1, row.countOrder),
    ahead: wait?.ahead ?? null,
    waitMinutes: wait?.waitMinutes ?? null,
    calledMinutes: row.state === 'CALLED' ? minutesTo(row.calledAt) : null,
    leftMinutes: minutesTo(row.expiresAt),
  }
}
