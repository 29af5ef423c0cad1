import { z } from 'zod'
import { type Clock, every } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import { createTries, HashedSecret, hashSecret, isSecret } from '#main/core/storage/secret-hash.ts'
import { readEntry } from '#main/core/storage/secure-entry.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { AppError } from '#shared/core/errors.ts'
import type { TerminalSession } from '#shared/ipc/contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import type { LockState } from '#shared/ipc/lock.ts'
import type { StationSettings } from '#shared/ipc/station.ts'

const ENTRY = 'badges'
/** Validity of badges, equal to that of offline passwords (domain.md "Offline at the counter"). */
const KEPT_MS = 72 * 3600_000
const LOOK_EVERY_MS = 10_000
const MINUTE = 60_000

const Badges = z.record(z.string(), HashedSecret.extend({ at: z.number() }))

export interface LockDeps {
  store: SecureStore
  clock: Clock
  log: Log
  settings(): StationSettings
  session(): TerminalSession | null
  /** Whether a signed-in user could unlock it; otherwise the counter is never locked. */
  isProvable(): boolean
  /** Checks the signed-in user's password; throws if that is not possible. */
  isOwnPassword(password: string): Promise<boolean>
  onChange(state: LockState): void
  onBadgeRefused(): void
}

/**
 * Locks an unattended counter. The user stays signed in, the screen stays, and unsent entries are sent. All actions are blocked until the
 * user enters the password or scans a badge registered within 72 hours.
 */
export function createLock(deps: LockDeps) {
  const { store, clock, log, settings, session } = deps
  const tries = createTries(clock)
  let activeAt = clock.now()
  // Locked after a restart with a restored sign-in, because anyone may have started the program.
  let isLocked = session() !== null && settings().lockOnStart && deps.isProvable()

  const owner = (): string => {
    const user = session()?.userInfo
    return user ? user.id : ''
  }

  const badges = (): z.infer<typeof Badges> =>
    Object.fromEntries(
      Object.entries(readEntry(store, ENTRY, Badges) ?? {}).filter(
        ([, { at }]) => Math.abs(clock.now() - at) <= KEPT_MS,
      ),
    )

  const state = (): LockState => ({ locked: isLocked, takesBadge: Object.hasOwn(badges(), owner()) })

  function set(locked: boolean): void {
    activeAt = clock.now()
    if (isLocked === locked) return
    isLocked = locked
    log.info(locked ? 'the counter is locked' : 'the counter is unlocked')
    deps.onChange(state())
  }

  const stop = every(clock, LOOK_EVERY_MS, () => {
    const { lockAfterMinutes } = settings()
    if (isLocked || lockAfterMinutes === 0 || !deps.isProvable()) return
    // A clock that was set back must not prevent locking.
    if (Math.abs(clock.now() - activeAt) >= lockAfterMinutes * MINUTE) set(true)
  })

  async function prove(password: string): Promise<void> {
    const who = owner()
    tries.take(who)
    if (!(await deps.isOwnPassword(password))) throw new AppError('terminals.passwordWrong', { field: 'password' })
    tries.forgive(who)
  }

  async function tryBadge(value: string): Promise<void> {
    const who = owner()
    const known = badges()[who]
    try {
      if (!known) return deps.onBadgeRefused()
      tries.take(who)
      if (!(await isSecret(value, known))) return deps.onBadgeRefused()
      tries.forgive(who)
      // A badge of the previous user does not unlock for a new one.
      if (owner() === who) set(false)
    } catch {
      deps.onBadgeRefused()
    }
  }

  return {
    isLocked: (): boolean => isLocked,
    state,

    /** Whether the lock consumed a scan; scans at a locked counter go nowhere else. */
    hears(scan: Scan): boolean {
      activeAt = clock.now()
      if (!isLocked) return false
      if (scan.value !== '') void tryBadge(scan.value)
      return true
    },

    touch(): void {
      if (!isLocked) activeAt = clock.now()
    },

    /** Time without user activity in ms. */
    idleFor: (): number => Math.abs(clock.now() - activeAt),

    lock(): void {
      if (deps.isProvable()) set(true)
    },

    async unlock({ password }: { password: string }): Promise<LockState> {
      if (isLocked) {
        await prove(password)
        set(false)
      }
      return state()
    },

    async learnBadge({ badge, password }: { badge: string; password: string }): Promise<LockState> {
      const who = owner()
      if (who === '') throw new AppError('auth.tokenMissing')
      await prove(password)
      const known = { ...(await hashSecret(badge)), at: clock.now() }
      store.set(ENTRY, JSON.stringify({ ...badges(), [who]: known }))
      deps.onChange(state())
      return state()
    },

    /** Call after a sign-in or sign-out, which ends a lock. */
    signedInOrOut: (): void => set(false),

    close: stop,
  }
}
