import { createAnnouncer } from '#main/core/announcer.ts'
import type { VenueClock } from '#main/core/clocks/venue-clock.ts'
import type { Storage } from '#main/core/storage/storage.ts'
import type { TerminalDeps } from '#main/core/windows/shell.ts'
import type { CardReaders } from '#main/features/card-reader/index.ts'
import { type Connection, keepReporting } from '#main/features/connection/index.ts'
import type { TerminalSettingsStore } from '#main/features/settings/index.ts'
import type { SnapshotKeeper } from '#main/features/snapshot/index.ts'
import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'
import type { ConnectionState, DevicesState, TerminalSettings } from '#shared/ipc/contract.ts'
import type { PrinterStatus } from '#shared/ipc/devices.ts'
import type { HubState } from '#shared/ipc/hub.ts'
import type { Counter } from './counter.ts'

export interface StatusDeps {
  settings: TerminalSettingsStore
  connection: Connection
  snapshot: SnapshotKeeper
  readers: CardReaders
  storage: Storage
  /** Null while the data file cannot be opened. */
  counter(): Counter | null
  clock: VenueClock
  emit: TerminalDeps['emit']
  /** Whether this terminal is enrolled at the current store. */
  isEnrolled(): boolean
  /** What became of the last update. */
  update(): TerminalReport['update']
  /** Reports the state of this terminal to the server; null while nobody is signed in. */
  report(report: TerminalReport): Promise<unknown> | null
}

/** The state that the window always shows: connection, outbox and devices. Changes are published in batches. */
export interface Status {
  connection(): ConnectionState
  devices(): DevicesState
  publishConnection(): void
  publishStarts(): void
  publishDevices(): void
  close(): void
}

export function createStatus(deps: StatusDeps): Status {
  const { settings, snapshot, readers, storage, counter, clock, emit } = deps
  const announcer = createAnnouncer(clock)

  function connection(): ConnectionState {
    const { waiting, refused } = counter()?.unsent() ?? { waiting: 0, refused: 0 }
    const { problem } = storage
    const { online, since } = deps.connection
    return {
      online,
      serverUrl: settings.serverUrl(),
      since: new Date(since).toISOString(),
      snapshotAt: snapshot.current()?.takenAt ?? null,
      waiting,
      refused,
      enrolled: deps.isEnrolled(),
      clockBehind: shownDifference(clock.offset()),
      hub: counter()?.cluster.state() ?? hubOff,
      storageProblem: problem && { code: problem.code, details: problem.details },
    }
  }

  function devices(): DevicesState {
    const printer = counter()?.printer.status() ?? printerWithoutStorage(settings.get().printer)
    return { readers: readers.status(), printer }
  }

  const stopReporting = keepReporting({
    clock,
    connection,
    devices,
    oldestWaiting: () => counter()?.outbox.oldestWaiting() ?? null,
    update: deps.update,
    send: deps.report,
  })
  const publishConnection = (): void =>
    announcer.schedule('connection', () => emit('connection', 'changed', connection()))

  return {
    connection,
    devices,
    publishConnection,
    publishStarts() {
      announcer.schedule('starts', () => emit('starts', 'changed', {}))
      publishConnection()
    },
    publishDevices: () => announcer.schedule('devices', () => emit('devices', 'changed', devices())),
    close() {
      stopReporting()
      announcer.close()
    },
  }
}

/** A smaller clock difference is not shown. */
const SHOWN_FROM_MS = 60_000

/** Seconds; 0 for a difference that is not shown. */
const shownDifference = (ahead: number): number => (Math.abs(ahead) < SHOWN_FROM_MS ? 0 : Math.round(ahead / 1000))

const hubOff: HubState = { role: 'off', hub: '', members: 0, passesOn: false, problem: 'none', addresses: [] }

const printerWithoutStorage = ({ address }: TerminalSettings['printer']): PrinterStatus => ({
  state: 'error',
  address,
  problem: 'none',
  paperLow: false,
  waiting: 0,
  unknown: 0,
})
