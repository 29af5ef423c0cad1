import type { Log } from '#main/core/log.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { storageError } from '#main/core/storage/storage-errors.ts'
import { AppError } from '#shared/core/errors.ts'
import type { IpcGroup } from '#shared/core/ipc.ts'
import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'
import type { OpenWork } from '#shared/ipc/app.ts'
import type { GuestPicture } from '#shared/ipc/customer-display.ts'
import type { StationSettings } from '#shared/ipc/station.ts'

/** Dependencies that the shell passes to the terminal, so that no part of it needs Electron. */
export interface TerminalDeps {
  /** Data folder of the terminal. */
  dir: string
  /** Server address from the environment; used if the settings have none. */
  serverUrl?: string
  /** Timeout of a start at the server in ms, from the environment; default 2500. */
  answerMs?: number
  secureStore: SecureStore
  log: Log
  /** Sends an event to all windows, validated by the contract. */
  emit: (group: string, event: string, payload: unknown) => void
  /** Called after a change of the server address, to which pages may connect. */
  onServerChange?: () => void
  appVersion: string
  /** What became of the last update, for the terminal's report; absent where it does not update itself. */
  updateState?: () => TerminalReport['update']
  /** Access to the windows; absent in tests. */
  shell?: ShellPort
}

/** Actions of the terminal on its windows. */
export interface ShellPort {
  /** Applies the station settings, at the start and after each change. */
  applySettings(station: StationSettings): void
  /** Updates the guest screen; null: no content yet. */
  showGuests(picture: GuestPicture | null): void
  /** Forwards the user's answer to the question before closing. */
  answerClose(close: boolean): void
}

type Handlers = Record<string, (input: never) => Promise<unknown>>

/** The terminal as its shell uses it. */
export interface Terminal {
  /** Handlers of each group of the IPC contract. */
  handlers: Record<string, Handlers>
  /** Call after the computer woke up: reconnects devices and server at once. */
  resume(): void
  /** Server address; empty if none is set. */
  serverUrl(): string
  /** Work that ending the program now would interrupt. */
  openWork(): OpenWork
  /** The id that this terminal registers with; empty if it could not start. */
  terminalId: string
  /** Whether it can do its work: its data file is open, and it reaches the server or has waited for it. */
  isWorking(): boolean
  /** Time without user activity in ms. */
  idleFor(): number
  close(): Promise<void>
}

/** Returns why this runtime cannot run the terminal, or null. Must be checked before native modules are loaded, which would crash. */
export const runtimeProblem = (versions: { napi?: string; node?: string }): string | null =>
  Number(versions.napi ?? 0) >= 10
    ? null
    : `Pitlane needs a runtime with Node-API 10 or newer (Node 22.14, Electron 35); this one is Node ${versions.node} with Node-API ${versions.napi}.`

/** Returns the error shown if the terminal could not start; a bug is reported by its id in the log. */
export function startupFailure(error: unknown, requestId: string): AppError {
  const named = storageError(error)
  if (named instanceof AppError) return named
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM') return new AppError('storage.readOnly')
  return new AppError('common.internal', { requestId })
}

/** Stands in for a terminal that could not start: each call fails with the reason, so that no screen hangs. */
export function brokenTerminal(contract: Record<string, IpcGroup>, failure: AppError): Terminal {
  const refuse = () => Promise.reject(failure)
  const handlers = Object.entries(contract).map(([group, { calls }]) => [
    group,
    Object.fromEntries(Object.keys(calls).map((name) => [name, refuse])),
  ])
  return {
    handlers: Object.fromEntries(handlers) as Terminal['handlers'],
    resume: () => undefined,
    serverUrl: () => '',
    terminalId: '',
    isWorking: () => false,
    openWork: () => ({ unsent: 0, queued: 0, printing: 0 }),
    idleFor: () => 0,
    close: () => Promise.resolve(),
  }
}
