import { performance } from 'node:perf_hooks'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import type { RunOrder, VehicleLink, VehicleReport } from '#server/features/dispatch/index.ts'
import type { Box, BoxMessage, BoxTransport, ServerMessage } from '#server/features/gateway/transports/box.transport.ts'
import {
  Ack,
  type BoxLeaf,
  type DriveCommand,
  Lap,
  Online,
  type RunCommand,
  SILENT_AFTER_MS,
  State,
} from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { settingsOf } from './box.settings.ts'
import { type BoxDirectory, isRunActive } from './boxes.repository.ts'
import { createLateLapGrace } from './late-lap.grace.ts'

/** An unconfirmed command is sent again after this time, then with doubling intervals up to `MAX_RESEND_MS`. */
const RESEND_MS = 1000
const MAX_RESEND_MS = 8000
const SWEEP_MS = 300

/** State of a box that has connected. */
export interface BoxStatus {
  box: Box
  isOnline: boolean
  lastMessageAt: number
  state: State
  /** The run that it last reported. */
  run: string | null
}

/** A change of a box that is shown to users. */
export interface BoxStatusChange {
  box: Box
  isOnline: boolean
  state: State
}

interface PendingCommand {
  command: RunCommand
  order: RunOrder
  tries: number
  nextAt: number
}

export interface BoxLink extends VehicleLink {
  /** Fires when a box goes online or setOffline or reportListeners another state. */
  onStatusChange(listener: (statusListeners: BoxStatusChange) => void): void
  /** Fires for every message of a box; used for emergency stops and faults. */
  onMessage(listener: (box: Box, message: BoxMessage) => void): void
  status(boxId: string): BoxStatus | undefined
  /** Sends a message of coins to a connected coin machine. */
  sendCoins(boxId: string, message: CoinMessage): void
}

/** Messages of the server to coin machines. */
type CoinMessage = Extract<ServerMessage, { leaf: 'coins' | 'settled' }>

type BoxLinkDeps = Pick<Deps, 'db' | 'clock' | 'log'> & { directory: BoxDirectory; transports: readonly BoxTransport[] }

/**
 * Creates the link to vehicles whose boxes speak the vehicle protocol, over any transport. A command contains the whole state of a run and
 * has a number greater than all before. It is sent again until the box confirms it. A box that reconnects gets a new command, and commands
 * that arrive twice or late change nothing.
 */
