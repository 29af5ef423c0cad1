import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { resultKeyOf } from '#server/features/printing/index.ts'
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/core/errors.ts'
import type {
  EditQueued,
  EndReason,
  GuestQueueEntry,
  QueueEntry,
  WaitingQueue,
} from '#shared/features/queue/queue.schema.ts'
import { announceFloor } from './floor.service.ts'
import {
  type QueueRow,
  readActiveEntries,
  readEndedEntries,
  readEntries,
  toQueueEntry,
  waitTimesOf,
} from './queue.repository.ts'

/** The queue of the stores in scope with wait times in minutes. */
export const listQueue = (deps: Deps, ctx: CallContext): Promise<WaitingQueue> =>
  ctx.tx(async (trx) => {
    const now = deps.clock()
    const { orgCode } = ctx.user
    const entries = await readActiveEntries(trx, now)
    const { waitTimes, next } = await waitTimesOf(trx, entries, orgCode, now)
    const store = await trx
      .selectFrom('store')
      .select('queueCallAhead')
      .where('orgCode', '=', orgCode)
      .executeTakeFirst()
    return {
      records: entries.map((row) => toQueueEntry(row, now, waitTimes.get(row.id))),
      waiting: entries.filter(({ state }) => state === 'WAITING').length,
      called: entries.filter(({ state }) => state === 'CALLED').length,
      waitMinutes: next,
      callAhead: store?.queueCallAhead ?? 0,
    }
  })

/** The latest ended entries. */
export const listEnded = (deps: Deps, ctx: CallContext): Promise<QueueEntry[]> =>
  ctx.tx(async (trx) => {
    const now = deps.clock()
    return (await readEndedEntries(trx, now)).map((row) => toQueueEntry(row, now, undefined))
  })

/** The current state of entries, in this order. */
async function currentEntries(trx: Transaction, ids: readonly string[], now: Date): Promise<QueueEntry[]> {
  const rows = await readEntries(trx, sql`q.id = any(${ids}::uuid[])`, sql`array_position(${ids}::uuid[], q.id)`)
  return rows.map((row) => toQueueEntry(row, now, undefined))
}

async function currentEntry(trx: Transaction, id: string, now: Date): Promise<QueueEntry> {
  const [entry] = await currentEntries(trx, [id], now)
  if (!entry) throw new AppError('queue.notFound', { field: 'id' })
  return entry
}

/** The id of an entry by an id of the entry, its ride or its order. */
const entryIdOf = async (trx: Transaction, id: string): Promise<string | undefined> =>
  (await sql<{ id: string }>`select id from queued_as(${id}) limit 1`.execute(trx)).rows[0]?.id

/** Locks the entry of an id: of the entry, its ride or its order. Throws `queue.notFound`. */
async function lockEntry(trx: Transaction, id: string): Promise<QueueRow> {
  const entryId = await entryIdOf(trx, id)
  const locked =
    entryId === undefined ? null : await sql`select from queue_entry where id = ${entryId} for update`.execute(trx)
  const [row] = locked ? await readEntries(trx, sql`q.id = ${entryId}`) : []
  if (!row) throw new AppError('queue.notFound', { field: 'id' })
  return row
}

const isActive = ({ state, expiresAt }: QueueRow, now: Date): boolean =>
  (state === 'WAITING' || state === 'CALLED') && (expiresAt === null || expiresAt > now)

/** Like `lockEntry`, but refuses ended entries with the reason. */
async function lockWaiting(trx: Transaction, id: string, now: Date): Promise<QueueRow> {
  const row = await lockEntry(trx, id)
  if (!isActive(row, now)) await sql`select refuse_left(${row.id}, 'id')`.execute(trx)
  return row
}

const expiryMinutesOf = async (trx: Transaction, orgCode: string): Promise<number> =>
  (await trx.selectFrom('store').select('queueMinutes').where('orgCode', '=', orgCode).executeTakeFirstOrThrow())
    .queueMinutes

const after = (now: Date, minutes: number): Date => new Date(now.getTime() + 60_000 * minutes)

