import type { Clock } from '#main/core/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Outbox } from '#main/features/outbox/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import type { StartInput, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { SendFailure } from './send-failure.ts'

export type Refusal = Extract<SendFailure, { kind: 'refused' }>

/** What became of a start that the cashier is waiting for. */
export type Attempt =
  | { kind: 'sent'; result: StartResult }
  | Refusal
  /** Not within the time that a customer can be kept waiting: the counter goes on without the server. */
  | { kind: 'unreachable' }

export interface SyncDeps {
  outbox: Outbox
  clock: Clock
  log: Log
  /** With what and for which store may be sent now; null when nobody is signed in at the server. */
  grant(): Grant | null
  isOnline(): boolean
  send(body: StartInput, key: string, grant: Grant, signal: AbortSignal): Promise<StartResult>
  /** The server has a start: written down together with the ticket that it now gets. */
  settle(id: string, result: StartResult, grant: Grant): void
  /** Gives the server a copy of a start that it falls over, for the manager to see; rejects when it cannot take it. */
  keepCopy(id: string, body: StartInput, grant: Grant, signal: AbortSignal): Promise<unknown>
  /** Whether a start waits for something that was done before it with the drawer. */
  isHeldBack(id: string): boolean
  /** Writes to the terminal's file; throws when that fails. */
  write(run: () => void): void
  /** The server gave no answer. */
  onDoubt(): void
  onTokenInvalid(token: string): void
  onSettled(): void
}

/** Somebody who stands at the counter until a start has been tried. */
export interface Waiter {
  /** Whether a cashier looks on, who is told of a refusal; otherwise it is kept for later. */
  isWatched: boolean
  /** What the customer has typed, for the sending that is waited for; nobody can be asked at a later one. */
  password: string | undefined
  /** Runs at once when the wait is over without an answer, so that the next sending already knows of it. */
  goOffline(): void
  resolve(attempt: Attempt): void
  reject(error: unknown): void
}
