import { z } from 'zod'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { Stopped, Stops } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import type { Box, BoxMessage, BoxTransport } from './box.transport.ts'
import type { BoxDirectory } from './boxes.repository.ts'
import type { EmergencyJournal } from './emergency.journal.ts'
import { readStops, storeStandingVehicles, storeStop } from './emergency.repository.ts'
import { covers, type Stop, stopKey, targetKey } from './emergency-stop.ts'

/** What the copies of the server tell each other before anything is written. */
export const STOP_MESSAGE = 'emergencyStop'
export const RELEASE_MESSAGE = 'emergencyRelease'

/** Stops for the same that were released together, of each of the stores where they were in force. */
export type Release = Pick<Stop, 'vehicleIds' | 'vehicleType'> & { released: Pick<Stop, 'id' | 'orgCode'>[] }

/** An order to stop that nobody has written after this time has failed to. */
const UNWRITTEN_MS = 5000
/** Those who stand are written together. */
const TOGETHER_MS = 40
/** Of the stops of a store that were released, so many are known as that. */
const RELEASED_KNOWN = 20

const isStopId = (id: string): boolean => z.uuid().safeParse(id).success

/**
 * Keeps the emergency stops in force in memory and tells them to every box that they are for. A stop comes here before it is written, and
 * only its release takes it away: that a stop is not found in the database means nothing, because it may not be written yet.
 *
 * Copies of the server that share a broker hear there what each has told: a copy that has heard nothing of a stop otherwise, because its way to
 * the database was cut, takes it over, and one whose stop was left out by another says it again at once. Each says with the stops in force
 * which were released, so that all come to the same.
 *
 * Until a stop is known to be in the database it is in the journal, where a server finds it that was killed in between.
 */
export interface EmergencyStops {
  /** Reads what was stopped and released meanwhile, by whichever copy of the server. */
  refresh(): Promise<void>
  close(): Promise<void>
}

type EmergencyStopDeps = Pick<Deps, 'db' | 'bus' | 'clock' | 'realtime' | 'log'> & {
  directory: BoxDirectory
  transports: readonly BoxTransport[]
  journal: EmergencyJournal
  onMessage(heard: (box: Box, message: BoxMessage) => void): void
}

