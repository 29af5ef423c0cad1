import type { Clock } from '#main/core/clock.ts'
import type { Sqlite } from '#main/core/database.ts'
import type { Log } from '#main/core/log.ts'
import type { Printer } from '#main/features/printer/index.ts'
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
import type { StartedRun } from './outbox.figures.ts'
import type { NewStart, Outbox } from './outbox.store.ts'
import { rideTicket } from './ride-ticket.ts'
import type { HubPort, OfflineQueuePort } from './start.ports.ts'
import { wristbandsOf } from './wristbands.ts'

/** What the first sending of a start came to; the sender's side of it is in the sync feature. */
export type FirstSending =
  | { kind: 'sent'; result: StartResult }
  | { kind: 'unreachable' }
  | { kind: 'refused'; error: AppError }

/** How somebody waits for the first sending of a start. */
export interface FirstWait {
  /** Whether a cashier looks on, who is told of a refusal; otherwise it is kept for later. */
  isWatched: boolean
  /** The member's consumption password: for this sending only. */
  password: string | undefined
  /** Runs at once when the wait was in vain. */
  goOffline(): void
}

export interface StartsDeps {
  db: Sqlite
  outbox: Outbox
  printer: Pick<Printer, 'enqueueTicket'>
  clock: Clock
  log: Log
  terminalId: string
  settings(): TerminalSettings
  /** Who starts, in which store; throws when nobody is signed in. */
  worker(): TerminalSession
  /** The store's snapshot, read from the server first when there is none yet; null when that is not possible. */
  snapshot(): Promise<Snapshot | null>
  /** When the server was asked for what the snapshot says of vehicles and open orders. */
  serverReadAt(): number
  /** Whether the server can be asked now. */
  canAsk(): boolean
  ask(id: string, waiting: FirstWait): Promise<FirstSending>
  /** A member as this terminal last saw it, less what its own starts took since; null when it is not known here. */
  cachedMember(orgCode: string, id: string): Member | null
  write<T>(run: () => T): T
  shift: OfflineStartDeps['shift']
  /** The other terminals of the store. */
  hub: HubPort
  line: OfflineQueuePort
  onStarted(state: StartOutcome['state']): void
}

/** A start as the window asks for it. */
type StartAsked = StartFields & {
  id?: string | undefined
  password?: string | undefined
  /** Paid here and now, because there is no server. */
  pays?: OfflinePay | undefined
  /** What the guest gives in cash. */
  received?: number | undefined
}

/**
 * Starts sessions: committed to this computer first, then tried at the server, and where that does not answer in time the
 * counter goes on with a ticket of its own.
 */
