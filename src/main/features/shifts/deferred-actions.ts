import type { Clock } from '#main/core/clocks/clock.ts'
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
  /** Whether calls reach the server, directly or through the hub. */
  reaches(): boolean
  write(run: () => void): void
  send(body: DeferredShiftAction, key: string, who: Grant): Promise<CountedShift | null>
  /** Whether this terminal is enrolled at the store, so that it has a drawer there. */
  isEnrolled(who: Grant): boolean
  /** Reads the open shift of this counter from the server. */
  ask(who: Grant): Promise<CounterShift | null>
  /** Sends a copy of an action at which the server fails, for the manager to see. */
  keepCopy(id: string, body: DeferredShiftAction, who: Grant): Promise<unknown>
  onTokenInvalid(token: string): void
  onChange(): void
}

/** The signed-in user may have no permission for the drawer. */
const isForbidden = (error: unknown): boolean => error instanceof AppError && error.code === 'auth.forbidden'

export type DeferredActions = ReturnType<typeof createDeferredActions>

/** Sends deferred shift actions one after another, and then reads which shift is open. */
export function createDeferredActions(deps: DeferredActionsDeps) {
  const { store, clock, log, grant, isOnline, write } = deps
  const retries = new Retries(clock)
  let running: Promise<void> | null = null
  let runsAgain = false
  let isClosed = false
  let cancel: () => void = () => undefined

  async function failed(id: string, body: DeferredShiftAction, failure: SendFailure, who: Grant): Promise<void> {
    if (failure.kind === 'refused') {
      log.warn('the server refused a deferred shift action', { id, code: failure.code })
      write(() => store.markRefused(id, failure.code, failure.reason, failure.details))
      return
    }
    retries.putOff(id)
    const { code = null, reason = null } = failure.kind === 'later' ? (failure.why ?? {}) : failure
    write(() => store.markWaiting(id, code, reason))
    if (failure.kind === 'signIn' && failure.tokenInvalid) deps.onTokenInvalid(who.token)
    if (failure.kind === 'later' && failure.failed && retries.countBug(id)) {
      // It must not block the sales after it for ever.
      await deps.keepCopy(id, body, who)
      write(() => store.markRefused(id, 'sync.serverFails', '', {}))
    }
  }

  /** Sends the first action; false where nothing can be sent now. */
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
      // The server did it under the same key just before it went away: it must not be done twice.
      if (failure.kind === 'refused' && failure.code === 'common.keyReused') write(() => store.markSent(id, null))
      else await failed(id, body, failure, who)
    }
    deps.onChange()
    return true
  }

  async function refreshOpenShift(who: Grant): Promise<void> {
    if (!isOnline() || store.first(who.orgCode) || !deps.isEnrolled(who)) return
    const shift = await deps.ask(who)
    // Meanwhile an action may have been stored here, or another user may have signed in.
    if (isClosed || store.first(who.orgCode) || grant()?.token !== who.token) return
    write(() => store.keepKnown(who.orgCode, { shift, userId: who.userId }))
    deps.onChange()
  }

  async function workOnce(): Promise<void> {
    for (;;) {
      const who = grant()
      if (!who || !deps.reaches() || isClosed) return
      if (await sendFirst(who)) continue
      await refreshOpenShift(who)
      return
    }
  }

  async function workAll(): Promise<void> {
    do {
      runsAgain = false
      try {
        await workOnce()
      } catch (error) {
        if (!isUnreachable(error) && !isForbidden(error)) log.warn('deferred shift actions cannot be sent', { error })
      }
    } while (runsAgain && !isClosed)
  }

  function work(): Promise<void> {
    runsAgain = true
    running ??= workAll().finally(() => {
      running = null
    })
    return running
  }

  return {
    work,
    /** Call when the server is back or a user signed in: retries at once. */
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
