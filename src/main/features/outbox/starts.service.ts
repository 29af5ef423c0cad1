import type { Clock } from '#main/core/clock.ts'
import type { Sqlite } from '#main/core/database.ts'
import type { Log } from '#main/core/log.ts'
import type { Printer } from '#main/features/printer/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { businessDay } from '#shared/core/time.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { StartFields, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import type { Snapshot } from '#shared/features/terminals/terminals.contract.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import type { StartOutcome, TerminalSession, TerminalSettings } from '#shared/ipc/contract.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import type { Outbox } from './outbox.store.ts'

/** What the first sending of a start came to; the sender's side of it is in the sync feature. */
export type FirstSending =
  | { kind: 'sent'; result: StartResult }
  | { kind: 'unreachable' }
  | { kind: 'refused'; error: AppError }

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
  toldAt(): number
  /** Whether the server can be asked now. */
  canAsk(): boolean
  ask(id: string, goOffline: () => void): Promise<FirstSending>
  write<T>(run: () => T): T
  onStarted(state: StartOutcome['state']): void
}

interface Plan {
  fields: StartFields
  rule: ConsumeRule
  vehicle: Vehicle
  snapshot: Snapshot
  worker: TerminalSession
  id: string
  startedAt: Date
}

/**
 * Starts sessions: committed to this computer first, then tried at the server, and where that does not answer in time the
 * counter goes on with a ticket of its own.
 */
export function createStarts(deps: StartsDeps) {
  const { db, outbox, clock } = deps

  async function plan(fields: StartFields, id: string): Promise<Plan> {
    const worker = deps.worker()
    const snapshot = await deps.snapshot()
    if (!snapshot) throw new AppError('common.offline')
    const rule = snapshot.rules.find(({ id }) => id === fields.roleId)
    const problem = checkStart(fields, rule ?? null)
    if (problem) throw new AppError(problem.code, problem.details)
    const vehicle = snapshot.vehicles.find(({ id }) => id === fields.vehicleId)
    if (!rule || !vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
    return { fields, rule, vehicle, snapshot, worker, id, startedAt: new Date(clock.now()) }
  }

  function add({ fields, rule, vehicle, snapshot, worker, id, startedAt }: Plan, offline: boolean): string {
    const { prefix, printId } = deps.settings()
    const { timeZone, dayStartHour } = snapshot.store
    const { ticketNo } = outbox.add({
      id,
      orgCode: worker.userInfo.orgCode,
      startedAt: startedAt.toISOString(),
      day: businessDay(startedAt, timeZone, dayStartHour),
      prefix,
      offline,
      body: { ...fields, printId, startedAt: startedAt.toISOString(), terminalId: deps.terminalId },
      vehicleName: vehicle.name,
      ruleName: rule.consumeRoleName,
      minutes: rule.duration,
    })
    return ticketNo
  }

  function print(plan: Plan, ticketNo: string): void {
    try {
      deps.printer.enqueueTicket(ticketOf(plan, ticketNo))
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith('storage.')) throw error
      // The ride is what counts; a ticket can be printed again.
      deps.log.error('the ticket of a start cannot be made', { id: plan.id, error })
    }
  }

  function ticketOf({ fields, rule, vehicle, snapshot, worker, id, startedAt }: Plan, ticketNo: string): TicketData {
    return {
      orderId: id,
      storeName: snapshot.store.departName,
      ticketNo,
      racer: fields.cheshou,
      vehicleName: vehicle.name,
      ruleName: rule.consumeRoleName,
      mode: fields.consumeVehicleMode,
      amount: fields.consumeVehicleMode === 'circlemode' ? rule.countCycleNumber : rule.duration,
      people: fields.people,
      memberNo: fields.userId,
      startedAt: startedAt.toISOString(),
      cashier: worker.userInfo.realname,
      terminal: deps.settings().terminalName,
      remark: fields.remark,
      offline: true,
      locale: deps.settings().locale,
      timeZone: snapshot.store.timeZone,
    }
  }

  const offlineOutcome = ({ id, vehicle, startedAt }: Plan, ticketNo: string): StartOutcome => ({
    state: 'offline',
    id,
    ticketNo,
    vehicleName: vehicle.name,
    startedAt: startedAt.toISOString(),
    result: null,
  })

  /** The server would refuse it afterwards, when the member has driven (spec §4: open orders of members are limited). */
  function keepHungLimit({ fields, snapshot: { store } }: Plan): void {
    const limit = store.hungOrderLimit
    if (fields.userId === '' || store.openHung + outbox.openOfMembers(store.orgCode, deps.toldAt()) < limit) return
    throw new AppError('sessions.hungLimit', { limit })
  }

  /** Start and ticket in one commit: there is never one without the other. */
  function startOffline(plan: Plan): StartOutcome {
    const { name: vehicle, state } = plan.vehicle
    // A vehicle in use is no obstacle here: without the server nobody can end the run that the snapshot shows.
    if (state === 'maintenance' || state === 'scrapped')
      throw new AppError('sessions.vehicleUnavailable', { vehicle, state })
    keepHungLimit(plan)
    const ticketNo = deps.write(() =>
      db.transaction(() => {
        const own = add(plan, true)
        print(plan, own)
        return own
      })(),
    )
    return offlineOutcome(plan, ticketNo)
  }

  /**
   * The start is stored already and will be sent, whatever becomes of this: with a disk that is full by now the server
   * gets it as it was and prints its ticket. Telling the cashier that it failed would bring it a second time.
   */
  function goOffline(plan: Plan, ticketNo: string): void {
    try {
      deps.write(() =>
        db.transaction(() => {
          outbox.markOffline(plan.id)
          print(plan, ticketNo)
        })(),
      )
    } catch (error) {
      deps.log.error('a start cannot be marked as made without the server', { id: plan.id, error })
    }
  }

  async function startOnline(plan: Plan): Promise<StartOutcome> {
    const ticketNo = deps.write(() => add(plan, false))
    const first = await deps.ask(plan.id, () => goOffline(plan, ticketNo))
    if (first.kind === 'refused') throw first.error
    if (first.kind === 'unreachable') return offlineOutcome(plan, ticketNo)
    const { result } = first
    return {
      state: 'online',
      id: plan.id,
      ticketNo: result.ticketNo,
      vehicleName: result.vehicleName,
      startedAt: result.startedAt,
      result,
    }
  }

  async function begin(fields: StartFields, id: string): Promise<StartOutcome> {
    const planned = await plan(fields, id)
    const outcome = deps.canAsk() ? await startOnline(planned) : startOffline(planned)
    deps.onStarted(outcome.state)
    return outcome
  }

  const onTheirWay = new Map<string, Promise<StartOutcome>>()

  return {
    /** Asked for once more under its id, such as by a key that bounces, it is the same start, on its way or done. */
    async start({ id = newId(), ...fields }: StartFields & { id?: string | undefined }): Promise<StartOutcome> {
      const begun = onTheirWay.get(id) ?? outbox.outcomeOf(id)
      if (begun) return begun
      const outcome = begin(fields, id).finally(() => onTheirWay.delete(id))
      onTheirWay.set(id, outcome)
      return outcome
    },
  }
}
