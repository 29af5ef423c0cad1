import { createAnnouncer } from '#main/core/announcer.ts'
import type { Clock } from '#main/core/clock.ts'
import type { TerminalDeps } from '#main/core/shell.ts'
import type { Storage } from '#main/core/storage.ts'
import type { CardReaders } from '#main/features/card-reader/index.ts'
import { type Connection, keepReporting } from '#main/features/connection/index.ts'
import type { TerminalSettingsStore } from '#main/features/settings/index.ts'
import type { SnapshotKeeper } from '#main/features/snapshot/index.ts'
import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'
import type { ConnectionState, DevicesState, TerminalSettings } from '#shared/ipc/contract.ts'
import type { PrinterStatus } from '#shared/ipc/devices.ts'
import type { HubState } from '#shared/ipc/hub.ts'
import type { Counter } from './counter.ts'

/** The parts that the state comes from; read lazily, because each may be opened after this. */
export interface StatusParts {
  settings(): TerminalSettingsStore
  connection(): Connection
  snapshot(): SnapshotKeeper
  readers(): CardReaders
  storage(): Storage
  counter(): Counter | null
  /** How far the venue clock is ahead of this computer's (ms). */
  clockAhead(): number
  /** Whether this terminal is enrolled at the current store. */
  isEnrolled(): boolean
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

export function createStatus(parts: StatusParts, clock: Clock, emit: TerminalDeps['emit']): Status {
  const announcer = createAnnouncer(clock)

  function connection(): ConnectionState {
    const { waiting, refused } = parts.counter()?.unsent() ?? { waiting: 0, refused: 0 }
    const { problem } = parts.storage()
    const { online, since } = parts.connection()
    return {
      online,
      serverUrl: parts.settings().serverUrl(),
      since: new Date(since).toISOString(),
      snapshotAt: parts.snapshot().current()?.takenAt ?? null,
      waiting,
      refused,
      enrolled: parts.isEnrolled(),
      clockBehind: shownDifference(parts.clockAhead()),
      hub: parts.counter()?.cluster.state() ?? hubOff,
      storageProblem: problem && { code: problem.code, details: problem.details },
    }
  }

  function devices(): DevicesState {
    const printer = parts.counter()?.printer.status() ?? printerWithoutStorage(parts.settings().get().printer)
    return { readers: parts.readers().status(), printer }
  }

  const stopReporting = keepReporting({
    clock,
    connection,
    devices,
    oldestWaiting: () => parts.counter()?.outbox.oldestWaiting() ?? null,
    send: parts.report,
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
