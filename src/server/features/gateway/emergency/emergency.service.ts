import { z } from 'zod'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import type { BoxDirectory } from '#server/features/gateway/boxes.repository.ts'
import type { Box, BoxMessage, BoxTransport } from '#server/features/gateway/transports/box.transport.ts'
import { Stops } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { createStopConfirmations } from './emergency.confirmations.ts'
import type { EmergencyJournal } from './emergency.journal.ts'
import { readStops, storeStop } from './emergency.repository.ts'
import { createUnwrittenStops } from './emergency.unwritten.ts'
import { covers, type Stop, stopKey, targetKey } from './emergency-stop.model.ts'

/** Stops of one target that were released together, in each store where they were in force. */
export type Release = Pick<Stop, 'vehicleIds' | 'vehicleType'> & { released: Pick<Stop, 'id' | 'orgCode'>[] }

declare module '#server/core/realtime/bus.ts' {
  interface BusMessages {
    /** Sent before the stop is written. */
    emergencyStop: { stop: Stop }
    /** Sent after the release is committed. */
    emergencyRelease: Release
  }
}

/** A stop that is not in the database after this time has failed to be written. */
const UNWRITTEN_MS = 5000
/** The number of released stops that are remembered for each store. */
const MAX_RELEASED = 20

const isStopId = (id: string): boolean => z.uuid().safeParse(id).success

/**
 * Holds the emergency stops in force in memory and sends them to every box that they apply to. A stop is added here before it is written,
 * and only its release removes it: a stop that is missing in the database may not be written yet.
 *
 * Copies of the server that share a broker receive there what each publishes. A copy that missed a stop, because its connection to the
 * database was cut, takes it from there. A copy whose stop was left out by another publishes it again at once. Each also publishes which stops
 * were released, so that all copies converge.
 *
 * Until a stop is known to be in the database it is in the journal, where a server that was killed in between finds it.
 */
export interface EmergencyStops {
  /** Reads stops and releases of all copies of the server from the database, and writes stops that are missing there. */
  refresh(): Promise<void>
  close(): Promise<void>
}

type EmergencyStopDeps = Pick<Deps, 'db' | 'bus' | 'clock' | 'realtime' | 'log'> & {
  directory: BoxDirectory
  transports: readonly BoxTransport[]
  journal: EmergencyJournal
  onMessage(listener: (box: Box, message: BoxMessage) => void): void
}