export function createBoxLink({ db, clock, log, directory, transports }: BoxLinkDeps): BoxLink {
  const reportListeners: ((report: VehicleReport) => void)[] = []
  const statusListeners: ((change: BoxStatusChange) => void)[] = []
  const messageListeners: ((box: Box, message: BoxMessage) => void)[] = []
  const statuses = new Map<string, BoxStatus>()
  /** The current order of each vehicle by vehicle id, also while its box is offline. */
  const orders = new Map<string, { order: RunOrder; kind: RunCommand['kind']; isOver: boolean }>()
  const pendingCommands = new Map<string, PendingCommand>()
  const isSuspect = createLateLapGrace()
  /** Numbers are taken one after the other, so that a later command of a box has the greater one. */
  let lastNumber: Promise<unknown> = Promise.resolve()
  let sweptAt = performance.now()
  let isClosed = false

  const nextNumber = (): Promise<number> => {
    const number = lastNumber.then(() =>
      db.call<number>('vehicle_command', "select nextval('vehicle_command')", []).then(Number),
    )
    lastNumber = number.catch(() => undefined)
    return number
  }

  const send = (box: Box, command: RunCommand | DriveCommand): void => {
    for (const transport of transports) transport.send(box, { leaf: 'command', message: command })
  }

  const leftOf = ({ endsAt }: RunOrder): number | null => endsAt && Math.max(0, endsAt.getTime() - clock().getTime())

  const runCommand = (seq: number, kind: RunCommand['kind'], order: RunOrder, over: boolean): RunCommand => ({
    seq,
    kind,
    run: order.runId,
    laps: order.laps,
    lapsDone: order.lapsDone,
    left: leftOf(order),
    back: order.delaySeconds * 1000,
    slowed: order.slowed,
    called: order.isCalledBack,
    over,
  })

  const logFailure = (error: unknown): void => log.warn({ err: error }, 'a command could not be sent to a vehicle')

  /** Sends the current order of its vehicle; an earlier unconfirmed command is dropped. */
  const sendOrder = (box: Box): void => {
    const { vehicleId } = box
    const order = vehicleId === null ? undefined : orders.get(vehicleId)
    if (!order || !statuses.get(box.id)?.isOnline) return
    nextNumber()
      .then((seq) => {
        const now = vehicleId === null ? undefined : orders.get(vehicleId)
        if (isClosed || !now) return
        const command = runCommand(seq, now.kind, now.order, now.isOver)
        pendingCommands.set(box.id, { command, order: now.order, tries: 1, nextAt: performance.now() + RESEND_MS })
        send(box, command)
      })
      .catch(logFailure)
  }

  const sendSettings = (box: Box): void => {
    if (box.isCoinMachine || !statuses.get(box.id)?.isOnline) return
    const settings = settingsOf(box)
    nextNumber()
      .then((seq) => {
        if (!isClosed) send(box, { seq, kind: 'drive', ...settings })
      })
      .catch(logFailure)
  }

  const setOrder = (kind: RunCommand['kind'], order: RunOrder, isOver = false): void => {
    const current = orders.get(order.vehicleId)
    // The end of a run does not concern its vehicle if another run has started on it.
    if (isOver && current && current.order.runId !== order.runId) return
    orders.set(order.vehicleId, { order, kind, isOver })
    const box = directory.ofVehicle(order.vehicleId)
    if (box) sendOrder(box)
  }

  const notifyStatus = ({ box, isOnline, state }: BoxStatus): void => {
    for (const listener of statusListeners) listener({ box, isOnline, state })
  }

  const setOffline = (one: BoxStatus): void => {
    if (!one.isOnline) return
    one.isOnline = false
    pendingCommands.delete(one.box.id)
    notifyStatus(one)
  }

  const onOnline = (one: BoxStatus, { online, run = null }: Online): void => {
    if (!online) {
      setOffline(one)
      return
    }
    one.run = run
    const { box } = one
    // Also if it was online: it has reconnected and may have lost its state.
    one.isOnline = true
    notifyStatus(one)
    sendSettings(box)
    const order = box.vehicleId === null ? undefined : orders.get(box.vehicleId)
    if (order) sendOrder(box)
    // It reports a run that has ended or belongs to another vehicle: it must stop.
    else if (run !== null) endUnknown(box, run).catch(logFailure)
  }

  /** Ends a run that a box reports, unless it is active in the database: after a server start no orders are loaded yet. */
  const endUnknown = async (box: Box, run: string): Promise<void> => {
    const { orgCode } = box
    const vehicleId = box.vehicleId ?? ''
    if (await db.scoped(EVERY_STORE, (trx) => isRunActive(trx, run, box))) return
    const seq = await nextNumber()
    const nothing = { runId: run, vehicleId, orgCode, laps: 0, lapsDone: 0, endsAt: clock() }
    const stands = { ...nothing, delaySeconds: 0, slowed: false, isCalledBack: true }
    if (!isClosed) send(box, runCommand(seq, 'stop', stands, true))
  }

  const onLap = ({ box }: BoxStatus, lap: Lap): void => {
    const { run, number, ms, sectors, ago, at } = lap
    const now = clock().getTime()
    const { orgCode, vehicleId } = box
    const receivedAt = performance.now()
    const confirm = (outcome: string): void => {
      if (outcome === 'over' && isSuspect(`${box.id} ${run} ${number}`, receivedAt)) return
      const activeOrder = vehicleId === null ? undefined : orders.get(vehicleId)?.order
      if (activeOrder?.runId === run && outcome !== 'tooMany')
        activeOrder.lapsDone = Math.max(activeOrder.lapsDone, number)
      for (const transport of transports) transport.send(box, { leaf: 'kept', message: { run, number, outcome } })
    }
    const report = { runId: run, orgCode, number, ms, sectors, doneAt: new Date(now - ago) }
    const deviceAt = at === undefined ? null : new Date(at)
    for (const listener of reportListeners)
      listener({ kind: 'lap', lap: { ...report, deviceAt }, vehicleId: vehicleId ?? box.id, confirm })
  }

  const onAck = ({ box }: BoxStatus, { seq, result, reason }: Ack): void => {
    const pending = pendingCommands.get(box.id)
    if (pending?.command.seq !== seq) return
    pendingCommands.delete(box.id)
    if (result === 'refused') log.warn({ box: box.id, reason }, 'a vehicle refused a command')
    const { vehicleId, runId } = pending.order
    const order = orders.get(vehicleId)
    if (order?.isOver && order.order.runId === runId) orders.delete(vehicleId)
  }

  const onState = (one: BoxStatus, state: State): void => {
    one.state = { ...one.state, ...state }
    notifyStatus(one)
  }

  const parsing =
    <T>(schema: z.ZodType<T>, handle: (one: BoxStatus, message: T) => void) =>
    (one: BoxStatus, message: unknown): void => {
      const read = schema.safeParse(message)
      if (read.success) handle(one, read.data)
      else log.debug({ box: one.box.id }, 'a box sent an invalid message')
    }
  const handlers: Partial<Record<BoxLeaf, (one: BoxStatus, message: unknown) => void>> = {
    online: parsing(Online, onOnline),
    state: parsing(State, onState),
    lap: parsing(Lap, onLap),
    ack: parsing(Ack, onAck),
  }

  const handleMessage = (message: BoxMessage): void => {
    const { boxId, leaf } = message
    const box = directory.find(boxId)
    // Only the access rules of the venue's own broker were checked before this.
    if (!box || box.orgCode !== message.orgCode || isClosed) return
    const one = statuses.get(boxId) ?? { box, isOnline: false, lastMessageAt: 0, state: {}, run: null }
    statuses.set(boxId, one)
    one.box = box
    one.lastMessageAt = performance.now()
    // A box that was silent may send again without having reconnected.
    if (!one.isOnline && leaf !== 'online') onOnline(one, { online: true, run: one.run, stopped: [] })
    handlers[leaf]?.(one, message.message)
    for (const listener of messageListeners) listener(box, message)
  }

  const resend = (boxId: string, pending: PendingCommand, now: number): void => {
    const box = directory.find(boxId)
    if (!box || now < pending.nextAt) return
    pending.nextAt = now + Math.min(RESEND_MS * 2 ** pending.tries, MAX_RESEND_MS)
    pending.tries++
    // The same number, because it is the same command, with the time that is left now.
    send(box, { ...pending.command, left: leftOf(pending.order) })
  }

  const sweep = (): void => {
    const now = performance.now()
    // A server that was busy has not received messages meanwhile; it receives them before it judges.
    const wasBusy = now - sweptAt > 2 * SWEEP_MS
    sweptAt = now
    for (const [id, pending] of pendingCommands) resend(id, pending, now)
    if (wasBusy) return
    for (const one of statuses.values()) if (one.isOnline && now - one.lastMessageAt > SILENT_AFTER_MS) setOffline(one)
  }
  const sweepTimer = setInterval(sweep, SWEEP_MS).unref()

  for (const transport of transports) transport.onMessage(handleMessage)
  directory.onChange((removedIds) => {
    for (const id of removedIds) {
      const one = statuses.get(id)
      if (one) setOffline(one)
      statuses.delete(id)
    }
    for (const one of statuses.values()) {
      const box = directory.find(one.box.id)
      if (!box) continue
      const isChanged = !isDeepStrictEqual(settingsOf(box), settingsOf(one.box))
      one.box = box
      if (isChanged) sendSettings(box)
    }
  })

  return {
    start: (order) => setOrder('start', order),
    extend: (order) => setOrder('extend', order),
    slow: (order) => setOrder('slow', order),
    stop: (order, isOver) => setOrder('stop', order, isOver),
    onReport: (listener) => void reportListeners.push(listener),
    onStatusChange: (listener) => void statusListeners.push(listener),
    onMessage: (listener) => void messageListeners.push(listener),
    status: (boxId) => statuses.get(boxId),
    sendCoins(boxId, message) {
      const box = directory.find(boxId)
      if (box && !isClosed) for (const transport of transports) transport.send(box, message)
    },
    close() {
      isClosed = true
      clearInterval(sweepTimer)
    },
  }
}
