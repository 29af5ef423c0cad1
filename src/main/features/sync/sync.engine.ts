import type { Clock } from '#main/core/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { OpenStart, Outbox } from '#main/features/outbox/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import type { StartInput, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import { type SendFailure, sendFailure } from './send-failure.ts'

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
  /** Writes to the terminal's file; throws when that fails. */
  write(run: () => void): void
  /** The server gave no answer. */
  onDoubt(): void
  onTokenInvalid(token: string): void
  onSettled(): void
}

/** Somebody who stands at the counter until a start has been tried. */
interface Waiter {
  /** Runs at once when the wait is over without an answer, so that the next sending already knows of it. */
  goOffline(): void
  resolve(attempt: Attempt): void
  reject(error: unknown): void
}

const parallel = 4
const scanned = 1000
const firstPause = 250
const longestPause = 30_000

export type Sync = ReturnType<typeof createSync>

/**
 * Sends what is in the outbox: in order within a lane (a vehicle, a member), lanes side by side, each start under its own
 * id as idempotency key, so that one whose answer was lost is never doubled. A refusal lets the later ones pass.
 */
export function createSync(deps: SyncDeps) {
  const { clock, log, outbox } = deps
  const inFlight = new Map<string, AbortController>()
  const running = new Set<Promise<void>>()
  const waiters = new Map<string, Waiter>()
  const dueAt = new Map<string, number>()
  const failures = new Map<string, number>()
  /** A token that is valid, but not for sending. */
  let barred = ''
  let background = 0
  let closed = false
  let pending = false
  let cancel: () => void = () => undefined

  function kick(): void {
    if (pending || closed) return
    pending = true
    queueMicrotask(() => {
      pending = false
      pump()
    })
  }

  function later(ms: number): void {
    cancel()
    cancel = clock.after(Math.max(ms, 10), kick)
  }

  function pump(): void {
    if (closed) return
    const grant = deps.grant()
    if (!grant || grant.token === barred || !deps.isOnline()) return giveUpWaiting()
    let open: OpenStart[]
    try {
      open = outbox.open(grant.orgCode, scanned)
    } catch (error) {
      log.error('the outbox cannot be read', { error })
      giveUpWaiting()
      return later(longestPause)
    }
    const taken = new Set<string>()
    let next = Number.POSITIVE_INFINITY
    for (const start of open) {
      const isFirst = !start.lanes.some((lane) => taken.has(lane))
      for (const lane of start.lanes) taken.add(lane)
      if (!isFirst || inFlight.has(start.id)) continue
      const due = dueAt.get(start.id) ?? 0
      if (due > clock.now()) next = Math.min(next, due)
      else if (waiters.has(start.id) || background < parallel) begin(start, grant)
    }
    if (next !== Number.POSITIVE_INFINITY) later(next - clock.now())
  }

  function begin(start: OpenStart, grant: Grant): void {
    const work = run(start, grant).finally(() => running.delete(work))
    running.add(work)
  }

  function giveUpWaiting(): void {
    for (const id of [...waiters.keys()]) tell(id, { kind: 'unreachable' })
  }

  function tell(id: string, attempt: Attempt): boolean {
    const waiter = waiters.get(id)
    if (!waiter) return false
    waiters.delete(id)
    try {
      if (attempt.kind === 'unreachable') waiter.goOffline()
      waiter.resolve(attempt)
    } catch (error) {
      waiter.reject(error)
    }
    return true
  }

  async function run({ id }: OpenStart, grant: Grant): Promise<void> {
    const abort = new AbortController()
    const isBackground = !waiters.has(id)
    inFlight.set(id, abort)
    if (isBackground) background += 1
    try {
      deps.write(() => outbox.markSending(id))
      const body = outbox.bodyOf(id)
      if (body) await deliver(id, body, grant, abort.signal)
      else deps.write(() => outbox.markRefused(id, 'sync.unreadable', ''))
    } catch (error) {
      // What the server decided may not be written down yet; it is asked again under the same key.
      log.error('the outbox cannot be written', { id, error })
      tell(id, { kind: 'unreachable' })
      putOff(id)
    } finally {
      inFlight.delete(id)
      if (isBackground) background -= 1
      deps.onSettled()
      kick()
    }
  }

  async function deliver(id: string, body: StartInput, grant: Grant, signal: AbortSignal): Promise<void> {
    let result: StartResult
    try {
      result = await deps.send(body, id, grant, signal)
    } catch (error) {
      return failed(id, sendFailure(error), grant, signal.aborted)
    }
    forget(id)
    if (tell(id, { kind: 'sent', result })) deps.write(() => outbox.markSent(id, result.ticketNo))
    else deps.write(() => outbox.markSent(id, null))
  }

  function failed(id: string, failure: SendFailure, grant: Grant, aborted: boolean): void {
    if (failure.kind === 'refused') {
      log.warn('the server refused a start', { id, code: failure.code })
      forget(id)
      if (waiters.has(id)) {
        deps.write(() => outbox.markRejected(id, failure.code))
        tell(id, failure)
      } else deps.write(() => outbox.markRefused(id, failure.code, failure.reason))
      return
    }
    tell(id, { kind: 'unreachable' })
    if (failure.kind === 'later') {
      if (!aborted) putOff(id)
      if (failure.silent) deps.onDoubt()
      return deps.write(() => outbox.markWaiting(id))
    }
    log.warn('a start waits for another sign-in', { id, code: failure.code })
    if (failure.tokenInvalid) deps.onTokenInvalid(grant.token)
    else barred = grant.token
    deps.write(() => outbox.markWaiting(id, failure.code, failure.reason))
  }

  function forget(id: string): void {
    dueAt.delete(id)
    failures.delete(id)
  }

  function putOff(id: string): void {
    const count = failures.get(id) ?? 0
    failures.set(id, count + 1)
    const pause = Math.min(longestPause, firstPause * 2 ** Math.min(count, 10))
    dueAt.set(id, clock.now() + pause * (0.8 + Math.random() * 0.2))
  }

  return {
    /** Something changed that may let starts go: a new one, a sign-in, the server is back. */
    kick,

    /** The server is back, or the computer woke up: what was put off is tried at once. */
    hurry(): void {
      dueAt.clear()
      failures.clear()
      barred = ''
      kick()
    },

    /** Sends one start before all others, in the order of its lanes, and waits for it at most so long. */
    attempt(id: string, waitMs: number, goOffline: () => void): Promise<Attempt> {
      const answered = new Promise<Attempt>((resolve, reject) => waiters.set(id, { goOffline, resolve, reject }))
      const stop = clock.after(waitMs, () => {
        tell(id, { kind: 'unreachable' })
        inFlight.get(id)?.abort()
        deps.onDoubt()
      })
      kick()
      return answered.finally(stop)
    },

    close(): void {
      closed = true
      cancel()
      giveUpWaiting()
      for (const abort of inFlight.values()) abort.abort()
    },

    /** Resolves when nothing is on its way any more and the file may be closed. */
    idle: async (): Promise<void> => void (await Promise.all(running)),
  }
}
