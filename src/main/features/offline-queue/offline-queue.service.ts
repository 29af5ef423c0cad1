import { type Clock, every } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Sqlite } from '#main/core/storage/database.ts'
import { type OfflineQueuePort, type Outbox, rideTicket } from '#main/features/outbox/index.ts'
import type { Printer } from '#main/features/printer/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { mayDo } from '#shared/core/may-do.ts'
import { toMinor } from '#shared/core/money.ts'
import { businessDay } from '#shared/core/time.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { MAX_QUEUE_ENTRIES } from '#shared/features/queue/queue.schema.ts'
import { ruleFor } from '#shared/features/rules/price.calc.ts'
import { ruleRefusal } from '#shared/features/rules/rule-offer.calc.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { TerminalSession, TerminalSettings } from '#shared/ipc/contract.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'
import type { QueueEntry, QueueEntryStore } from './queue-entries.store.ts'
import { requireStartable, requireWaiting } from './queue-entry.calc.ts'
import { type PeerQueuesPort, shareQueue } from './queue-sharing.ts'

/** The state of the order under a key at the server; `none`: there is no such order. */
export type OrderEnd = 'charged' | 'open' | 'closed' | 'none' | 'unknown'

export interface OfflineQueueDeps {
  db: Sqlite
  terminalId: string
  /** The queues of the store's other counters. */
  peerQueues: PeerQueuesPort
  store: QueueEntryStore
  outbox: Pick<Outbox, 'nextNumber'>
  printer: Pick<Printer, 'enqueueTicket'>
  clock: Clock
  log: Log
  settings(): TerminalSettings
  /** The signed-in user and store; throws when nobody is signed in. */
  worker(): TerminalSession
  /** The store's snapshot, read from the server first when there is none yet; null when that is not possible. */
  snapshot(): Promise<Snapshot | null>
  /** The snapshot if it is stored here; null otherwise. */
  currentSnapshot(): Snapshot | null
  /** Whether the server can be asked now. */
  canAsk(): boolean
  cachedMember(orgCode: string, id: string): Member | null
  /** Asks the server for the outcome of the charge under a key. */
  orderEnd(key: string): Promise<OrderEnd>
  write<T>(run: () => T): T
  onChange(): void
}

const MINUTE_MS = 60_000
const SETTLE_INTERVAL_MS = 5000
/** A charge that the server does not know after this was never received: no screen waits longer for one. */
const CHARGE_LOST_AFTER_MS = 2 * MINUTE_MS

export type OfflineQueue = ReturnType<typeof createOfflineQueue>

/**
 * Guests who wait for a vehicle while the server is away. An entry costs nothing and needs no vehicle; it is stored with
 * its ticket in one commit. Its ride starts like any other at this counter, under a key that the entry has from the
 * beginning: the ride has started if there is a start with that key.
 */
