import type { Clock } from '#main/core/clock.ts'
import { type HttpOptions, sendPrepared } from '#main/core/http.ts'
import type { Log } from '#main/core/log.ts'
import type { SecureStore } from '#main/core/secure-store.ts'
import {
  createStoreSecret,
  Hub,
  type PeerQueue,
  type SharedQueue,
  type TransferredEntry,
} from '#main/features/hub/index.ts'
import type { HubPort, Outbox } from '#main/features/outbox/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import type { LocalRun } from '#main/features/snapshot/index.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import type { HubState } from '#shared/ipc/hub.ts'

/** What a counter has that its working together needs. */
export interface ClusterTerminal {
  clock: Clock
  log: Log
  secureStore: SecureStore
  terminalId: string
  settings(): TerminalSettings
  serverUrl(): string
  grant(): Grant | null
  isOnline(): boolean
  /** When the server was asked for what is known of the vehicles. */
  serverReadAt(): number
  write<T>(run: () => T): T
  /** With whom this terminal works together has changed, or what the others drive. */
  onHubChange(): void
}

const ASK_AGAIN = 10_000

interface TerminalClusterDeps {
  terminal: ClusterTerminal
  outbox: Outbox
  /** The guests whom this terminal has lined up without the server. */
  queue: SharedQueue
  askSecret(who: Grant): Promise<{ orgCode: string; secret: string }>
  /** The hub reaches the server: what waits can go. */
  onServerReachable(): void
}

export interface TerminalCluster {
  /** What a start asks of the others. */
  port: HubPort
  state(): HubState
  /** Settings have changed. */
  applySettings(): void
  /** Asks for the secret of the store, which may be another one by now. */
  refresh(): void
  /** This terminal reaches the server now, or no longer. */
  publishReachability(): void
  /** Whether what waits can go: by this terminal's own way to the server, or through the hub. */
  canReachServer(): boolean
  /** The way of somebody's calls where it is not this terminal's own. */
  transportFor(who: Grant): HttpOptions['through']
  /** The server did not take a sign-in through the hub. */
  stopRelayingFor(token: string): void
  /** The server has a start. */
  recordSent(id: string): void
  /** The runs that the server had not told of: of this terminal and of those that it works together with. */
  localRuns(): LocalRun[]
  /** What this terminal knows of the lines of the others, and how a place comes from them. */
  peerQueues: { others(): PeerQueue[]; want(id: string, from: string): Promise<TransferredEntry>; tell(): void }
  /** The server has told of the vehicles. */
  applyServerVehicles(vehicles: readonly Vehicle[]): void
  close(): void
}

/** How a counter works together with the others of its store. */
export function createTerminalCluster({
  terminal: around,
  outbox,
  queue: line,
  askSecret,
  onServerReachable: onReach,
}: TerminalClusterDeps): TerminalCluster {
  const {
    clock,
    log,
    secureStore,
    terminalId,
    grant,
    isOnline,
    settings,
    serverUrl,
    serverReadAt: toldAt,
    write,
  } = around
  const hub = new Hub({
    clock,
    log,
    terminalId,
    name: () => settings().terminalName,
    settings: () => settings().hub,
    secret: () => secret.current(),
    isOnline,
    ownRuns: () => outbox.localRuns(toldAt()),
    nextNumber: (day) => write(() => outbox.nextNumber(day, settings().prefix)),
    queue: line,
    send: (call, until) => sendPrepared(serverUrl(), call, until),
    onChange: around.onHubChange,
    onServerReachable: onReach,
  })
  const secret = createStoreSecret({
    store: secureStore,
    log,
    serverUrl,
    orgCode: () => grant()?.orgCode,
    async ask() {
      const who = grant()
      return who && isOnline() && hub.isOn() ? askSecret(who) : null
    },
    onChange: hub.applySettings,
  })

  let isClosed = false
  async function refresh(): Promise<void> {
    const isAnswered = await secret.refresh()
    if (isClosed) return
    hub.applySettings()
    if (!isAnswered) clock.after(ASK_AGAIN, () => void refresh())
  }

  return {
    port: {
      isOn: hub.isOn,
      take: hub.reserve,
      withdraw: (id) => hub.withdraw(id),
      note: (run) => hub.recordRun(run, false),
    },
    state: hub.state,
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
      [...outbox.localRuns(toldAt()), ...hub.runs(toldAt())].sort(
        (one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt),
      ),
    peerQueues: { others: hub.peerQueues, want: hub.fetchQueueEntry, tell: hub.publishQueue },
    applyServerVehicles(vehicles) {
      const busy = new Set(vehicles.flatMap(({ id, state }) => (state === 'inUse' ? id : [])))
      hub.applyServerVehicles(toldAt(), (id) => busy.has(id))
    },
    close() {
      isClosed = true
      hub.close()
    },
  }
}