export function createEmergencyStops(parts: EmergencyStopDeps): EmergencyStops {
  const { db, bus, clock, realtime, log, directory, transports: ways, journal, onMessage: onOther } = parts
  const stops = new Map<string, Stop>()
  /** Those in the journal, by their names. */
  const unwritten = new Map<string, Stop>()
  /** By store: ids of stops that were released, the latest last. */
  const released = new Map<string, Set<string>>()
  /** What each store was told last, by whichever copy. */
  const told = new Map<string, string>()
  /** Until it has read what is in force it tells nobody anything: an empty list would let vehicles go that stand. */
  let isRead = false
  /** Since a way has opened, which may have forgotten everything while others have stopped something. */
  let isCurrent = false
  /** Counts what was heard, so that what was read before it takes nothing back. */
  let generation = 0
  const standing = new Map<string, { stopId: string; box: Box }>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const keep = (stop: Stop): void => void stops.set(stopKey(stop), stop)
  for (const stop of journal.read()) {
    keep(stop)
    unwritten.set(stopKey(stop), stop)
  }
  /** Before it is told. A disk that fails keeps no vehicle driving. */
  const journalize = (id: string, each: readonly Stop[]): void => {
    for (const stop of each) unwritten.set(stopKey(stop), stop)
    try {
      journal.add(id, each)
    } catch (error) {
      log.error({ err: error }, 'an emergency stop could not be written to the journal')
    }
  }
  /** Takes out of the journal what is in the database or over in all of its stores. */
  const forget = (names: Iterable<string>): void => {
    const ids = new Set<string>()
    for (const name of names) {
      const stop = unwritten.get(name)
      if (stop && unwritten.delete(name)) ids.add(stop.id)
    }
    for (const { id } of unwritten.values()) ids.delete(id)
    try {
      for (const id of ids) journal.remove(id)
    } catch (error) {
      log.error({ err: error }, 'an emergency stop could not be removed from the journal')
    }
  }
  const wasReleased = (orgCode: string, id: string): boolean => released.get(orgCode)?.has(id) === true
  const letGo = (orgCode: string, id: string): void => {
    stops.delete(stopKey({ id, orgCode }))
    const known = released.get(orgCode) ?? new Set()
    released.set(orgCode, known.add(id))
    for (const oldest of known) if (known.size > RELEASED_KNOWN) known.delete(oldest)
  }

  const messageFor = (orgCode: string, boxes: readonly Box[]): Stops => {
    const inForce = [...stops.values()]
      .filter((stop) => stop.orgCode === orgCode)
      .map((stop) => {
        const isForAll = stop.vehicleIds === null && stop.vehicleType === null
        const some = boxes.filter((box) => covers(stop, box)).map(({ id }) => id)
        return { id: stop.id, boxes: isForAll ? ('all' as const) : some.sort() }
      })
      .filter(({ boxes: of }) => of.length > 0)
    const known = released.get(orgCode)
    return {
      stops: inForce.sort((one, other) => (one.id < other.id ? -1 : 1)),
      ...(known && { released: [...known] }),
    }
  }

  /** Tells each store what is in force there, where it is not what it was told last. */
  const tell = (): void => {
    if (!isRead) return
    const stores = Map.groupBy(directory.all(), ({ orgCode }) => orgCode)
    for (const [orgCode, boxes] of stores) {
      const message = messageFor(orgCode, boxes)
      if (!isCurrent && message.stops.length === 0) continue
      const text = JSON.stringify(message.stops)
      if (told.get(orgCode) === text) continue
      told.set(orgCode, text)
      for (const way of ways) way.publishStops(orgCode, message)
    }
  }

  const isOld = ({ stoppedAt }: Stop): boolean => clock().getTime() - new Date(stoppedAt).getTime() > UNWRITTEN_MS

  bus.listen((message) => {
    if (message.kind === STOP_MESSAGE) {
      const { stop } = message as unknown as { stop: Stop }
      // Of a chain: each of its stores has one of its own, which is released by itself.
      const stores = new Set([...directory.all()].map(({ orgCode }) => orgCode))
      const ordered = [...stores].filter((orgCode) => orgCode.startsWith(stop.orgCode))
      const each = ordered.map((orgCode) => ({ ...stop, orgCode }))
      // Where no box can be told there is nothing to find again; a file without a store would stay for ever.
      if (each.length > 0) journalize(stop.id, each)
      for (const one of each) keep(one)
    } else if (message.kind === RELEASE_MESSAGE) {
      const { released: over, ...what } = message as unknown as Release
      for (const { id, orgCode } of over) letGo(orgCode, id)
      // Whatever else holds the same vehicles, though it may not be written yet: a look takes it up again if it is.
      const same = new Set(over.map(({ orgCode }) => targetKey({ ...what, orgCode })))
      for (const [name, stop] of stops) if (same.has(targetKey(stop))) stops.delete(name)
      forget([...unwritten.keys()].filter((name) => !stops.has(name)))
    } else return
    generation++
    tell()
  })
  directory.onChange(tell)

  const look = async (): Promise<void> => {
    const begun = generation
    const known = [...stops.values()]
    const read = await db.scoped(EVERY_STORE, (trx) => readStops(trx, known))
    const written = new Set(read.map(stopKey))
    // Its order told the vehicles and then failed to write: it is written now, so that it is shown, survives, and can be released.
    const lost = known.filter((stop) => !written.has(stopKey(stop)) && isOld(stop))
    for (const stop of lost) {
      const isOfSome = await db.scoped(EVERY_STORE, (trx) => storeStop(trx, stop))
      if (!isOfSome) stops.delete(stopKey(stop))
    }
    forget([...written, ...lost.map(stopKey)])
    // What was heard while this was read is newer; the next look sees all of it.
    if (isRead && begun !== generation) return
    for (const stop of read) {
      if (stop.isReleased) letGo(stop.orgCode, stop.id)
      else if (begun === generation || !wasReleased(stop.orgCode, stop.id)) {
        released.get(stop.orgCode)?.delete(stop.id)
        keep(stop)
      }
    }
    isRead = true
    isCurrent = true
    tell()
  }

  const lookNow = (): void =>
    void look().catch((error: unknown) => {
      log.warn({ err: error }, 'the emergency stops could not be read')
      tell()
    })

  /** What another copy has told the boxes of a store. */
  const hear = (orgCode: string, message: unknown): void => {
    const said = Stops.safeParse(message)
    if (!said.success) return
    const { stops: others, released: over = [] } = said.data
    for (const id of over) letGo(orgCode, id)
    const unknown = others.filter(({ id }) => !stops.has(stopKey({ id, orgCode })) && !wasReleased(orgCode, id))
    for (const { id, boxes } of unknown.filter((stop) => isStopId(stop.id))) {
      const vehicleIds = boxes === 'all' ? null : boxes.flatMap((box) => directory.find(box)?.vehicleId ?? []).sort()
      keep({ id, orgCode, vehicleIds, vehicleType: null, stoppedBy: '', stoppedAt: clock().toISOString() })
    }
    generation++
    told.set(orgCode, JSON.stringify(others))
    const isLeftOut = [...stops.values()].some(
      (stop) => stop.orgCode === orgCode && !others.some(({ id }) => id === stop.id),
    )
    if (isLeftOut || others.some(({ id }) => wasReleased(orgCode, id))) tell()
    // By whom and what for is in the books; whether it is over as well.
    if (unknown.length > 0) lookNow()
  }

  for (const way of ways) {
    way.onStops?.(hear)
    way.onOpen(() => {
      if (!isRead) return
      told.clear()
      isCurrent = false
      lookNow()
    })
  }

  const write = async (): Promise<void> => {
    const batch = [...standing.values()]
    standing.clear()
    await storeStandingVehicles(db, batch, clock())
    for (const orgCode of new Set(batch.map(({ box }) => box.orgCode)))
      await realtime.publish({ topic: 'emergency', orgCode })
  }

  onOther((box, { leaf, message }) => {
    if (leaf !== 'stopped' || box.vehicleId === null) return
    const said = Stopped.safeParse(message)
    if (!said.success) return
    for (const stopId of said.data.stops) {
      if (stops.has(stopKey({ id: stopId, orgCode: box.orgCode }))) standing.set(`${stopId} ${box.id}`, { stopId, box })
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
    refresh: look,
    async close() {
      clearTimeout(timer)
      await writing
    },
  }
}
