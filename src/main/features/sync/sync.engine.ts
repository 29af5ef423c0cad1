import type { OpenStart } from '#main/features/outbox/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import type { StartInput, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import { Retries } from './retries.ts'
import { type SendFailure, sendFailure } from './send-failure.ts'
import { setAside } from './set-aside.ts'
import type { Attempt, Refusal, SyncDeps, Waiter } from './sync.deps.ts'

const PARALLEL = 4
/** Number of open starts read at first; increased while none of them can be sent. */
const SCANNED = 200
const STORAGE_PAUSE = 30_000

/**
 * Sends the outbox: in order within a lane (a vehicle, a member), lanes concurrently, each start with its
 * id as idempotency key, so that a lost response never duplicates it. A refusal does not block later starts.
 */
export class Sync {
  readonly #deps: SyncDeps
  readonly #inFlight = new Map<string, AbortController>()
  readonly #running = new Set<Promise<void>>()
  readonly #waiters = new Map<string, Waiter>()
  readonly #retries: Retries
  /** Starts that the user of a token may not send, by id: they wait for another sign-in. */
  readonly #forbidden = new Map<string, string>()
  #background = 0
  #closed = false
  #pending = false
  #cancel: () => void = () => undefined

  constructor(deps: SyncDeps) {
    this.#deps = deps
    this.#retries = new Retries(deps.clock)
  }

