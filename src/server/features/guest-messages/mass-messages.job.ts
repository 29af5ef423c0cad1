import { sql } from 'kysely'
import { idFrom } from '#server/core/content-id.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, scopeOf, type Transaction } from '#server/db/database.ts'
import { quietUntil, takeSms } from '#server/features/messages/index.ts'
import { massText } from '#shared/features/guest-messages/mass-message.calc.ts'
import { nextReceivers } from './mass-audience.repository.ts'
import {
  dropTexts,
  insertMassTexts,
  lockMassMessage,
  type MassMessageChange,
  type MassMessageRow,
  outboxStates,
  requeueTexts,
  stoppedWithTexts,
  updateMassMessage,
  withdrawnTexts,
} from './mass-messages.repository.ts'
import { takeBack } from './mass-messages.service.ts'

/** Poll interval of each copy of the server. */
export const MASS_MS = 1000
/** Members that one transaction reads. */
const PORTION = 500
/** More SMS of a message than this never wait in the outbox, so that a stop withdraws the rest. */
const WINDOW = 500
/** The next look at a message whose SMS are being sent. */
const PAUSE_MS = 1000
/** When a message that has failed is tried again. */
const RETRY_MS = 30_000
/** How long after a stop an SMS that was being handed over can come back; claims of the outbox end much earlier. */
const STOPPED_MS = 86_400_000
/** Portions of one message in a row. */
const MAX_PORTIONS = 50
/** The template by which providers of China know mass messages. */
export const MASS_TEMPLATE = 'mass.message'

interface MassKey {
  id: string
  orgCode: string
}

/**
 * Works on the mass messages that are due, each by one copy of the server at a time. One that fails is tried again later and does not hold
 * up the others.
 */
export async function workMassMessages(deps: Deps): Promise<void> {
  const now = deps.clock()
  const { due, stopped } = await deps.db.scoped(EVERY_STORE, async (trx) => {
    const { rows } = await sql<MassKey>`select id, org_code from mass_message
      where next_at <= ${now} order by next_at, id limit 50`.execute(trx)
    return { due: rows, stopped: await stoppedWithTexts(trx, new Date(now.getTime() - STOPPED_MS)) }
  })
  const guarded = (key: MassKey, work: () => Promise<void>): Promise<void> =>
    work().catch(async (error: unknown) => {
      deps.log.error({ err: error, massMessage: key.id }, 'a mass message could not be worked on')
      await postpone(deps, key)
    })
  for (const key of stopped) await guarded(key, () => takeBackLate(deps, key))
  for (const key of due) {
    await guarded(key, async () => {
      for (let count = 0; count < MAX_PORTIONS && (await sendPortion(deps, key)); count++);
    })
  }
}

/** Makes a mass message that has failed due again later. */
const postpone = (deps: Deps, { id, orgCode }: MassKey): Promise<void> =>
  deps.db.scoped(scopeOf(orgCode), async (trx) => {
    const row = await lockMassMessage(trx, { id, orgCode }, true)
    if (!row || row.nextAt === null) return
    await updateMassMessage(trx, row, { nextAt: new Date(deps.clock().getTime() + RETRY_MS) })
  })

/** Withdraws SMS of a stopped mass message that were being handed over when it was stopped, and were not taken. */
const takeBackLate = (deps: Deps, { id, orgCode }: MassKey): Promise<void> =>
  deps.db.scoped(scopeOf(orgCode), async (trx) => {
    const row = await lockMassMessage(trx, { id, orgCode }, true)
    if (row?.stopReason === 'person') await updateMassMessage(trx, row, await takeBack(deps, trx, row))
  })

/**
 * Sends the next portion of a mass message: everything about it is one transaction, so a crash leaves the portion sent or not sent.
 * Returns whether another one is due at once.
 */
export const sendPortion = (deps: Deps, { id, orgCode }: MassKey): Promise<boolean> =>
  deps.db.scoped(scopeOf(orgCode), async (trx) => {
    const now = deps.clock()
    const row = await lockMassMessage(trx, { id, orgCode }, true)
    if (!row || row.nextAt === null || row.nextAt > now) return false
    const set = await nextStep(deps, trx, row, now)
    await updateMassMessage(trx, row, { ...set, updatedAt: now })
    await deps.realtime.publish({ topic: 'massMessages', orgCode }, trx)
    return set.nextAt !== null && set.nextAt <= now
  })

