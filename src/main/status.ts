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

/** The parts that the shown state comes from; asked when it is shown, because each may be opened after this. */
export interface StatusParts {
  settings(): TerminalSettingsStore
  connection(): Connection
  snapshot(): SnapshotKeeper
  readers(): CardReaders
  storage(): Storage
  counter(): Counter | null
  /** How far the time that counts is ahead of this computer's. */
  clockAhead(): number
  /** Whether the store that is worked in believes this terminal. */
  isEnrolled(): boolean
  /** Tells the server how this terminal is; null while nobody is signed in. */
  report(report: TerminalReport): Promise<unknown> | null
}

/** What the window always shows: connection, outbox and devices, told again whenever they change. */
export interface Status {
  connection(): ConnectionState
  devices(): DevicesState
  tellConnection(): void
  tellStarts(): void
  tellDevices(): void
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
      clockBehind: wrongBy(parts.clockAhead()),
      hub: parts.counter()?.together.state() ?? nobody,
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
  const tellConnection = (): void => announcer.soon('connection', () => emit('connection', 'changed', connection()))

  return {
    connection,
    devices,
    tellConnection,
    tellStarts() {
      announcer.soon('starts', () => emit('starts', 'changed', {}))
      tellConnection()
    },
    tellDevices: () => announcer.soon('devices', () => emit('devices', 'changed', devices())),
    close() {
      stopReporting()
      announcer.close()
    },
  }
}

/** A clock that is less wrong than this bothers nobody. */
const SHOWN_FROM_MS = 60_000

const wrongBy = (ahead: number): number => (Math.abs(ahead) < SHOWN_FROM_MS ? 0 : Math.round(ahead / 1000))

const nobody: HubState = { role: 'off', hub: '', members: 0, passesOn: false, problem: 'none', addresses: [] }

const printerWithoutStorage = ({ address }: TerminalSettings['printer']): PrinterStatus => ({
  state: 'error',
  address,
  problem: 'none',
  paperLow: false,
  waiting: 0,
  unknown: 0,
})