  /** Call after a change that may allow starts to be sent. */
  kick(): void {
    if (this.#pending || this.#closed) return
    this.#pending = true
    queueMicrotask(() => {
      this.#pending = false
      this.#pump()
    })
  }

  /** Call when the server is back, after a sign-in or a wake-up: retries delayed starts at once. */
  retryNow(): void {
    this.#retries.clearPauses()
    this.#forbidden.clear()
    this.kick()
  }

  /**
   * Sends one start with priority, in the order of its lanes, and waits at most the given time. The start goes offline
   * at once if there was no response.
   */
  attempt(id: string, waitMs: number, waiting: Pick<Waiter, 'isWatched' | 'password'>): Promise<Attempt> {
    const { isWatched, password } = waiting
    const answered = new Promise<Attempt>((resolve, reject) => {
      this.#waiters.set(id, { isWatched, password, resolve, reject })
    })
    const stop = this.#deps.clock.after(waitMs, () => {
      this.#answer(id, { kind: 'unreachable' })
      this.#inFlight.get(id)?.abort()
      this.#deps.onDoubt()
    })
    this.kick()
    return answered.finally(stop)
  }

  /** Resolves when no request is in progress and the file may be closed. */
  async close(): Promise<void> {
    this.#closed = true
    this.#cancel()
    this.#giveUpWaiting()
    for (const abort of this.#inFlight.values()) abort.abort()
    await Promise.all(this.#running)
  }

  #pump(): void {
    const { grant, isOnline, log, outbox } = this.#deps
    if (this.#closed) return
    const who = grant()
    if (!who) {
      this.#refuseWaiting({ kind: 'refused', code: 'auth.tokenInvalid', details: {}, reason: '' })
      return
    }
    if (!isOnline()) {
      this.#giveUpWaiting()
      return
    }
    try {
      let open: OpenStart[]
      let limit = SCANNED
      do {
        open = outbox.open(who.orgCode, limit)
        this.#choose(open, who)
        // A week of starts may wait for one delayed vehicle, which must not block other starts.
        limit *= 5
      } while (open.length === limit / 5 && this.#background < PARALLEL)
      this.#chooseWaiters(new Set(open.map(({ id }) => id)), who)
    } catch (error) {
      log.error('the outbox cannot be read', { error })
      this.#giveUpWaiting()
      this.#later(STORAGE_PAUSE)
    }
  }

  /** A cashier's start goes first; it goes offline if so many are before it that not all were read. */
  #chooseWaiters(seen: ReadonlySet<string>, who: Grant): void {
    const { outbox } = this.#deps
    for (const id of [...this.#waiters.keys()]) {
      if (seen.has(id) || this.#inFlight.has(id)) continue
      const start = outbox.find(who.orgCode, id)
      if (!start || outbox.isBehind(id)) this.#answer(id, { kind: 'unreachable' })
      else this.#begin(start, who)
    }
  }

  /** Sends the starts that are first in all their lanes, up to the limit of concurrent requests. */
  #choose(open: readonly OpenStart[], who: Grant): void {
    const now = this.#deps.clock.now()
    /** Lanes occupied by an earlier start, and whether that one is delayed. */
    const taken = new Map<string, boolean>()
    let next = Number.POSITIVE_INFINITY
    for (const start of open) {
      const { id, lanes } = start
      const before = lanes.filter((lane) => taken.has(lane))
      const due = this.#retries.dueAt(id)
      const isStopped = this.#deps.isHeldBack(id) || this.#forbidden.get(id) === who.token
      const isPutOff = isStopped || due > now || before.some((lane) => taken.get(lane))
      for (const lane of lanes) taken.set(lane, isPutOff)
      if (this.#inFlight.has(id)) continue
      // An earlier start is delayed: the cashier does not wait for it.
      if (isPutOff) this.#answer(id, { kind: 'unreachable' })
      if (before.length > 0 || isStopped) continue
      if (due > now) next = Math.min(next, due)
      else if (this.#waiters.has(id) || this.#background < PARALLEL) this.#begin(start, who)
    }
    if (next !== Number.POSITIVE_INFINITY) this.#later(next - now)
  }

  #later(ms: number): void {
    this.#cancel()
    this.#cancel = this.#deps.clock.after(Math.max(ms, 10), () => this.kick())
  }

  #giveUpWaiting(): void {
    for (const id of [...this.#waiters.keys()]) this.#answer(id, { kind: 'unreachable' })
  }

  /**
   * Nobody is signed in any more: a waiting cashier gets the error before a ticket exists, and starts again after a
   * sign-in. Requests in progress get their own response.
   */
  #refuseWaiting(refusal: Refusal): void {
    for (const [id, { isWatched }] of [...this.#waiters]) {
      if (this.#inFlight.has(id)) continue
      if (isWatched) this.#reject(id, refusal)
      else this.#answer(id, { kind: 'unreachable' })
    }
  }

  #reject(id: string, refusal: Refusal): void {
    this.#deps.write(() => this.#deps.outbox.markRejected(id, refusal.code))
    this.#answer(id, refusal)
  }

  /** Resolves a waiting caller with the outcome; false if nobody waits. */
  #answer(id: string, attempt: Attempt): boolean {
    const waiter = this.#waiters.get(id)
    if (!waiter) return false
    this.#waiters.delete(id)
    try {
      if (attempt.kind === 'unreachable') this.#deps.goOffline(id)
      waiter.resolve(attempt)
    } catch (error) {
      waiter.reject(error)
    }
    return true
  }

  #begin(start: OpenStart, who: Grant): void {
    const work = this.#run(start, who).finally(() => this.#running.delete(work))
    this.#running.add(work)
  }

  async #run({ id }: OpenStart, who: Grant): Promise<void> {
    const { write, outbox, log } = this.#deps
    const abort = new AbortController()
    const isBackground = !this.#waiters.has(id)
    this.#inFlight.set(id, abort)
    if (isBackground) this.#background += 1
    try {
      write(() => outbox.markSending(id))
      const body = outbox.bodyOf(id)
      if (body) await this.#deliver(id, body, who, abort.signal)
      else write(() => outbox.markRefused(id, 'sync.unreadable', '', {}))
    } catch (error) {
      // The server's decision cannot be stored yet; the request is repeated with the same key.
      log.error('the outbox cannot be written', { id, error })
      this.#answer(id, { kind: 'unreachable' })
      this.#retries.putOff(id)
    } finally {
      this.#inFlight.delete(id)
      if (isBackground) this.#background -= 1
      this.#deps.onSettled()
      this.kick()
    }
  }

  async #deliver(id: string, body: StartInput, who: Grant, signal: AbortSignal): Promise<void> {
    const { send, write, settle, log } = this.#deps
    let result: StartResult
    try {
      const password = this.#waiters.get(id)?.password
      result = await send(password === undefined ? body : { ...body, password }, id, who, signal)
    } catch (error) {
      const failure = sendFailure(error)
      this.#failed(id, failure, who, signal.aborted)
      if (failure.kind === 'later' && failure.failed && this.#retries.countBug(id))
        await setAside(this.#deps, this.#retries, { id, body, who, signal })
      return
    }
    this.#retries.forget(id)
    try {
      write(() => settle(id, result, who))
    } catch (error) {
      // The server has it, which is sufficient for the cashier; a repetition with the same key stores it later.
      log.error('the outcome of a start cannot be stored', { id, error })
      this.#retries.putOff(id)
    }
    this.#answer(id, { kind: 'sent', result })
  }

  #failed(id: string, failure: SendFailure, who: Grant, aborted: boolean): void {
    const { log, write, outbox, onDoubt, onTokenInvalid } = this.#deps
    if (failure.kind === 'refused') {
      this.#refused(id, failure)
      return
    }
    if (failure.kind === 'later') {
      this.#answer(id, { kind: 'unreachable' })
      if (!aborted) this.#retries.putOff(id)
      if (failure.silent) onDoubt()
      write(() => outbox.markWaiting(id, failure.why?.code, failure.why?.reason))
      return
    }
    if (failure.kind === 'closed') {
      this.#closedStore(id, failure)
      return
    }
    log.warn('a start needs another sign-in', { id, code: failure.code })
    const code = failure.tokenInvalid ? 'auth.tokenInvalid' : failure.code
    const refusal: Refusal = { kind: 'refused', code, details: {}, reason: failure.reason }
    if (this.#waiters.get(id)?.isWatched) this.#reject(id, refusal)
    else {
      this.#answer(id, { kind: 'unreachable' })
      write(() => outbox.markWaiting(id, failure.code, failure.reason))
      if (!failure.tokenInvalid) this.#forbidden.set(id, who.token)
    }
    if (!failure.tokenInvalid) return
    this.#refuseWaiting(refusal)
    onTokenInvalid(who.token)
  }

  /** A waiting cashier gets the error before a ticket exists; a ride that has happened is retried until the store is enabled. */
  #closedStore(id: string, { code, reason }: Extract<SendFailure, { kind: 'closed' }>): void {
    if (this.#waiters.get(id)?.isWatched) {
      this.#reject(id, { kind: 'refused', code, details: {}, reason })
      return
    }
    this.#answer(id, { kind: 'unreachable' })
    this.#retries.putOff(id)
    this.#deps.write(() => this.#deps.outbox.markWaiting(id, code, reason))
  }

  #refused(id: string, failure: Refusal): void {
    const { log, write, outbox } = this.#deps
    log.warn('the server refused a start', { id, code: failure.code })
    this.#retries.forget(id)
    if (this.#waiters.get(id)?.isWatched) {
      this.#reject(id, failure)
      return
    }
    write(() => outbox.markRefused(id, failure.code, failure.reason, failure.details))
    this.#answer(id, failure)
  }
}