export function createOfflineQueue(deps: OfflineQueueDeps) {
  const { db, store, clock, write } = deps

  /** Throws `auth.forbidden` unless the user has one of the permissions. */
  const requireAny = (...actions: string[]): void => {
    const { permissions } = deps.worker()
    if (!actions.some((action) => mayDo(permissions, action))) throw new AppError('auth.forbidden')
  }
  const dayOf = ({ timeZone, dayStartHour }: Snapshot['store']): string =>
    businessDay(new Date(clock.now()), timeZone, dayStartHour)
  const sharing = shareQueue({
    ...deps,
    here() {
      const snapshot = deps.currentSnapshot()
      return snapshot && { orgCode: snapshot.store.orgCode, day: dayOf(snapshot.store) }
    },
  })
  const onChanged = (): void => {
    deps.peerQueues.publish()
    deps.onChange()
  }
  const nextExpiry = (): number => clock.now() + (deps.currentSnapshot()?.store.queueMinutes ?? 60) * MINUTE_MS

  /** A waiting entry of the current store; throws `line.*` for any other. */
  function waitingEntry(id: string): QueueEntry {
    const entry = store.find(id)
    if (!entry || entry.orgCode !== deps.worker().userInfo.orgCode) throw new AppError('line.notFound')
    requireWaiting(entry)
    return entry
  }

  /** Whether an entry was transferred to another terminal that has not confirmed it. */
  function isBeingTransferred(id: string): boolean {
    const entry = store.find(id)
    return entry !== null && entry.end === null && entry.transfer?.isThere === false
  }

  function list(): OfflineQueueEntry[] {
    const { orgCode } = deps.worker().userInfo
    const rejected = store.rejected(orgCode)
    if (rejected.length > 0) write(() => rejected.forEach(store.renew))
    const snapshot = deps.currentSnapshot()
    const own = store.list(orgCode, snapshot ? dayOf(snapshot.store) : '')
    return [...own, ...sharing.others(orgCode)].sort((one, other) => (one.joinedAt < other.joinedAt ? -1 : 1))
  }

  async function join({ id, ...fields }: StartFields & { id: string }): Promise<OfflineQueueEntry> {
    const existing = store.shown(id)
    if (existing) return existing
    requireAny('consume:add')
    const worker = deps.worker()
    const snapshot = await deps.snapshot()
    if (!snapshot) throw new AppError('common.offline')
    // With the server at hand, the server's own queue is used.
    if (deps.canAsk()) throw new AppError('sessions.serverIsBack')
    const entry = plan(id, fields, snapshot, worker)
    write(() =>
      db.transaction(() => {
        // A concurrent repetition of the request has already added it.
        if (store.find(id)) return
        const ahead = list().filter(({ state }) => state !== 'expired').length
        if (ahead >= MAX_QUEUE_ENTRIES) throw new AppError('line.full', { most: MAX_QUEUE_ENTRIES })
        const ticketNo = deps.outbox.nextNumber(entry.day, deps.settings().prefix)
        const ticket = { ...entry.ticket, ticketNo, ahead }
        store.add({ ...entry, ticketNo, ticket })
        print(ticket)
      })(),
    )
    onChanged()
    return shown(id)
  }

  function plan(id: string, fields: StartFields, snapshot: Snapshot, worker: TerminalSession) {
    const rule = snapshot.rules.find((one) => one.id === fields.ruleId)
    const vehicle = snapshot.vehicles.find((one) => one.id === fields.vehicleId)
    const problem = checkStart({ ...fields, vehicleId: fields.vehicleId || 'any' }, rule ?? null, vehicle)
    if (problem) throw new AppError(problem.code, problem.details)
    if (!rule) throw new AppError('sessions.ruleNotFound', { field: 'ruleId' })
    if (fields.vehicleId !== '' && !vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
    if (snapshot.store.cashierRequired === 'YES' && !fields.cashierId)
      throw new AppError('sessions.cashierRequired', { field: 'cashierId' })
    const { orgCode } = worker.userInfo
    const member = fields.userId === '' ? null : deps.cachedMember(orgCode, fields.userId)
    const guest = fields.userId === '' ? null : { memberLevel: member?.memberLevel ?? null }
    const refusal = ruleRefusal(rule, guest, { isQueued: true })
    if (refusal) throw new AppError(refusal.code, refusal.details)
    const ride = { id, fields, rule, vehicleName: vehicle?.name ?? '', at: new Date(clock.now()) }
    return {
      id,
      orgCode,
      day: dayOf(snapshot.store),
      expiresAt: clock.now() + snapshot.store.queueMinutes * MINUTE_MS,
      fields,
      memberName: member?.realname || member?.nickname || '',
      consumeType: rule.consumeTypeRole,
      price: toMinor(ruleFor(rule, member).price),
      ticket: {
        ...rideTicket(ride, { snapshot, worker, settings: deps.settings() }),
        offline: true,
        isUnpaid: true,
      },
    }
  }

  function print(ticket: TicketData): void {
    try {
      deps.printer.enqueueTicket(ticket)
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith('storage.')) throw error
      deps.log.error('the ticket of a queue entry cannot be made', { id: ticket.orderId, error })
    }
  }

  function shown(id: string): OfflineQueueEntry {
    const entry = store.shown(id)
    if (!entry) throw new AppError('line.notFound')
    return entry
  }

  /** Changes a waiting entry in one commit; one of another terminal is taken over first. */
  async function change(id: string, action: string, apply: (entry: QueueEntry) => void): Promise<OfflineQueueEntry> {
    requireAny(action)
    await takeOver(id)
    write(() => db.transaction(() => apply(waitingEntry(id)))())
    onChanged()
    return shown(id)
  }

  /** Asks the server for the outcome of charges whose answer was lost. */
  async function settleAll(): Promise<void> {
    const snapshot = deps.currentSnapshot()
    if (!snapshot || !deps.canAsk()) return
    for (const key of store.asked(snapshot.store.orgCode)) await settleKey(key, false)
  }

  /** Resolves a charge. `isAnswered`: the server has answered it, so an unknown order means that nothing was charged. */
  async function settleKey(key: string, isAnswered: boolean): Promise<void> {
    const startedAt = store.ofStart(key)?.chargeStartedAt
    if (!startedAt) return
    const end = await deps.orderEnd(key)
    const entry = store.ofStart(key)
    if (!entry?.chargeStartedAt) return
    if (end === 'charged') write(() => store.end(entry.id, 'charged', ''))
    else if (end === 'closed') write(() => store.renew(entry.id))
    else if (end === 'none' && (isAnswered || clock.now() - startedAt > CHARGE_LOST_AFTER_MS))
      write(() => store.markAsked(entry.id, null))
    else return
    onChanged()
  }

  const stopSettling = every(clock, SETTLE_INTERVAL_MS, async () => {
    await settleAll()
    // Entries also leave the queue by themselves, at the end of a business day.
    deps.peerQueues.publish()
    await sharing.fetchGiven()
  })

  /** Takes over an entry that another terminal has; does nothing for any other. */
  async function takeOver(id: string): Promise<void> {
    if (deps.peerQueues.others().length === 0) return
    const entry = sharing.others(deps.worker().userInfo.orgCode).find((one) => one.id === id)
    if (entry?.at) await sharing.bring(id, entry.at.terminalId)
  }

  const port: OfflineQueuePort = {
    numberOf(startId) {
      const entry = store.ofStart(startId)
      if (!entry) return null
      requireAny('queue:start')
      requireStartable(entry, clock.now())
      return entry.ticketNo
    },
  }

  return {
    port,
    /** The queue as the store's other counters use it. */
    shared: sharing.shared,
    list,
    join,
    call: (id: string) =>
      change(id, 'queue:call', (entry) => {
        requireStartable(entry, clock.now())
        store.markCalled(id, nextExpiry())
      }),
    restore: (id: string) => change(id, 'queue:call', () => store.markRestored(id, nextExpiry())),
    rename: (id: string, racer: string) => change(id, 'queue:edit', () => store.rename(id, racer)),
    async cancel(id: string): Promise<void> {
      // Nothing was paid, so no refund permission is needed.
      requireAny('consume:add')
      const by = deps.worker().userInfo.realname
      if (!isBeingTransferred(id)) await takeOver(id)
      const end = () => {
        // An entry whose transfer was never confirmed can be ended here, too.
        if (!isBeingTransferred(id)) waitingEntry(id)
        store.end(id, 'cancelled', by)
      }
      write(() => db.transaction(end)())
      onChanged()
    },
    async take(id: string): Promise<OfflineQueueEntry> {
      requireAny('consume:add', 'queue:start', 'queue:call', 'queue:edit')
      await takeOver(id)
      waitingEntry(id)
      return shown(id)
    },
    takeOver,
    /** The ticket of an entry; null for an unknown id. */
    ticketOf: (id: string): TicketData | null => store.find(id)?.ticket ?? null,
    /** How many entries wait in the store of the current snapshot. */
    count(): number {
      const snapshot = deps.currentSnapshot()
      return snapshot ? store.list(snapshot.store.orgCode, dayOf(snapshot.store)).length : 0
    },
    /** A charge under a key is being sent: if the key is an entry's, nobody else can start its ride meanwhile. */
    beginCharge(key: string): void {
      const entry = store.ofStart(key)
      if (!entry) return
      requireAny('queue:start')
      if (entry.end || !entry.chargeStartedAt) requireStartable(entry, clock.now())
      write(() => store.markAsked(entry.id, entry.chargeStartedAt ?? clock.now()))
      onChanged()
    },
    /** The server has answered the charge under a key. */
    endCharge: (key: string): void => {
      settleKey(key, true).catch((error: unknown) =>
        deps.log.warn('the outcome of a charge will be asked for again', { error }),
      )
    },
    /** Asks now for the outcome of an entry's charge. */
    async settle(id: string): Promise<void> {
      const entry = store.find(id)
      if (entry) await settleKey(entry.startId, false)
    },
    /** The server is back: settles open charges now. */
    settleNow: () =>
      void settleAll().catch((error: unknown) => deps.log.warn('the outcome of charges cannot be read', { error })),
    purge(): void {
      const snapshot = deps.currentSnapshot()
      if (snapshot) store.purge(dayOf(snapshot.store))
    },
    close: stopSettling,
  }
}
