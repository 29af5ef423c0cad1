import { AppError } from '#shared/core/errors.ts'
import type { IpcGroup } from '#shared/core/ipc.ts'
import type { OpenWork } from '#shared/ipc/app.ts'
import type { GuestPicture } from '#shared/ipc/customer-display.ts'
import type { StationSettings } from '#shared/ipc/station.ts'
import type { Log } from './log.ts'
import type { SecureStore } from './secure-store.ts'
import { storageError } from './storage-errors.ts'

/** What the terminal gets from its shell, so that no part of it needs Electron. */
export interface TerminalDeps {
  /** Folder of everything that this terminal keeps. */
  dir: string
  /** Server address from the environment; used where the settings name none. */
  serverUrl?: string
  /** How long a customer waits for the server's answer, from the environment; 2.5 s where it names none. */
  answerMs?: number
  secureStore: SecureStore
  log: Log
  /** Tells all windows; checked against the contract's schema. */
  emit: (group: string, event: string, payload: unknown) => void
  /** The terminal belongs to another server now: its pages may ask only that one. */
  onServerChange?: () => void
  appVersion: string
  /** The windows that the terminal lives in; none in tests of its parts. */
  shell?: ShellPort
}

/** What the terminal asks of its windows. */
export interface ShellPort {
  /** How this computer serves as a counter: at the start, and again whenever it is changed. */
  arrange(station: StationSettings): void
  /** What the screen that faces the guests shows; null: nothing was said yet. */
  showGuests(picture: GuestPicture | null): void
  /** What the person at the counter said to ending the program while something waits. */
  answerClose(close: boolean): void
}

type Handlers = Record<string, (input: never) => Promise<unknown>>

/** What the shell needs from the terminal. */
export interface Terminal {
  /** The calls of each group of the IPC contract. */
  handlers: Record<string, Handlers>
  /** The computer woke up: devices and server are tried at once instead of after their pause. */
  resume(): void
  /** The server that it belongs to; empty while none is set. */
  serverUrl(): string
  /** What would be interrupted by ending the program now. */
  openWork(): OpenWork
  /** For how many milliseconds nobody has done anything here. */
  idleFor(): number
  close(): Promise<void>
}

/** Why this runtime cannot run the terminal, or null. Checked before anything native is loaded: it would crash. */
export const runtimeProblem = (versions: { napi?: string; node?: string }): string | null =>
  Number(versions.napi ?? 0) >= 10
    ? null
    : `Pitlane needs a runtime with Node-API 10 or newer (Node 22.14, Electron 35); this one is Node ${versions.node} with Node-API ${versions.napi}.`

/** What the window is told when the terminal could not start; a bug goes by the number under which it was logged. */
export function startupFailure(error: unknown, requestId: string): AppError {
  const named = storageError(error)
  if (named instanceof AppError) return named
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM') return new AppError('storage.readOnly')
  return new AppError('common.internal', { requestId })
}

/** Stands in for a terminal that could not start: each call says why, so that no screen waits for nothing. */
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
    openWork: () => ({ waiting: 0, inLine: 0, printing: 0 }),
    idleFor: () => 0,
    close: () => Promise.resolve(),
  }
}
