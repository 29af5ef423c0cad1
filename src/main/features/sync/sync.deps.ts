import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Outbox } from '#main/features/outbox/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import type { StartInput, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { SendFailure } from './send-failure.ts'

export type Refusal = Extract<SendFailure, { kind: 'refused' }>

/** The outcome of a start that the cashier is waiting for. */
export type Attempt =
  | { kind: 'sent'; result: StartResult }
  | Refusal
  /** No answer in time: the counter continues without the server. */
  | { kind: 'unreachable' }

export interface SyncDeps {
  outbox: Outbox
  clock: Clock
  log: Log
  /** The signed-in user's token and store; null when nobody is signed in at the server. */
  grant(): Grant | null
  isOnline(): boolean
  send(body: StartInput, key: string, grant: Grant, signal: AbortSignal): Promise<StartResult>
  /** Stores in one commit that the server has a start, and its ticket. */
  settle(id: string, result: StartResult, grant: Grant): void
  /** A wait ended without an answer: the start is marked as offline, before its next attempt begins. */
  goOffline(id: string): void
  /** Sends a copy of a start at which the server fails, for the manager to see; rejects where that fails too. */
  keepCopy(id: string, body: StartInput, grant: Grant, signal: AbortSignal): Promise<unknown>
  /** Whether a start waits for an earlier shift action. */
  isHeldBack(id: string): boolean
  /** Writes to the terminal's file; throws when that fails. */
  write(run: () => void): void
  /** The server gave no answer. */
  onDoubt(): void
  onTokenInvalid(token: string): void
  onSettled(): void
}

/** A caller that waits for the first attempt of a start. */
export interface Waiter {
  /** Whether a cashier waits, who then sees a refusal at once; otherwise it is stored for later. */
  isWatched: boolean
  /** The customer's password, for this attempt only; it is never stored. */
  password: string | undefined
  resolve(attempt: Attempt): void
  reject(error: unknown): void
}
