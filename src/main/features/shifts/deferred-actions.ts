import type { Clock } from '#main/core/clock.ts'
import { isUnreachable } from '#main/core/failures.ts'
import type { Log } from '#main/core/log.ts'
import type { Grant } from '#main/features/session/index.ts'
import { Retries, type SendFailure, sendFailure } from '#main/features/sync/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { CountedShift, CounterShift, DeferredShiftAction } from '#shared/features/shifts/shifts.schema.ts'
import type { DeferredActionStore } from './deferred-actions.store.ts'

export interface DeferredActionsDeps {
  store: DeferredActionStore
  clock: Clock
  log: Log
  grant(): Grant | null
  isOnline(): boolean
  /** Whether an act gets to the server, by this terminal or by another of the store. */
  reaches(): boolean
  write(run: () => void): void
  send(body: DeferredShiftAction, key: string, who: Grant): Promise<CountedShift | null>
  /** Whether the store believes this terminal, so that a drawer is its own. */
  isBelieved(who: Grant): boolean
  /** The open shift of this counter, as the server has it. */
  ask(who: Grant): Promise<CounterShift | null>
  /** Gives the server a copy of an act that it falls over, for the manager to see. */
  keepCopy(id: string, body: DeferredShiftAction, who: Grant): Promise<unknown>
  onTokenInvalid(token: string): void
  onChange(): void
}

/** Who works here may have nothing to do with the drawer. */
const isForbidden = (error: unknown): boolean => error instanceof AppError && error.code === 'auth.forbidden'

export type DeferredActions = ReturnType<typeof createDeferredActions>

/** Sends what was done with the drawer, one after another, and then asks which shift is open. */
export function createDeferredActions(deps: DeferredActionsDeps) {
  const { store, clock, log, grant, isOnline, write } = deps
  const retries = new Retries(clock)
  let running: Promise<void> | null = null
  let isWantedAgain = false
  let isClosed = false
  let cancel: () => void = () => undefined

  async function failed(id: string, body: DeferredShiftAction, failure: SendFailure, who: Grant): Promise<void> {
    if (failure.kind === 'refused') {
      log.warn('the server refused what was done with the drawer', { id, code: failure.code })
      write(() => store.markRefused(id, failure.code, failure.reason, failure.details))
      return
    }
    retries.putOff(id)
    const { code = null, reason = null } = failure.kind === 'later' ? (failure.why ?? {}) : failure
    write(() => store.markWaiting(id, code, reason))
    if (failure.kind === 'signIn' && failure.tokenInvalid) deps.onTokenInvalid(who.token)
    if (failure.kind === 'later' && failure.failed && retries.countBug(id)) {
      // It must not hold up what was sold after it for ever.
      await deps.keepCopy(id, body, who)
      write(() => store.markRefused(id, 'sync.serverFails', '', {}))
    }
  }

  /** Sends the first; false where nothing can be sent now. */
  async function sendFirst(who: Grant): Promise<boolean> {
    const first = store.first(who.orgCode)
    if (!first || first.isBehind) return false
    const { id, body } = first
    const due = retries.dueAt(id) - clock.now()
    if (due > 0) {
      cancel()
      cancel = clock.after(due, () => void work())
      return false
    }
    if (!body) {
      write(() => store.markRefused(id, 'sync.unreadable', '', {}))
      return true
    }
    write(() => store.markSending(id))
    try {
      const counted = await deps.send(body, id, who)
      retries.forget(id)
      write(() => store.markSent(id, counted))
    } catch (error) {
      const failure = sendFailure(error)
      // Asked of the server just before it went away, and done there under the same key: nothing must be done twice.
      if (failure.kind === 'refused' && failure.code === 'common.keyReused') write(() => store.markSent(id, null))
      else await failed(id, body, failure, who)
    }
    deps.onChange()
    return true
  }

  async function askWhichIsOpen(who: Grant): Promise<void> {
    if (!isOnline() || store.first(who.orgCode) || !deps.isBelieved(who)) return
    const shift = await deps.ask(who)
    // Meanwhile something may have been done here, or somebody else works in another store.
    if (isClosed || store.first(who.orgCode) || grant()?.token !== who.token) return
    write(() => store.keepKnown(who.orgCode, { shift, userId: who.userId }))
    deps.onChange()
  }

  async function workOnce(): Promise<void> {
    for (;;) {
      const who = grant()
      if (!who || !deps.reaches() || isClosed) return
      if (await sendFirst(who)) continue
      await askWhichIsOpen(who)
      return
    }
  }

  async function workAll(): Promise<void> {
    do {
      isWantedAgain = false
      try {
        await workOnce()
      } catch (error) {
        if (!isUnreachable(error) && !isForbidden(error))
          log.warn('what was done with the drawer cannot be sent', { error })
      }
    } while (isWantedAgain && !isClosed)
  }

  function work(): Promise<void> {
    isWantedAgain = true
    running ??= workAll().finally(() => {
      running = null
    })
    return running
  }

  return {
    work,
    /** The server is back, or somebody signed in: what was put off is tried at once. */
    retryNow(): void {
      retries.clearPauses()
      void work()
    },
    close(): Promise<void> {
      isClosed = true
      cancel()
      return running ?? Promise.resolve()
    },
  }
}
