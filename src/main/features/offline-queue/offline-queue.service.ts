import { type Clock, every } from '#main/core/clock.ts'
import type { Sqlite } from '#main/core/database.ts'
import type { Log } from '#main/core/log.ts'
import { type LinePort, type Outbox, rideTicket } from '#main/features/outbox/index.ts'
import type { Printer } from '#main/features/printer/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { mayDo } from '#shared/core/may-do.ts'
import { toMinor } from '#shared/core/money.ts'
import { businessDay } from '#shared/core/time.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { MAX_SHOWN_QUEUE_ENTRIES } from '#shared/features/queue/queue.schema.ts'
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

/** What the server says of the order under a key: `none`: it has none. */
export type OrderEnd = 'charged' | 'open' | 'closed' | 'none' | 'unknown'

export interface OfflineQueueDeps {
  db: Sqlite
  terminalId: string
  /** The other counters of the store. */
  peerQueues: PeerQueuesPort
  store: QueueEntryStore
  outbox: Pick<Outbox, 'nextNumber'>
  printer: Pick<Printer, 'enqueueTicket'>
  clock: Clock
  log: Log
  settings(): TerminalSettings
  /** Who works here, in which store; throws when nobody is signed in. */
  worker(): TerminalSession
  /** The store's snapshot, read from the server first when there is none yet; null when that is not possible. */
  snapshot(): Promise<Snapshot | null>
  /** The same as far as it is here. */
  currentSnapshot(): Snapshot | null
  /** Whether the server can be asked now. */
  canAsk(): boolean
  cachedMember(orgCode: string, id: string): Member | null
  /** Asks the server what became of the charge under a key. */
  orderEnd(key: string): Promise<OrderEnd>
  write<T>(run: () => T): T
  onChange(): void
}

const MINUTE = 60_000
const ASK_EVERY = 5000
/** No charge is on its way for longer than a screen waits for one. */
const LOST_AFTER = 2 * MINUTE

export type OfflineQueue = ReturnType<typeof createOfflineQueue>

/**
 * Guests who wait for a vehicle while the server is away. A place takes nothing and needs no vehicle; it is kept with its ticket in one
 * commit. Its ride begins as any other at this counter, under the key that the place has had from the beginning: whether it has
 * begun is whether there is a start with that key.
 */
