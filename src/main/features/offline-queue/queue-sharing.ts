import type { Clock } from '#main/core/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { PeerQueue, SharedQueue, TransferResult, TransferredEntry } from '#main/features/hub/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'
import type { QueueEntryStore } from './queue-entries.store.ts'

/** How a counter hears of the lines of the others. */
export interface PeerQueuesPort {
  others(): PeerQueue[]
  /** Asks the terminal that has a place for it; whoever gives it cannot begin its ride any more. */
  fetchEntry(id: string, from: string): Promise<TransferredEntry>
  /** The own line may be another than it was. */
  publish(): void
}

export interface QueueSharingDeps {
  store: QueueEntryStore
  peerQueues: PeerQueuesPort
  clock: Clock
  log: Log
  terminalId: string
  /** The store of this terminal and its business day; null while nothing is known of it. */
  here(): { orgCode: string; day: string } | null
  write<T>(run: () => T): T
  /** What the others have, or this terminal has, is another than it was. */
  onChange(): void
}

type GivenUp = Extract<TransferResult, { code: string }>['code']

/**
 * One line for the counters of a store: each sees what the others have, and takes a place over from another before it does
 * anything with it. Whoever gives one away writes that down before it says so, and whoever takes it asks until it has it: so it can begin at
 * one terminal at most, and is at none only while the two cannot reach each other.
 */
export function shareQueue(deps: QueueSharingDeps) {
  const { store, peerQueues: lines, terminalId, write } = deps

  /** What the others have, for whoever works in a store. */
  function others(orgCode: string): OfflineQueueEntry[] {
    const found = new Map<string, OfflineQueueEntry>()
    for (const { terminalId: id, name, places, ...line } of lines.others()) {
      if (line.orgCode !== orgCode) continue
      for (const { to, ...place } of places) {
        // Who gives it and who has it may both tell of it.
        if (isHere(place.id) || (to !== null && found.has(place.id))) continue
        const isExpired = Date.parse(place.expiresAt) <= deps.clock.now()
        const state = isExpired && (place.state === 'waiting' || place.state === 'called') ? 'expired' : place.state
        found.set(place.id, { ...place, state, at: { terminalId: id, name } })
      }
    }
    return [...found.values()]
  }

  /** Whether this terminal has it, or has had it last. */
  function isHere(id: string): boolean {
    const place = store.find(id)
    return place !== null && place.transfer === null
  }

  const onTheirWay = new Map<string, Promise<void>>()

  /** Takes a place over from the terminal that has it. */
  function fetchEntry(id: string, from: string): Promise<void> {
    const going = onTheirWay.get(id) ?? ask(id, from).finally(() => onTheirWay.delete(id))
    onTheirWay.set(id, going)
    return going
  }

  async function ask(id: string, from: string): Promise<void> {
    const handed = await lines.fetchEntry(id, from)
    if (handed.orgCode !== deps.here()?.orgCode) throw new AppError('line.notFound')
    write(() => store.arrive(handed, from))
    changed()
  }

  /** What is on its way here since somebody asked for it: the answer was lost, or could not be kept. */
  async function fetchTransferred(): Promise<void> {
    for (const line of lines.others())
      for (const { id, to } of line.places) {
        if (to !== terminalId || isHere(id)) continue
        await fetchEntry(id, line.terminalId).catch((error: unknown) =>
          deps.log.warn('a place in line is asked for again', { id, error }),
        )
      }
  }

  function changed(): void {
    lines.publish()
    deps.onChange()
  }

  /** Why a place is not given to another terminal; null when it is. */
  function obstacle(id: string, to: string): GivenUp | null {
    const place = store.find(id)
    if (!place || place.orgCode !== deps.here()?.orgCode) return 'line.notFound'
    if (place.end === 'cancelled') return 'line.gone'
    if (place.end) return 'line.started'
    if (place.chargeStartedAt !== null) return 'line.paying'
    if (place.transfer) return place.transfer.to === to ? null : 'line.elsewhere'
    return null
  }

  const shared: SharedQueue = {
    own() {
      const here = deps.here()
      return here && store.shared(here.orgCode, here.day)
    },
    transfer(id, to, name) {
      const code = obstacle(id, to)
      if (code) return { code }
      try {
        write(() => store.rejected(deps.here()?.orgCode ?? '').forEach(store.renew))
        if (!store.find(id)?.transfer) write(() => store.give(id, to, name))
      } catch (error) {
        deps.log.warn('a place in line cannot be given away', { id, error })
        return { code: 'line.notGiven' }
      }
      changed()
      return store.handed(id) ?? { code: 'line.notGiven' }
    },
    onPeerQueue(line) {
      try {
        if (line && write(() => store.markThere(line.terminalId, line.arrived))) lines.publish()
      } catch (error) {
        deps.log.warn('where a place in line is cannot be noted', { error })
      }
      deps.onChange()
      void fetchTransferred()
    },
  }

  return { shared, others, isHere, bring: fetchEntry, fetchGiven: fetchTransferred }
}
