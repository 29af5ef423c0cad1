import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { Stopped } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import type { Box, BoxMessage, BoxWay } from './box.way.ts'
import type { BoxDirectory } from './boxes.repository.ts'
import { keepStanding, keepStop, readStops } from './emergency.repository.ts'
import { covers, nameOf, type Stop, sameFor } from './emergency.stop.ts'

/** What the copies of the server tell each other before anything is written. */
export const STOP_MESSAGE = 'emergencyStop'
export const RELEASE_MESSAGE = 'emergencyRelease'

/** An order to stop that nobody has written after this time has failed to. */
const UNWRITTEN_MS = 5000
/** Those who stand are written together. */
const TOGETHER_MS = 40

/**
 * Keeps the emergency stops in force in memory and tells them to every box that they are for. A stop comes here before it is written, and
 * only its release takes it away: that a stop is not found in the database means nothing, because it may not be written yet.
 */
export interface EmergencyCenter {
  /** Reads what was stopped and released meanwhile, by whichever copy of the server. */
  look(): Promise<void>
  close(): Promise<void>
}

type Parts = Pick<Deps, 'db' | 'bus' | 'clock' | 'realtime' | 'log'> & {
  directory: BoxDirectory
  ways: readonly BoxWay[]
  onOther(heard: (box: Box, message: BoxMessage) => void): void
}

export function createEmergencyCenter(parts: Parts): EmergencyCenter {
  const { db, bus, clock, realtime, log, directory, ways, onOther } = parts
  const stops = new Map<string, Stop>()
  const told = new Map<string, string>()
  /** Until it has read what is in force it tells nobody anything: an empty list would let vehicles go that stand. */
  let isRead = false
  /** Counts what was heard, so that what was read before it takes nothing back. */
  let generation = 0
  const standing = new Map<string, { stopId: string; box: Box }>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const messageFor = (orgCode: string, boxes: readonly Box[]) => ({
    stops: [...stops.values()]
      .filter((stop) => stop.orgCode === orgCode)
      .map((stop) => {
        const isForAll = stop.vehicleIds === null && stop.vehicleType === null
        const some = boxes.filter((box) => covers(stop, box)).map(({ id }) => id)
        return { id: stop.id, boxes: isForAll ? ('all' as const) : some }
      })
      .filter(({ boxes: of }) => of.length > 0),
  })

  /** Tells each store what is in force there; again also where nothing has changed, if the way may have forgotten it. */
  const tell = (again: boolean): void => {
    if (!isRead) return
    const stores = Map.groupBy(directory.all(), ({ orgCode }) => orgCode)
    for (const [orgCode, boxes] of stores) {
      const message = messageFor(orgCode, boxes)
      const text = JSON.stringify(message)
      if (!again && told.get(orgCode) === text) continue
      told.set(orgCode, text)
      for (const way of ways) way.stop(orgCode, message)
    }
  }

  const isOld = ({ stoppedAt }: Stop): boolean => clock().getTime() - new Date(stoppedAt).getTime() > UNWRITTEN_MS
  const keep = (stop: Stop): void => void stops.set(nameOf(stop), stop)

  bus.listen((message) => {
    if (message.kind === STOP_MESSAGE) {
      const { stop } = message as unknown as { stop: Stop }
      // Of a chain: each of its stores has one of its own, which is released by itself.
      const stores = new Set([...directory.all()].map(({ orgCode }) => orgCode))
      for (const orgCode of stores) if (orgCode.startsWith(stop.orgCode)) keep({ ...stop, orgCode })
    } else if (message.kind === RELEASE_MESSAGE) {
      const released = new Set(message.released as string[])
      for (const [name, stop] of stops) if (released.has(sameFor(stop))) stops.delete(name)
    } else return
    generation++
    tell(false)
  })
  directory.onChange(() => tell(false))
  for (const way of ways) way.onOpen(() => tell(true))

  const write = async (): Promise<void> => {
    const batch = [...standing.values()]
    standing.clear()
    await keepStanding(db, batch, clock())
    for (const orgCode of new Set(batch.map(({ box }) => box.orgCode)))
      await realtime.publish({ topic: 'emergency', orgCode })
  }

  onOther((box, { leaf, message }) => {
    if (leaf !== 'stopped' || box.vehicleId === null) return
    const said = Stopped.safeParse(message)
    if (!said.success) return
    for (const stopId of said.data.stops) {
      if (stops.has(nameOf({ id: stopId, orgCode: box.orgCode }))) standing.set(`${stopId} ${box.id}`, { stopId, box })
    }
    if (standing.size === 0) return
    timer ??= setTimeout(() => {
      timer = undefined
      writing = writing
        .then(write)
        .catch((error: unknown) => log.warn({ err: error }, 'who stands by an emergency stop could not be written'))
    }, TOGETHER_MS)
  })

  return {
    async look() {
      const begun = generation
      const known = [...stops.values()]
      const read = await db.scoped(EVERY_STORE, (trx) => readStops(trx, known))
      const written = new Set(read.map(nameOf))
      // Its order told the vehicles and then failed to write: it is written now, so that it is shown, survives, and can be released.
      const lost = known.filter((stop) => !written.has(nameOf(stop)) && isOld(stop))
      for (const stop of lost) {
        const isOfSome = await db.scoped(EVERY_STORE, (trx) => keepStop(trx, stop))
        if (!isOfSome) stops.delete(nameOf(stop))
      }
      // What was heard while this was read is newer; the next look sees all of it.
      if (isRead && begun !== generation) return
      for (const stop of read) {
        if (stop.isReleased) stops.delete(nameOf(stop))
        else keep(stop)
      }
      isRead = true
      tell(false)
    },
    async close() {
      clearTimeout(timer)
      await writing
    },
  }
}