/** Calls an entry, also out of order or again. Throws `queue.notFound` or why it has ended. */
export const callEntry = (deps: Deps, ctx: CallContext, id: string): Promise<QueueEntry> =>
  ctx.tx(async (trx) => {
    const now = deps.clock()
    const row = await lockWaiting(trx, id, now)
    await trx
      .updateTable('queueEntry')
      .set({
        state: 'CALLED',
        calledAt: now,
        updatedAt: now,
        updatedBy: ctx.user.realname,
        expiresAt: after(now, await expiryMinutesOf(trx, row.orgCode)),
      })
      .where('id', '=', row.id)
      .where('orgCode', '=', row.orgCode)
      .execute()
    ctx.touched({ id: row.id, kind: '/queue/sysQueue', before: { state: row.state }, after: { state: 'CALLED' } })
    announceFloor(deps, ctx, row.orgCode, { entries: [row.id] })
    return currentEntry(trx, row.id, now)
  })

/** Calls the next entries of the current store. Throws `auth.chooseStore`, `queue.enoughCalled` or `queue.nobodyWaits`. */
export const callNext = (deps: Deps, ctx: CallContext, count: number): Promise<QueueEntry[]> =>
  ctx.tx(async (trx) => {
    const now = deps.clock()
    const { orgCode, realname } = ctx.user
    const store = await trx
      .selectFrom('store')
      .select('queueCallAhead')
      .where('orgCode', '=', orgCode)
      .where('kind', '=', 'store')
      .executeTakeFirst()
    if (!store) throw new AppError('auth.chooseStore')
    const { rows } = await sql<{ ids: string[] }>`
      select call_waiting(${orgCode}, ${count}, ${realname}, ${now}) as ids`.execute(trx)
    const ids = rows[0]?.ids ?? []
    if (ids.length === 0) {
      const waits = (await readActiveEntries(trx, now, orgCode)).some(({ state }) => state === 'WAITING')
      throw waits
        ? new AppError('queue.enoughCalled', { most: store.queueCallAhead })
        : new AppError('queue.nobodyWaits')
    }
    for (const id of ids) ctx.touched({ id, kind: '/queue/sysQueue', after: { state: 'CALLED' } })
    announceFloor(deps, ctx, orgCode, { entries: ids })
    return currentEntries(trx, ids, now)
  })

const restorableReasons: readonly EndReason[] = ['expired', 'cancelled']

/**
 * Restores an expired or cancelled entry at its place. Throws `queue.notFound`, `queue.notPaid`, `sessions.rule*` where its use has been
 * taken since, or why it cannot be restored.
 */
export const restoreEntry = (deps: Deps, ctx: CallContext, id: string): Promise<QueueEntry> =>
  ctx.tx(async (trx) => {
    const now = deps.clock()
    const entryId = (await entryIdOf(trx, id)) ?? id
    // A concurrent refund waits for this lock, or has committed. It locks the order before its entries as well.
    const { rows } = await sql<{ state: string }>`
      select state from consume_order where (id, org_code) = (select p.consume_id, p.org_code from queue_entry q
        join play_record p on p.id = q.play_id and p.org_code = q.org_code where q.id = ${entryId}) for share`.execute(
      trx,
    )
    const row = await lockEntry(trx, entryId)
    if (isActive(row, now)) return currentEntry(trx, row.id, now)
    // Also a cancelled one whose refund the provider refused.
    const mayReturn = row.state === 'WAITING' || row.state === 'CALLED' || restorableReasons.includes(row.endReason)
    if (!mayReturn) await sql`select refuse_left(${row.id}, 'id')`.execute(trx)
    if (rows[0]?.state !== 'paid') throw new AppError('queue.notPaid', { field: 'id', ticket: row.ticketNo })
    await requireFreeUse(trx, row)
    await trx
      .updateTable('queueEntry')
      .set({
        state: 'WAITING',
        endReason: '',
        updatedAt: now,
        updatedBy: ctx.user.realname,
        expiresAt: after(now, await expiryMinutesOf(trx, row.orgCode)),
      })
      .where('id', '=', row.id)
      .where('orgCode', '=', row.orgCode)
      .execute()
    ctx.touched({ id: row.id, kind: '/queue/sysQueue', before: { state: row.state }, after: { state: 'WAITING' } })
    announceFloor(deps, ctx, row.orgCode, { entries: [row.id] })
    return currentEntry(trx, row.id, now)
  })

