import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Sqlite } from '#main/core/storage/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { toMinor } from '#shared/core/money.ts'
import { businessDay } from '#shared/core/time.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { ruleFor } from '#shared/features/rules/price.calc.ts'
import { holdOf } from '#shared/features/sessions/hold.calc.ts'
import type { OfflinePay } from '#shared/features/sessions/offline-payment.schema.ts'
import type { StartFields, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { StartOutcome, TerminalSession, TerminalSettings } from '#shared/ipc/contract.ts'
import { checkOffline, type OfflineStartDeps, offlinePaymentFor } from './offline-starts.ts'
import type { OfflineTickets } from './offline-tickets.ts'
import type { StartedRun } from './outbox.figures.ts'
import type { NewStart, Outbox } from './outbox.store.ts'
import { rideTicket } from './ride-ticket.ts'
import type { ClusterPort, OfflineQueuePort } from './start.ports.ts'

/** The outcome of the first upload of a start; the sync feature has its other side. An unreachable one is marked offline. */
export type FirstSending =
  | { kind: 'sent'; result: StartResult }
  | { kind: 'unreachable' }
  | { kind: 'refused'; error: AppError }

/** How a caller waits for the first upload of a start. */
export interface FirstWait {
  /** Whether a cashier waits, who then sees a refusal at once; otherwise it is stored for later. */
  isWatched: boolean
  /** The member's consumption password, for this upload only. */
  password: string | undefined
}

export interface StartsDeps {
  db: Sqlite
  outbox: Outbox
  tickets: OfflineTickets
  clock: Clock
  log: Log
  terminalId: string
  settings(): TerminalSettings
  /** The signed-in user and store; throws when nobody is signed in. */
  worker(): TerminalSession
  /** The store's snapshot, read from the server first when there is none yet; null when that is not possible. */
  snapshot(): Promise<Snapshot | null>
  /** When the server was asked for the snapshot's vehicles and open orders (ms). */
  serverReadAt(): number
  /** Whether the server can be asked now. */
  canAsk(): boolean
  ask(id: string, waiting: FirstWait): Promise<FirstSending>
  /** A cached member, less what this terminal's own starts took since; null when it is not cached. */
  cachedMember(orgCode: string, id: string): Member | null
  write<T>(run: () => T): T
  shift: OfflineStartDeps['shift']
  /** The other terminals of the store. */
  cluster: ClusterPort
  offlineQueue: OfflineQueuePort
  onStarted(state: StartOutcome['state']): void
}

/** A start as the window requests it. */
type StartInput = StartFields & {
  id?: string | undefined
  password?: string | undefined
  /** Paid now, because the server is away. */
  pays?: OfflinePay | undefined
  /** Cash that the guest gives. */
  received?: number | undefined
}

/**
 * Starts sessions. A start is committed to this computer first, then sent to the server. Where the server does not answer
 * in time, the counter continues with its own ticket.
 */
export function createStarts(deps: StartsDeps) {
  const { db, outbox, tickets, clock } = deps

  async function plan(
    fields: StartFields,
    { id, isProven, pays, received }: Pick<StartInput, 'pays' | 'received'> & { id: string; isProven: boolean },
  ): Promise<Omit<NewStart, 'offline'>> {
    const worker = deps.worker()
    const snapshot = await deps.snapshot()
    if (!snapshot) throw new AppError('common.offline')
    const hasWaited = deps.offlineQueue.numberOf(id) !== null
    const { store } = snapshot
    const offered = snapshot.rules.find(({ id }) => id === fields.ruleId)
    const member = fields.userId === '' ? null : deps.cachedMember(worker.userInfo.orgCode, fields.userId)
    const rule = offered && ruleFor(offered, member)
    const vehicle = snapshot.vehicles.find(({ id }) => id === fields.vehicleId)
    const problem = checkStart(fields, rule ?? null, vehicle)
    if (problem) throw new AppError(problem.code, problem.details)
    if (!rule || !vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
    if (store.cashierRequired === 'YES' && !fields.cashierId)
      throw new AppError('sessions.cashierRequired', { field: 'cashierId' })
    if (!deps.canAsk()) checkOffline(deps, { fields, rule, vehicle, store, pays, hasWaited })
    const paid = pays && offlinePaymentFor(deps, { fields, rule, store, pays, received })
    const startedAt = new Date(clock.now())
    const { prefix, printId } = deps.settings()
    return {
      id,
      orgCode: worker.userInfo.orgCode,
      startedAt: startedAt.toISOString(),
      day: businessDay(startedAt, store.timeZone, store.dayStartHour),
      prefix,
      body: {
        ...fields,
        printId,
        startedAt: startedAt.toISOString(),
        terminalId: deps.terminalId,
        laps: rule.countCycleNumber,
        minutes: rule.duration,
        operatorId: worker.userInfo.id,
        paid,
      },
      consumeType: rule.consumeTypeRole,
      minutes: rule.duration,
      price: toMinor(rule.price),
      hold: holdOf(rule, fields.people),
      isProven,
      wristbands: rule.useBracelet === 'YES' ? rule.braceletCount * fields.people : 0,
      ticket: {
        ...rideTicket(
          { id, fields, rule, vehicleName: vehicle.name, at: startedAt },
          { snapshot, worker, settings: deps.settings() },
        ),
        ...(paid && { paid: { by: paid.by, amount: paid.amount, deposit: paid.deposit, received: paid.received } }),
      },
    }
  }

  /** Stores a start. That of a queue entry ends the entry and has its ticket number. */
  function add(planned: Omit<NewStart, 'offline'>, offline: boolean): { ticketNo: string } {
    return outbox.add({ ...planned, offline, given: deps.offlineQueue.numberOf(planned.id) ?? planned.given })
  }

  function startOffline(planned: Omit<NewStart, 'offline'>): void {
    deps.write(() =>
      db.transaction(() => {
        add(planned, true)
        tickets.print(planned.id)
      })(),
    )
  }

  const offlineOutcome = (id: string, ticketNo: string, { ticket }: Pick<NewStart, 'ticket'>): StartOutcome => ({
    state: 'offline',
    ...(tickets.isOwed(id) && { isTicketOwed: true }),
    id,
    ticketNo,
    vehicleName: ticket.vehicleName,
    startedAt: ticket.startedAt,
    result: null,
  })

  async function begin({ id = newId(), password, pays, received, ...fields }: StartInput): Promise<StartOutcome> {
    const options = { id, isProven: password !== undefined, pays, received }
    const planned = await plan(fields, options)
    const usesCluster = deps.cluster.isOn() && (pays !== undefined || !deps.canAsk())
    const outcome = usesCluster ? await startInCluster(planned, fields, options) : await submit(planned, password)
    deps.onStarted(outcome.state)
    return outcome
  }

  /** Without the server the vehicle and a ticket number are reserved at the leader, before anything is stored. */
  async function startInCluster(
    planned: Omit<NewStart, 'offline'>,
    fields: StartFields,
    options: Parameters<typeof plan>[1],
  ): Promise<StartOutcome> {
    const ticketNo = await deps.cluster.take(runOf(planned), planned.ticket.vehicleName, planned.day)
    try {
      // Limits may have been reached here meanwhile.
      const replanned = await plan(fields, options)
      return await submit({ ...replanned, ...(ticketNo === null ? {} : { given: ticketNo }) }, undefined)
    } catch (error) {
      deps.cluster.withdraw(options.id)
      throw error
    }
  }

  async function submit(planned: Omit<NewStart, 'offline'>, password: string | undefined): Promise<StartOutcome> {
    const { id } = planned
    const ownTicket = () => outbox.item(id)?.ticketNo ?? ''
    if (planned.body.paid || !deps.canAsk()) {
      startOffline(planned)
      return offlineOutcome(id, ownTicket(), planned)
    }
    const { ticketNo } = deps.write(() => add(planned, false))
    const first = await deps.ask(id, { isWatched: true, password })
    if (first.kind === 'refused') throw first.error
    if (first.kind === 'unreachable') {
      deps.cluster.note(runOf(planned))
      return offlineOutcome(id, ticketNo, planned)
    }
    const { result } = first
    return {
      state: 'online',
      id,
      ticketNo: result.ticketNo,
      vehicleName: result.vehicleName,
      startedAt: result.startedAt,
      result,
    }
  }

  const inProgress = new Map<string, Promise<StartOutcome>>()
  const interrupted = new Set(outbox.unseenStarts())

  async function finish(id: string): Promise<void> {
    // An old start must keep its real start time, and the customer who typed a password has left by now.
    if (!deps.canAsk() || !outbox.isFresh(id) || outbox.isProven(id)) {
      tickets.goOffline(id)
      deps.onStarted('offline')
      return
    }
    const first = await deps.ask(id, { isWatched: false, password: undefined })
    if (first.kind !== 'refused') deps.onStarted(first.kind === 'sent' ? 'online' : 'offline')
  }

  return {
    /** Starts a session. A repeated id, such as from a bouncing key, returns the same start. */
    async start({ id = newId(), ...input }: StartInput): Promise<StartOutcome> {
      const existing = inProgress.get(id) ?? outbox.outcomeOf(id)
      if (existing) return existing
      const outcome = begin({ id, ...input }).finally(() => inProgress.delete(id))
      inProgress.set(id, outcome)
      return outcome
    },

    /**
     * Finishes the starts that a crash interrupted before the cashier saw the outcome: with the server, or offline with
     * their own tickets. Done once, as soon as the server is there or has been waited for.
     */
    finishInterrupted(): void {
      for (const id of interrupted) {
        void finish(id).catch((error: unknown) => deps.log.error('a start cannot be finished', { id, error }))
      }
      interrupted.clear()
    },
  }
}

const runOf = ({ id, body, startedAt, minutes }: Omit<NewStart, 'offline'>): StartedRun => ({
  id,
  vehicleId: body.vehicleId,
  racer: body.racer,
  startedAt,
  mode: body.consumeVehicleMode,
  minutes,
})
