import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { PeerQueue, SharedQueue, TransferResult, TransferredEntry } from '#main/features/hub/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'
import type { QueueEntryStore } from './queue-entries.store.ts'

/** Access to the queues of the store's other terminals. */
export interface PeerQueuesPort {
  others(): PeerQueue[]
  /** Takes over an entry from the terminal that has it, which can then no longer start its ride. */
  fetchEntry(id: string, from: string): Promise<TransferredEntry>
  /** Call when the own queue may have changed. */
  publish(): void
}

export interface QueueSharingDeps {
  store: QueueEntryStore
  peerQueues: PeerQueuesPort
  clock: Clock
  log: Log
  terminalId: string
  /** The store of this terminal and its business day; null without a snapshot. */
  here(): { orgCode: string; day: string } | null
  write<T>(run: () => T): T
  /** The queue of this terminal or of another one has changed. */
  onChange(): void
}

type TransferRefusal = Extract<TransferResult, { code: string }>['code']

/**
 * One queue for all counters of a store. Each counter sees the entries of the others, and takes an entry over before it
 * changes it. The giving terminal stores the transfer before it answers, and the taking one asks until it has the entry.
 * So a ride can start at one terminal at most. An entry is nowhere only while the two cannot reach each other.
 */
export function shareQueue(deps: QueueSharingDeps) {
  const { store, peerQueues, terminalId, write } = deps

  /** The entries of the other terminals for a store. */
  function others(orgCode: string): OfflineQueueEntry[] {
    const found = new Map<string, OfflineQueueEntry>()
    for (const { terminalId: id, name, places, ...queue } of peerQueues.others()) {
      if (queue.orgCode !== orgCode) continue
      for (const { to, ...entry } of places) {
        // The giving and the taking terminal may both list it.
        if (isHere(entry.id) || (to !== null && found.has(entry.id))) continue
        const isExpired = Date.parse(entry.expiresAt) <= deps.clock.now()
        const state = isExpired && (entry.state === 'waiting' || entry.state === 'called') ? 'expired' : entry.state
        found.set(entry.id, { ...entry, state, at: { terminalId: id, name } })
      }
    }
    return [...found.values()]
  }

  /** Whether this terminal has an entry, or was the last to have it. */
  function isHere(id: string): boolean {
    const entry = store.find(id)
    return entry !== null && entry.transfer === null
  }

  const pendingTransfers = new Map<string, Promise<void>>()

  /** Takes an entry over; concurrent calls share one request. */
  function fetchEntry(id: string, from: string): Promise<void> {
    const transfer = pendingTransfers.get(id) ?? ask(id, from).finally(() => pendingTransfers.delete(id))
    pendingTransfers.set(id, transfer)
    return transfer
  }

  async function ask(id: string, from: string): Promise<void> {
    const entry = await peerQueues.fetchEntry(id, from)
    if (entry.orgCode !== deps.here()?.orgCode) throw new AppError('line.notFound')
    write(() => store.arrive(entry, from))
    changed()
  }

  /** Repeats transfers to this terminal whose answer was lost or could not be stored. */
  async function fetchTransferred(): Promise<void> {
    for (const line of peerQueues.others())
      for (const { id, to } of line.places) {
        if (to !== terminalId || isHere(id)) continue
        await fetchEntry(id, line.terminalId).catch((error: unknown) =>
          deps.log.warn('a queue entry is requested again', { id, error }),
        )
      }
  }

  function changed(): void {
    peerQueues.publish()
    deps.onChange()
  }

  /** Why an entry cannot be transferred to a terminal; null when it can. */
  function transferRefusal(id: string, to: string): TransferRefusal | null {
    const entry = store.find(id)
    if (!entry || entry.orgCode !== deps.here()?.orgCode) return 'line.notFound'
    if (entry.end === 'cancelled') return 'line.gone'
    if (entry.end) return 'line.started'
    if (entry.chargeStartedAt !== null) return 'line.paying'
    if (entry.transfer) return entry.transfer.to === to ? null : 'line.elsewhere'
    return null
  }

  const shared: SharedQueue = {
    own() {
      const here = deps.here()
      return here && store.shared(here.orgCode, here.day)
    },
    transfer(id, to, name) {
      const code = transferRefusal(id, to)
      if (code) return { code }
      try {
        write(() => store.rejected(deps.here()?.orgCode ?? '').forEach(store.renew))
        if (!store.find(id)?.transfer) write(() => store.give(id, to, name))
      } catch (error) {
        deps.log.warn('a queue entry cannot be transferred', { id, error })
        return { code: 'line.notGiven' }
      }
      changed()
      return store.handed(id) ?? { code: 'line.notGiven' }
    },
    onPeerQueue(line) {
      try {
        if (line && write(() => store.markThere(line.terminalId, line.arrived))) peerQueues.publish()
      } catch (error) {
        deps.log.warn('the arrival of a queue entry cannot be stored', { error })
      }
      deps.onChange()
      void fetchTransferred()
    },
  }

  return { shared, others, isHere, bring: fetchEntry, fetchGiven: fetchTransferred }
}