/** Takes the use again that a cancellation has freed, on the day of the charge. Throws `sessions.rule*` where none is left. */
async function requireFreeUse(trx: Transaction, { playId, orgCode }: QueueRow): Promise<void> {
  const { rows } = await sql<{ refusal: { code: ErrorCode; details: ErrorDetails } | null }>`
    select use_limit_refusal(p.rule_id, p.org_code, coalesce(m.merged_into, p.member_id), p.created_at, 1) as refusal
    from play_record p left join member m on m.id = p.member_id and m.org_code = p.org_code
    where p.id = ${playId} and p.org_code = ${orgCode} and left_unridden(p.id, p.org_code)`.execute(trx)
  const refusal = rows[0]?.refusal
  if (refusal) throw new AppError(refusal.code, { ...refusal.details, field: 'id' })
}

/**
 * Renames the racer of an entry, also during the run, or moves it before another number. Throws `queue.notFound`, `queue.noSuchNumber` or
 * why it has ended.
 */
export const editQueued = (
  deps: Deps,
  ctx: CallContext,
  { id, racer, paiduiNumber }: EditQueued,
): Promise<QueueEntry> =>
  ctx.tx(async (trx) => {
    const now = deps.clock()
    const row = paiduiNumber === undefined ? await lockEntry(trx, id) : await lockWaiting(trx, id, now)
    if (racer !== undefined) {
      if (!isActive(row, now) && row.state !== 'STARTED') await sql`select refuse_left(${row.id}, 'id')`.execute(trx)
      await rename(trx, row, racer)
    }
    if (paiduiNumber !== undefined) await move(trx, row, paiduiNumber, now)
    const before = { racer: row.racer, place: row.place }
    ctx.touched({ id: row.id, kind: '/queue/sysQueue', before, after: { racer, paiduiNumber } })
    announceFloor(deps, ctx, row.orgCode, { entries: [row.id] })
    return currentEntry(trx, row.id, now)
  })

async function rename(trx: Transaction, { playId, orgCode }: QueueRow, racer: string): Promise<void> {
  const { rows } =
    await sql`update play_record set racer = ${racer} where id = ${playId} and org_code = ${orgCode} returning id`.execute(
      trx,
    )
  if (rows.length === 0) throw new AppError('queue.notFound', { field: 'id' })
  await sql`update run set racer = ${racer} where play_id = ${playId} and org_code = ${orgCode} and state = 'RUNNING'`.execute(
    trx,
  )
}

/**
 * Moves an entry directly before a number, after entries moved there earlier. Half of a sum is exact in numeric, unlike a division, so that
 * there is always room between two places.
 */
async function move(trx: Transaction, row: QueueRow, number: number, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('queue of ' || ${row.orgCode}, 0))`.execute(trx)
  const line = (await readActiveEntries(trx, now, row.orgCode)).filter(({ id }) => id !== row.id)
  const at = line.findIndex((other) => other.number === number)
  const target = line[at]
  if (!target) throw new AppError('queue.noSuchNumber', { field: 'paiduiNumber', number })
  const before = line[at - 1]
  await sql`update queue_entry set place = ${before ? sql`(${before.place}::numeric + ${target.place}::numeric) * 0.5` : sql`${target.place}::numeric - 1`}
    where id = ${row.id} and org_code = ${row.orgCode}`.execute(trx)
}

/** The queue status for the guest with this key. Throws `queue.notFound`. */
export async function guestQueueStatus(deps: Deps, key: string): Promise<GuestQueueEntry> {
  const { db, clock } = deps
  const now = clock()
  const read = async (trx: Transaction): Promise<GuestQueueEntry> => {
    const [row] = await readEntries(trx, sql`q.guest_key = ${key}`)
    if (!row) throw new AppError('queue.notFound', { field: 'key' })
    const line = await readActiveEntries(trx, now, row.orgCode)
    const { waitTimes } = await waitTimesOf(trx, line, row.orgCode, now)
    const { ticketNo, queueState, endReason, ahead, waitMinutes, vehicleName } = toQueueEntry(
      row,
      now,
      waitTimes.get(row.id),
    )
    const called = line.filter(({ state }) => state === 'CALLED').map((other) => other.ticketNo)
    const hasBegun = queueState === 'STARTED' || queueState === 'DONE'
    const resultKey = hasBegun ? resultKeyOf(deps, row.playId) : ''
    const position = { ticketNo, departName: row.storeName, queueState, endReason, ahead, waitMinutes, vehicleName }
    return { ...position, called, resultKey }
  }
  // Public, so it never uses the connections of counters.
  return db.scoped(EVERY_STORE, read, 'lists')
}