export function createEmergencyStops(parts: EmergencyStopDeps): EmergencyStops {
  const { db, bus, clock, log, directory, transports, journal } = parts
  const unwritten = createUnwrittenStops(journal, log)
  const stops = new Map(unwritten.all().map((stop) => [stopKey(stop), stop]))
  /** By store: ids of released stops, the latest last. */
  const released = new Map<string, Set<string>>()
  /** The last published stops of each store as JSON, by any copy of the server. */
  const published = new Map<string, string>()
  /** Nothing is published before the stops in force were read: an empty list would release vehicles. */
  let isRead = false
  /** False after a transport has opened, which may have lost its retained messages, until the stops were read again. */
  let isUpToDate = false
  /** Counts changes, so that an older read does not undo a newer change. */
  let generation = 0

  /** A coin machine is not stopped: it moves nobody, and what it does not count out is given back anyway. */
  const stoppable = (): Box[] => [...directory.all()].filter(({ isCoinMachine }) => !isCoinMachine)
  const addStop = (stop: Stop): void => void stops.set(stopKey(stop), stop)
  const wasReleased = (orgCode: string, id: string): boolean => released.get(orgCode)?.has(id) === true
  const markReleased = (orgCode: string, id: string): void => {
    stops.delete(stopKey({ id, orgCode }))
    const ids = released.get(orgCode) ?? new Set()
    released.set(orgCode, ids.add(id))
    for (const oldest of ids) if (ids.size > MAX_RELEASED) ids.delete(oldest)
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
    const releasedIds = released.get(orgCode)
    return {
      stops: inForce.sort((one, other) => (one.id < other.id ? -1 : 1)),
      ...(releasedIds && { released: [...releasedIds] }),
    }
  }

  /** Publishes the stops in force of each store where they differ from the last published ones. */
  const publish = (): void => {
    if (!isRead) return
    const stores = Map.groupBy(stoppable(), ({ orgCode }) => orgCode)
    for (const [orgCode, boxes] of stores) {
      const message = messageFor(orgCode, boxes)
      if (!isUpToDate && message.stops.length === 0) continue
      const text = JSON.stringify(message.stops)
      if (published.get(orgCode) === text) continue
      published.set(orgCode, text)
      for (const transport of transports) transport.publishStops(orgCode, message)
    }
  }

  const isOld = ({ stoppedAt }: Stop): boolean => clock().getTime() - new Date(stoppedAt).getTime() > UNWRITTEN_MS

  bus.listen((message) => {
    if (message.kind === 'emergencyStop') {
      const { stop } = message
      // A stop of a chain: each of its stores has its own, which is released separately.
      const stores = new Set(stoppable().map(({ orgCode }) => orgCode))
      const ordered = [...stores].filter((orgCode) => orgCode.startsWith(stop.orgCode))
      const each = ordered.map((orgCode) => ({ ...stop, orgCode }))
      // Without boxes there is nothing to recover; a journal file without a store would never be removed.
      if (each.length > 0) unwritten.add(stop.id, each)
      for (const one of each) addStop(one)
    } else if (message.kind === 'emergencyRelease') {
      const { released: releasedIds, ...what } = message
      for (const { id, orgCode } of releasedIds) markReleased(orgCode, id)
      // Other stops of the same target are dropped too, though they may not be written yet; a refresh adds them again if they are in force.
      const same = new Set(releasedIds.map(({ orgCode }) => targetKey({ ...what, orgCode })))
      for (const [name, stop] of stops) if (same.has(targetKey(stop))) stops.delete(name)
      unwritten.remove(
        unwritten
          .all()
          .map(stopKey)
          .filter((key) => !stops.has(key)),
      )
    } else return
    generation++
    publish()
  })
  directory.onChange(publish)

  const refresh = async (): Promise<void> => {
    const generationBefore = generation
    const current = [...stops.values()]
    const read = await db.scoped(EVERY_STORE, (trx) => readStops(trx, current))
    const written = new Set(read.map(stopKey))
    // The call notified the vehicles and then failed to write. It is written now, so that it is shown, survives, and can be released.
    const lost = current.filter((stop) => !written.has(stopKey(stop)) && isOld(stop))
    for (const stop of lost) {
      const stores = await db.scoped(EVERY_STORE, (trx) => storeStop(trx, stop))
      if (stores.length === 0) stops.delete(stopKey(stop))
    }
    unwritten.remove([...written, ...lost.map(stopKey)])
    // A change during the read is newer; the next refresh reads again.
    if (isRead && generationBefore !== generation) return
    for (const stop of read) {
      if (stop.isReleased) markReleased(stop.orgCode, stop.id)
      else if (generationBefore === generation || !wasReleased(stop.orgCode, stop.id)) {
        released.get(stop.orgCode)?.delete(stop.id)
        addStop(stop)
      }
    }
    isRead = true
    isUpToDate = true
    publish()
  }

  const refreshInBackground = (): void =>
    void refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'the emergency stops could not be read')
      publish()
    })

  /** Handles stops that another copy of the server has published for a store. */
  const handlePublished = (orgCode: string, message: unknown): void => {
    const parsed = Stops.safeParse(message)
    if (!parsed.success) return
    const { stops: others, released: releasedIds = [] } = parsed.data
    for (const id of releasedIds) markReleased(orgCode, id)
    const unknown = others.filter(({ id }) => !stops.has(stopKey({ id, orgCode })) && !wasReleased(orgCode, id))
    for (const { id, boxes } of unknown.filter((stop) => isStopId(stop.id))) {
      const vehicleIds = boxes === 'all' ? null : boxes.flatMap((box) => directory.find(box)?.vehicleId ?? []).sort()
      addStop({ id, orgCode, vehicleIds, vehicleType: null, stoppedBy: '', stoppedAt: clock().toISOString() })
    }
    generation++
    published.set(orgCode, JSON.stringify(others))
    const isLeftOut = [...stops.values()].some(
      (stop) => stop.orgCode === orgCode && !others.some(({ id }) => id === stop.id),
    )
    if (isLeftOut || others.some(({ id }) => wasReleased(orgCode, id))) publish()
    // Who pressed it, its target and whether it is released are in the database.
    if (unknown.length > 0) refreshInBackground()
  }

  for (const transport of transports) {
    transport.onStops?.(handlePublished)
    transport.onOpen(() => {
      if (!isRead) return
      published.clear()
      isUpToDate = false
      refreshInBackground()
    })
  }

  const confirmations = createStopConfirmations({ ...parts, isInForce: (stop) => stops.has(stopKey(stop)) })
  parts.onMessage(confirmations.onMessage)

  return { refresh, close: confirmations.close }
}