export function createOfflineQueue(deps: OfflineQueueDeps) {
  const { db, store, clock, write } = deps

  /** Refuses whoever may do none of these. */
  const allow = (...actions: string[]): void => {
    const { permissions } = deps.worker()
    if (!actions.some((action) => mayDo(permissions, action))) throw new AppError('auth.forbidden')
  }
  const dayOf = ({ timeZone, dayStartHour }: Snapshot['store']): string =>
    businessDay(new Date(clock.now()), timeZone, dayStartHour)
  const sharing = shareQueue({
    ...deps,
    here() {
      const known = deps.currentSnapshot()
      return known && { orgCode: known.store.orgCode, day: dayOf(known.store) }
    },
  })
  const changed = (): void => {
    deps.peerQueues.publish()
    deps.onChange()
  }
  const timeOf = (): number => clock.now() + (deps.currentSnapshot()?.store.queueMinutes ?? 60) * MINUTE

  /** A place of the store worked in that waits still. */
  function waiting(id: string): QueueEntry {
    const place = store.find(id)
    if (!place || place.orgCode !== deps.worker().userInfo.orgCode) throw new AppError('line.notFound')
    requireWaiting(place)
    return place
  }

  /** Whether another terminal has been given a place and has not come for it. */
  function isOnItsWay(id: string): boolean {
    const place = store.find(id)
    return place !== null && place.end === null && place.transfer?.isThere === false
  }

  function list(): OfflineQueueEntry[] {
    const { orgCode } = deps.worker().userInfo
    const rejected = store.rejected(orgCode)
    if (rejected.length > 0) write(() => rejected.forEach(store.renew))
    const known = deps.currentSnapshot()
    const own = store.list(orgCode, known ? dayOf(known.store) : '')
    return [...own, ...sharing.others(orgCode)].sort((one, other) => (one.joinedAt < other.joinedAt ? -1 : 1))
  }

  async function join({ id, ...fields }: StartFields & { id: string }): Promise<OfflineQueueEntry> {
    const before = store.kept(id)
    if (before) return before
    allow('consume:add')
    const worker = deps.worker()
    const snapshot = await deps.snapshot()
    if (!snapshot) throw new AppError('common.offline')
    // Who can be charged by the server is lined up by it.
    if (deps.canAsk()) throw new AppError('sessions.serverIsBack')
    const place = plan(id, fields, snapshot, worker)
    write(() =>
      db.transaction(() => {
        // Asked for twice at once it is one place.
        if (store.find(id)) return
        const ahead = list().filter(({ state }) => state !== 'expired').length
        if (ahead >= MAX_SHOWN_QUEUE_ENTRIES) throw new AppError('line.full', { most: MAX_SHOWN_QUEUE_ENTRIES })
        const ticketNo = deps.outbox.nextNumber(place.day, deps.settings().prefix)
        const ticket = { ...place.ticket, ticketNo, ahead }
        store.add({ ...place, ticketNo, ticket })
        print(ticket)
      })(),
    )
    changed()
    return kept(id)
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
    const refusal = ruleRefusal(rule, guest, { waits: true })
    if (refusal) throw new AppError(refusal.code, refusal.details)
    const ride = { id, fields, rule, vehicleName: vehicle?.name ?? '', at: new Date(clock.now()) }
    return {
      id,
      orgCode,
      day: dayOf(snapshot.store),
      expiresAt: clock.now() + snapshot.store.queueMinutes * MINUTE,
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
      deps.log.error('the ticket of a place in line cannot be made', { id: ticket.orderId, error })
    }
  }

  function kept(id: string): OfflineQueueEntry {
    const place = store.kept(id)
    if (!place) throw new AppError('line.notFound')
    return place
  }

  /** Does something with a place that waits, in one commit; where another terminal has it, it comes here first. */
  async function change(id: string, action: string, does: (place: QueueEntry) => void): Promise<OfflineQueueEntry> {
    allow(action)
    await comeHere(id)
    write(() => db.transaction(() => does(waiting(id)))())
    changed()
    return kept(id)
  }

  /** Asks after charges whose answer was not heard. */
  async function settleAll(): Promise<void> {
    const known = deps.currentSnapshot()
    if (!known || !deps.canAsk()) return
    for (const key of store.asked(known.store.orgCode)) await settle(key, false)
  }

  /** `isAnswered`: the server has answered, so that a charge which it does not know was none. */
  async function settle(key: string, isAnswered: boolean): Promise<void> {
    const asked = store.ofStart(key)?.chargeStartedAt
    if (!asked) return
    const end = await deps.orderEnd(key)
    const place = store.ofStart(key)
    if (!place?.chargeStartedAt) return
    if (end === 'charged') write(() => store.end(place.id, 'charged', ''))
    else if (end === 'closed') write(() => store.renew(place.id))
    else if (end === 'none' && (isAnswered || clock.now() - asked > LOST_AFTER))
      write(() => store.markAsked(place.id, null))
    else return
    changed()
  }

  const stopAsking = every(clock, ASK_EVERY, async () => {
    await settleAll()
    // Also what left the line by itself, as at the end of a business day.
    deps.peerQueues.publish()
    await sharing.fetchGiven()
  })

  /** Takes over a place that another terminal has; does nothing for any other. */
  async function comeHere(id: string): Promise<void> {
    if (deps.peerQueues.others().length === 0) return
    const place = sharing.others(deps.worker().userInfo.orgCode).find((one) => one.id === id)
    if (place?.at) await sharing.bring(id, place.at.terminalId)
  }

  const port: LinePort = {
    numberOf(startId) {
      const place = store.ofStart(startId)
      if (!place) return null
      allow('queue:start')
      requireStartable(place, clock.now())
      return place.ticketNo
    },
  }

  return {
    port,
    /** What the other counters of the store see of it. */
    shared: sharing.shared,
    list,
    join,
    call: (id: string) =>
      change(id, 'queue:call', (place) => {
        requireStartable(place, clock.now())
        store.markCalled(id, timeOf())
      }),
    restore: (id: string) => change(id, 'queue:call', () => store.markRestored(id, timeOf())),
    rename: (id: string, racer: string) => change(id, 'queue:edit', () => store.rename(id, racer)),
    async cancel(id: string): Promise<void> {
      // Nothing was paid that would be given back: whoever gives places takes them back.
      allow('consume:add')
      const by = deps.worker().userInfo.realname
      if (!isOnItsWay(id)) await comeHere(id)
      const leave = () => {
        // One that was given to a terminal which does not come to fetch it can be ended here, too.
        if (!isOnItsWay(id)) waiting(id)
        store.end(id, 'cancelled', by)
      }
      write(() => db.transaction(leave)())
      changed()
    },
    async take(id: string): Promise<OfflineQueueEntry> {
      allow('consume:add', 'queue:start', 'queue:call', 'queue:edit')
      await comeHere(id)
      waiting(id)
      return kept(id)
    },
    comeHere,
    /** The ticket of a place; null for what is none. */
    ticketOf: (id: string): TicketData | null => store.find(id)?.ticket ?? null,
    /** How many wait, of whatever store was worked in last. */
    count(): number {
      const known = deps.currentSnapshot()
      return known ? store.list(known.store.orgCode, dayOf(known.store)).length : 0
    },
    /** The server is asked to charge under a key: if that is a place's, nobody else begins its ride meanwhile. */
    beginCharge(key: string): void {
      const place = store.ofStart(key)
      if (!place) return
      allow('queue:start')
      if (place.end || !place.chargeStartedAt) requireStartable(place, clock.now())
      write(() => store.markAsked(place.id, place.chargeStartedAt ?? clock.now()))
      changed()
    },
    /** The server has answered. */
    endCharge: (key: string): void => {
      settle(key, true).catch((error: unknown) => deps.log.warn('the end of a charge is asked for again', { error }))
    },
    /** The server is back. */
    hurry: () => void settleAll().catch((error: unknown) => deps.log.warn('charges cannot be asked after', { error })),
    purge(): void {
      const known = deps.currentSnapshot()
      if (known) store.purge(dayOf(known.store))
    },
    close: stopAsking,
  }
}
