import { performance } from 'node:perf_hooks'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import type { RunOrder, VehicleLink, VehicleReport } from '#server/features/dispatch/index.ts'
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
import type { Box, BoxMessage, BoxTransport } from './box.transport.ts'
import { type BoxDirectory, isRunActive } from './boxes.repository.ts'
import { createLateLapGrace } from './late-lap.grace.ts'

/** A command that nobody has confirmed is said again after this, then after twice as long, and so on. */
const AGAIN_MS = 1000
const AGAIN_AT_MOST_MS = 8000
const SWEEP_MS = 300

/** What is known of a box while it is there. */
export interface BoxStatus {
  box: Box
  isOnline: boolean
  lastMessageAt: number
  state: State
  /** The run that it says it is in. */
  run: string | null
}

/** What became of a box, for whoever shows it. */
export interface BoxStatusChange {
  box: Box
  isOnline: boolean
  state: State
}

interface Waiting {
  command: RunCommand
  order: RunOrder
  tries: number
  nextAt: number
}

export interface BoxLink extends VehicleLink {
  /** A box that is there or is not, or says something else of itself than before. */
  onStatusChange(heard: (news: BoxStatusChange) => void): void
  /** What is no part of a run: emergency stops, faults. */
  onMessage(heard: (box: Box, message: BoxMessage) => void): void
  status(boxId: string): BoxStatus | undefined
}

type BoxLinkDeps = Pick<Deps, 'db' | 'clock' | 'log'> & { directory: BoxDirectory; transports: readonly BoxTransport[] }

/**
 * The link of vehicles whose boxes speak the vehicle protocol, by whichever way. Each command says all that is to be known of the run, has a
 * number greater than every one before, and is said again until the box confirms it: a box that comes back is told anew, and what it hears
 * twice or too late changes nothing.
 */