type Step = MassMessageChange & { nextAt: Date | null }

async function nextStep(deps: Deps, trx: Transaction, row: MassMessageRow, now: Date): Promise<Step> {
  const quietEnd = await quietUntil(trx, row.orgCode, now)
  if (quietEnd) return { nextAt: quietEnd }
  const later = new Date(now.getTime() + PAUSE_MS)
  const { waiting, withdrawn } = await outboxStates(trx, row.id, ['waiting', 'withdrawn'])
  if (waiting >= WINDOW) return { nextAt: later }
  if (withdrawn > 0) return requeue(deps, trx, row, now)
  const open = row.planned - row.queued
  if (row.position !== null && open > 0) return read(deps, trx, { ...row, position: row.position }, now)
  if (waiting > 0) return { nextAt: later }
  const result = await outboxStates(trx, row.id, ['sent', 'failed', 'unknown'])
  return { state: 'done', nextAt: null, endedAt: now, ...result }
}

const keyOf = ({ id, orgCode }: MassMessageRow): MassKey => ({ id, orgCode })

const usedUp = { state: 'stopped', stopReason: 'textsUsedUp', nextAt: null } as const

/** Puts withdrawn SMS back, except to members who have opted out since. */
async function requeue(deps: Deps, trx: Transaction, row: MassMessageRow, now: Date): Promise<Step> {
  const withdrawn = await withdrawnTexts(trx, row, PORTION)
  const optedOut = withdrawn.filter(({ messageConsent }) => messageConsent !== 'YES').map(({ id }) => id)
  if (optedOut.length > 0) await dropTexts(trx, optedOut)
  const willing = withdrawn.filter(({ messageConsent }) => messageConsent === 'YES').map(({ id }) => id)
  let queued = 0
  await takeSms(deps, trx, { kind: 'mass', ...keyOf(row) }, async (left) => {
    const affordable = willing.slice(0, Math.floor(left / row.parts))
    await requeueTexts(trx, affordable, now)
    queued = affordable.length
    return queued * row.parts
  })
  return {
    queued: row.queued + queued,
    optedOut: row.optedOut + optedOut.length,
    ...(queued < willing.length ? usedUp : { nextAt: now }),
  }
}

/** Reads the next members and puts their SMS into the outbox. */
async function read(
  deps: Deps,
  trx: Transaction,
  row: MassMessageRow & { position: string },
  now: Date,
): Promise<Step> {
  const { receivers, next } = await nextReceivers(trx, row, PORTION)
  const willing = receivers.filter(({ leftOut }) => leftOut === '')
  const text = massText(row.title, row.content)
  const params = JSON.stringify({ title: row.title, content: row.content })
  const wanted = Math.min(willing.length, row.planned - row.queued)
  let taken = 0
  let queued = 0
  await takeSms(deps, trx, { kind: 'mass', ...keyOf(row) }, async (left) => {
    taken = Math.min(wanted, Math.floor(left / row.parts))
    const texts = willing.slice(0, taken).map(({ id: memberId, phone }) => ({
      // The same person at another store of the campaign has the same id.
      id: idFrom('mass message', row.campaignId, phone),
      memberId,
      phone,
    }))
    queued = await insertMassTexts(trx, row, texts, { text, params, templateCode: MASS_TEMPLATE, now })
    return queued * row.parts
  })
  // Without SMS left, reading continues with the first member who got none.
  const isUsedUp = taken < wanted
  const position = isUsedUp ? (willing[taken - 1]?.id ?? row.position) : next
  const passed = isUsedUp ? receivers.filter(({ id }) => id <= (position ?? '')) : receivers
  const count = (reason: string): number => passed.filter(({ leftOut }) => leftOut === reason).length
  return {
    position,
    queued: row.queued + queued,
    optedOut: row.optedOut + count('optedOut'),
    noConsent: row.noConsent + count('noConsent'),
    noPhone: row.noPhone + count('noPhone'),
    duplicate: row.duplicate + taken - queued,
    ...(isUsedUp ? usedUp : { nextAt: now }),
  }
}