export function createStarts(deps: StartsDeps) {
  const { db, outbox, clock } = deps

  async function plan(
    fields: StartFields,
    { id, isProven, pays, received }: Pick<StartAsked, 'pays' | 'received'> & { id: string; isProven: boolean },
  ): Promise<Omit<NewStart, 'offline'>> {
    const worker = deps.worker()
    const snapshot = await deps.snapshot()
    if (!snapshot) throw new AppError('common.offline')
    const hasWaited = deps.line.numberOf(id) !== null
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
      body: { ...fields, printId, startedAt: startedAt.toISOString(), terminalId: deps.terminalId, paid },
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

  /** Its ticket and wristbands, with the start in one commit: there is never one without the other. */
  function print(id: string): void {
    try {
      const ticket = outbox.ticketOf(id)
      if (!ticket) return
      deps.printer.enqueueTicket(ticket)
      const wristbands = wristbandsOf(ticket, outbox.wristbandsOf(id))
      if (wristbands) deps.printer.enqueueTicket(wristbands)
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith('storage.')) throw error
      // The ride is what counts; a ticket can be printed again.
      deps.log.error('the ticket of a start cannot be made', { id, error })
    }
  }

  /** Stores a start; that of a place in line is what ends the place, and has its number. */
  function add(planned: Omit<NewStart, 'offline'>, offline: boolean): { ticketNo: string } {
    return outbox.add({ ...planned, offline, given: deps.line.numberOf(planned.id) ?? planned.given })
  }

  function startOffline(planned: Omit<NewStart, 'offline'>): void {
    deps.write(() =>
      db.transaction(() => {
        add(planned, true)
        print(planned.id)
      })(),
    )
  }

  /** Starts that their cashiers were told to go on with, while that could not be written down. */
  const owed = new Set<string>()

  /**
   * The start is stored already and will be sent, whatever becomes of this: telling the cashier that it failed would bring
   * it a second time. With a disk that is full by now it is owed its mark and its ticket until there is room.
   */
  function goOffline(id: string): void {
    try {
      deps.write(() =>
        db.transaction(() => {
          if (outbox.markOffline(id)) print(id)
        })(),
      )
      owed.delete(id)
    } catch (error) {
      owed.add(id)
      deps.log.error('a start cannot be marked as made without the server', { id, error })
    }
  }

  const offlineOutcome = (id: string, ticketNo: string, { ticket }: Pick<NewStart, 'ticket'>): StartOutcome => ({
    state: 'offline',
    ...(owed.has(id) && { isTicketOwed: true }),
    id,
    ticketNo,
    vehicleName: ticket.vehicleName,
    startedAt: ticket.startedAt,
    result: null,
  })

  async function begin({ id = newId(), password, pays, received, ...fields }: StartAsked): Promise<StartOutcome> {
    const asked = { id, isProven: password !== undefined, pays, received }
    const planned = await plan(fields, asked)
    const isTogether = deps.hub.isOn() && (pays !== undefined || !deps.canAsk())
    const outcome = isTogether ? await together(planned, fields, asked) : await carryOut(planned, password)
    deps.onStarted(outcome.state)
    return outcome
  }

  /** Without the server the other terminals are asked for the vehicle and for a number, before anything is stored. */
  async function together(
    planned: Omit<NewStart, 'offline'>,
    fields: StartFields,
    asked: Parameters<typeof plan>[1],
  ): Promise<StartOutcome> {
    const given = await deps.hub.take(runOf(planned), planned.ticket.vehicleName, planned.day)
    try {
      // What is limited may have been used up here meanwhile.
      const still = await plan(fields, asked)
      return await carryOut({ ...still, ...(given === null ? {} : { given }) }, undefined)
    } catch (error) {
      deps.hub.withdraw(asked.id)
      throw error
    }
  }

  async function carryOut(planned: Omit<NewStart, 'offline'>, password: string | undefined): Promise<StartOutcome> {
    const { id } = planned
    const ownTicket = () => outbox.item(id)?.ticketNo ?? ''
    if (planned.body.paid || !deps.canAsk()) {
      startOffline(planned)
      return offlineOutcome(id, ownTicket(), planned)
    }
    const { ticketNo } = deps.write(() => add(planned, false))
    const first = await deps.ask(id, { isWatched: true, password, goOffline: () => goOffline(id) })
    if (first.kind === 'refused') throw first.error
    if (first.kind === 'unreachable') {
      deps.hub.note(runOf(planned))
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

  const onTheirWay = new Map<string, Promise<StartOutcome>>()
  const cutOff = new Set(outbox.untoldStarts())

  async function finish(id: string): Promise<void> {
    // The server shall know of an old one when it really began, and who typed a password has left by now.
    if (!deps.canAsk() || !outbox.isFresh(id) || outbox.isProven(id)) {
      goOffline(id)
      deps.onStarted('offline')
      return
    }
    const first = await deps.ask(id, {
      isWatched: false,
      password: undefined,
      goOffline: () => goOffline(id),
    })
    if (first.kind !== 'refused') deps.onStarted(first.kind === 'sent' ? 'online' : 'offline')
  }

  return {
    /** Asked for once more under its id, such as by a key that bounces, it is the same start, on its way or done. */
    async start({ id = newId(), ...asked }: StartAsked): Promise<StartOutcome> {
      const begun = onTheirWay.get(id) ?? outbox.outcomeOf(id)
      if (begun) return begun
      const outcome = begin({ id, ...asked }).finally(() => onTheirWay.delete(id))
      onTheirWay.set(id, outcome)
      return outcome
    },

    /**
     * Brings the starts to an end that a crash cut off before the cashier heard of them: with the server like any other,
     * without it with tickets of their own. Done once, as soon as the server is there or was waited for.
     */
    finishCutOff(): void {
      for (const id of cutOff) {
        void finish(id).catch((error: unknown) => deps.log.error('a start cannot be finished', { id, error }))
      }
      cutOff.clear()
    },

    /** This computer can write again: what could not be written down of starts that went on without the server is made up for. */
    payOwed(): void {
      for (const id of owed) goOffline(id)
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
