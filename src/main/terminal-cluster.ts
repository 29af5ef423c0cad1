import type { Clock } from '#main/core/clocks/clock.ts'
import { type HttpOptions, sendPrepared } from '#main/core/http.ts'
import type { Log } from '#main/core/log.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import {
  createStoreSecret,
  Hub,
  type PeerQueue,
  type SharedQueue,
  type TransferredEntry,
} from '#main/features/hub/index.ts'
import type { ClusterPort, Outbox } from '#main/features/outbox/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import type { LocalRun } from '#main/features/snapshot/index.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import type { HubState } from '#shared/ipc/hub.ts'

const SECRET_RETRY_MS = 10_000

interface TerminalClusterDeps {
  clock: Clock
  log: Log
  secureStore: SecureStore
  terminalId: string
  settings(): TerminalSettings
  serverUrl(): string
  grant(): Grant | null
  isOnline(): boolean
  /** When the server was asked for the current vehicle states (ms). */
  serverReadAt(): number
  write<T>(run: () => T): T
  outbox: Outbox
  /** Reads the secret of the store from the server. */
  askSecret(user: Grant): Promise<{ orgCode: string; secret: string }>
  /** The members of the cluster or their runs have changed. */
  onChange(): void
  /** The leader reaches the server, so calls can be relayed through it. */
  onServerReachable(): void
}

export interface TerminalCluster {
  /** Reservations and ticket numbers for starts. */
  port: ClusterPort
  state(): HubState
  /** Connects the offline queue of this terminal; before that it has none. */
  connectQueue(queue: SharedQueue): void
  /** Call when the settings have changed. */
  applySettings(): void
  /** Reads the secret of the store again, which may have changed. */
  refresh(): void
  /** Tells the others whether this terminal reaches the server. */
  publishReachability(): void
  /** Whether calls reach the server, directly or through the hub. */
  canReachServer(): boolean
  /** The relay for a user's calls; undefined where this terminal sends them itself. */
  transportFor(user: Grant): HttpOptions['through']
  /** The server refused a token in a relayed call. */
  stopRelayingFor(token: string): void
  /** Records that the server has a start. */
  recordSent(id: string): void
  /** Runs of this terminal and its cluster that the server's data does not include yet, by start time. */
  localRuns(): LocalRun[]
  /** The queues of the other terminals. */
  peerQueues: {
    others(): PeerQueue[]
    fetchEntry(id: string, from: string): Promise<TransferredEntry>
    publish(): void
  }
  /** Ends the runs of vehicles that the server reports as idle. */
  applyServerVehicles(vehicles: readonly Vehicle[]): void
  close(): void
}

/** Creates the cluster of a store's terminals that work together while the server is away. */
export function createTerminalCluster(deps: TerminalClusterDeps): TerminalCluster {
  const { clock, log, secureStore, terminalId, outbox, grant, isOnline, settings, serverUrl, serverReadAt, write } =
    deps
  const hub = new Hub({
    clock,
    log,
    terminalId,
    name: () => settings().terminalName,
    settings: () => settings().hub,
    secret: () => secret.current(),
    isOnline,
    ownRuns: () => outbox.localRuns(serverReadAt()),
    nextNumber: (day) => write(() => outbox.nextNumber(day, settings().prefix)),
    send: (call, until) => sendPrepared(serverUrl(), call, until),
    onChange: deps.onChange,
    onServerReachable: deps.onServerReachable,
  })
  const secret = createStoreSecret({
    store: secureStore,
    log,
    serverUrl,
    orgCode: () => grant()?.orgCode,
    async ask() {
      const user = grant()
      return user && isOnline() && hub.isOn() ? deps.askSecret(user) : null
    },
    onChange: hub.applySettings,
  })

  let isClosed = false
  async function refresh(): Promise<void> {
    const isAnswered = await secret.refresh()
    if (isClosed) return
    hub.applySettings()
    if (!isAnswered) clock.after(SECRET_RETRY_MS, () => void refresh())
  }

  return {
    port: {
      isOn: hub.isOn,
      take: hub.reserve,
      withdraw: (id) => hub.withdraw(id),
      note: (run) => hub.recordRun(run, false),
    },
    state: hub.state,
    connectQueue: hub.connectQueue,
    applySettings: hub.applySettings,
    refresh: () => void refresh(),
    publishReachability: () => hub.publishReachability(),
    canReachServer: () => isOnline() || hub.canRelay(grant()?.token ?? ''),
    transportFor: ({ token }) => (!isOnline() && hub.canRelay(token) ? hub.relay : undefined),
    stopRelayingFor: (token) => hub.stopRelayingFor(token),
    recordSent(id) {
      const run = hub.isOn() ? outbox.runOf(id) : null
      if (run) hub.recordRun(run, true)
    },
    localRuns: () =>
      [...outbox.localRuns(serverReadAt()), ...hub.runs(serverReadAt())].sort(
        (one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt),
      ),
    peerQueues: { others: hub.peerQueues, fetchEntry: hub.fetchQueueEntry, publish: hub.publishQueue },
    applyServerVehicles(vehicles) {
      const busy = new Set(vehicles.flatMap(({ id, state }) => (state === 'inUse' ? id : [])))
      hub.applyServerVehicles(serverReadAt(), (id) => busy.has(id))
    },
    close() {
      isClosed = true
      hub.close()
    },
  }
}