export function createBoxLink({ db, clock, log, directory, transports: ways }: BoxLinkDeps): BoxLink {
  const reports: ((report: VehicleReport) => void)[] = []
  const news: ((news: BoxStatusChange) => void)[] = []
  const others: ((box: Box, message: BoxMessage) => void)[] = []
  const seen = new Map<string, BoxStatus>()
  /** What a vehicle is to do, by its id, also while no box of it is there. */
  const orders = new Map<string, { order: RunOrder; kind: RunCommand['kind']; isOver: boolean }>()
  const waiting = new Map<string, Waiting>()
  const isDoubted = createLateLapGrace()
  /** Commands get their numbers one after the other, so that a box's later command has the greater one. */
  let numbering: Promise<unknown> = Promise.resolve()
  let sweptAt = performance.now()
  let isClosed = false

  const nextNumber = (): Promise<number> => {
    const number = numbering.then(() =>
      db.call<number>('vehicle_command', "select nextval('vehicle_command')", []).then(Number),
    )
    numbering = number.catch(() => undefined)
    return number
  }

  const send = (box: Box, command: RunCommand | DriveCommand): void => {
    for (const way of ways) way.send(box, { leaf: 'command', message: command })
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

  const trouble = (error: unknown): void => log.warn({ err: error }, 'a vehicle could not be told')

  /** Says what its vehicle is to do now; whatever was to be said before needs no answer any more. */
  const tell = (box: Box): void => {
    const { vehicleId } = box
    const wanted = vehicleId === null ? undefined : orders.get(vehicleId)
    if (!wanted || !seen.get(box.id)?.isOnline) return
    nextNumber()
      .then((seq) => {
        const now = vehicleId === null ? undefined : orders.get(vehicleId)
        if (isClosed || !now) return
        const command = runCommand(seq, now.kind, now.order, now.isOver)
        waiting.set(box.id, { command, order: now.order, tries: 1, nextAt: performance.now() + AGAIN_MS })
        send(box, command)
      })
      .catch(trouble)
  }

  const drive = (box: Box): void => {
    if (!seen.get(box.id)?.isOnline) return
    const settings = settingsOf(box)
    nextNumber()
      .then((seq) => {
        if (!isClosed) send(box, { seq, kind: 'drive', ...settings })
      })
      .catch(trouble)
  }

  const order = (kind: RunCommand['kind'], wanted: RunOrder, isOver = false): void => {
    const known = orders.get(wanted.vehicleId)
    // The end of a run that another has followed on its vehicle is no business of that vehicle any more.
    if (isOver && known && known.order.runId !== wanted.runId) return
    orders.set(wanted.vehicleId, { order: wanted, kind, isOver })
    const box = directory.ofVehicle(wanted.vehicleId)
    if (box) tell(box)
  }

  const tellNews = ({ box, isOnline, state }: BoxStatus): void => {
    for (const heard of news) heard({ box, isOnline, state })
  }

  const offline = (one: BoxStatus): void => {
    if (!one.isOnline) return
    one.isOnline = false
    waiting.delete(one.box.id)
    tellNews(one)
  }

  const hearOnline = (one: BoxStatus, { online, run = null }: Online): void => {
    if (!online) {
      offline(one)
      return
    }
    one.run = run
    const { box } = one
    // Also when it was there before: it has connected anew, and may have lost everything.
    one.isOnline = true
    tellNews(one)
    drive(box)
    const wanted = box.vehicleId === null ? undefined : orders.get(box.vehicleId)
    if (wanted) tell(box)
    // It is in a run that is over, or was never one of this vehicle: it stands.
    else if (run !== null) endUnknown(box, run).catch(trouble)
  }

  /** Ends a run that a box says it is in, unless it goes on: a server that has just started has told nobody yet what does. */
  const endUnknown = async (box: Box, run: string): Promise<void> => {
    const { orgCode } = box
    const vehicleId = box.vehicleId ?? ''
    if (await db.scoped(EVERY_STORE, (trx) => isRunActive(trx, run, box))) return
    const seq = await nextNumber()
    const nothing = { runId: run, vehicleId, orgCode, laps: 0, lapsDone: 0, endsAt: clock() }
    const stands = { ...nothing, delaySeconds: 0, slowed: false, isCalledBack: true }
    if (!isClosed) send(box, runCommand(seq, 'stop', stands, true))
  }

  const hearLap = ({ box }: BoxStatus, lap: Lap): void => {
    const { run, number, ms, sectors, ago, at } = lap
    const now = clock().getTime()
    const { orgCode, vehicleId } = box
    const heardAt = performance.now()
    const kept = (outcome: string): void => {
      if (outcome === 'over' && isDoubted(`${box.id} ${run} ${number}`, heardAt)) return
      const going = vehicleId === null ? undefined : orders.get(vehicleId)?.order
      if (going?.runId === run && outcome !== 'tooMany') going.lapsDone = Math.max(going.lapsDone, number)
      for (const way of ways) way.send(box, { leaf: 'kept', message: { run, number, outcome } })
    }
    const report = { runId: run, orgCode, number, ms, sectors, doneAt: new Date(now - ago) }
    const deviceAt = at === undefined ? null : new Date(at)
    for (const heard of reports)
      heard({ kind: 'lap', lap: { ...report, deviceAt }, vehicleId: vehicleId ?? box.id, confirm: kept })
  }

  const hearAck = ({ box }: BoxStatus, { seq, result, reason }: Ack): void => {
    const asked = waiting.get(box.id)
    if (asked?.command.seq !== seq) return
    waiting.delete(box.id)
    if (result === 'refused') log.warn({ box: box.id, reason }, 'a vehicle refused a command')
    const { vehicleId, runId } = asked.order
    const wanted = orders.get(vehicleId)
    if (wanted?.isOver && wanted.order.runId === runId) orders.delete(vehicleId)
  }

  const hearState = (one: BoxStatus, state: State): void => {
    one.state = { ...one.state, ...state }
    tellNews(one)
  }

  const taking =
    <T>(schema: z.ZodType<T>, work: (one: BoxStatus, said: T) => void) =>
    (one: BoxStatus, message: unknown): void => {
      const read = schema.safeParse(message)
      if (read.success) work(one, read.data)
      else log.debug({ box: one.box.id }, 'a box said something that nobody understands')
    }
  const takes: Partial<Record<BoxLeaf, (one: BoxStatus, message: unknown) => void>> = {
    online: taking(Online, hearOnline),
    state: taking(State, hearState),
    lap: taking(Lap, hearLap),
    ack: taking(Ack, hearAck),
  }

  const hear = (message: BoxMessage): void => {
    const { boxId, leaf } = message
    const box = directory.find(boxId)
    // With a broker of the venue's own, its rules alone stand before this.
    if (!box || box.orgCode !== message.orgCode || isClosed) return
    const one = seen.get(boxId) ?? { box, isOnline: false, lastMessageAt: 0, state: {}, run: null }
    seen.set(boxId, one)
    one.box = box
    one.lastMessageAt = performance.now()
    // One that was silent and is heard again need not have connected anew.
    if (!one.isOnline && leaf !== 'online') hearOnline(one, { online: true, run: one.run, stopped: [] })
    takes[leaf]?.(one, message.message)
    for (const heard of others) heard(box, message)
  }

  const sayAgain = (boxId: string, asked: Waiting, now: number): void => {
    const box = directory.find(boxId)
    if (!box || now < asked.nextAt) return
    asked.nextAt = now + Math.min(AGAIN_MS * 2 ** asked.tries, AGAIN_AT_MOST_MS)
    asked.tries++
    // The same number, because it is the same command; what is left of its time is less.
    send(box, { ...asked.command, left: leftOf(asked.order) })
  }

  const sweep = (): void => {
    const now = performance.now()
    // A server that was busy itself has heard nobody: it listens first.
    const wasBusy = now - sweptAt > 2 * SWEEP_MS
    sweptAt = now
    for (const [id, asked] of waiting) sayAgain(id, asked, now)
    if (wasBusy) return
    for (const one of seen.values()) if (one.isOnline && now - one.lastMessageAt > SILENT_AFTER_MS) offline(one)
  }
  const sweeping = setInterval(sweep, SWEEP_MS).unref()

  for (const way of ways) way.onMessage(hear)
  directory.onChange((gone) => {
    for (const id of gone) {
      const one = seen.get(id)
      if (one) offline(one)
      seen.delete(id)
    }
    for (const one of seen.values()) {
      const box = directory.find(one.box.id)
      if (!box) continue
      const isOther = !isDeepStrictEqual(settingsOf(box), settingsOf(one.box))
      one.box = box
      if (isOther) drive(box)
    }
  })

  return {
    start: (wanted) => order('start', wanted),
    extend: (wanted) => order('extend', wanted),
    slow: (wanted) => order('slow', wanted),
    stop: (wanted, isOver) => order('stop', wanted, isOver),
    onReport: (heard) => void reports.push(heard),
    onStatusChange: (heard) => void news.push(heard),
    onMessage: (heard) => void others.push(heard),
    status: (boxId) => seen.get(boxId),
    close() {
      isClosed = true
      clearInterval(sweeping)
    },
  }
}
