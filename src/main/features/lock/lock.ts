import { z } from 'zod'
import { type Clock, every } from '#main/core/clock.ts'
import type { Log } from '#main/core/log.ts'
import { createTries, HashedSecret, hashSecret, isSecret } from '#main/core/secret-hash.ts'
import { readEntry } from '#main/core/secure-entry.ts'
import type { SecureStore } from '#main/core/secure-store.ts'
import { AppError } from '#shared/core/errors.ts'
import type { TerminalSession } from '#shared/ipc/contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import type { LockState } from '#shared/ipc/lock.ts'
import type { StationSettings } from '#shared/ipc/station.ts'

const ENTRY = 'badges'
/** As long as a password is believed here without the server (domain.md "Offline at the counter"). */
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
  /** Whether somebody is signed in who could come back; a lock that nobody can open would end the day. */
  isProvable(): boolean
  /** Whether this is the password of whoever is signed in; throws where nobody can say. */
  isOwnPassword(password: string): Promise<boolean>
  onChange(state: LockState): void
  onBadgeRefused(): void
}

/**
 * Keeps strangers from a counter whose cashier went away. Who is signed in stays so, what is on the screen stays there, and what waits is
 * sent; only nothing can be done until a password, or a badge that was shown here within 72 hours, says that it is the same person.
 */
export function createLock(deps: LockDeps) {
  const { store, clock, log, settings, session } = deps
  const tries = createTries(clock)
  let activeAt = clock.now()
  // Somebody was signed in when the program ended, and anybody may have started it again.
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
    log.info(locked ? 'the counter is locked' : 'the counter is open again')
    deps.onChange(state())
  }

  const stop = every(clock, LOOK_EVERY_MS, () => {
    const { lockAfterMinutes } = settings()
    if (isLocked || lockAfterMinutes === 0 || !deps.isProvable()) return
    // A clock that was set back must not keep the counter open for ever.
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
      // Whoever signed in meanwhile is not let in by the badge of the one before.
      if (owner() === who) set(false)
    } catch {
      deps.onBadgeRefused()
    }
  }

  return {
    isLocked: (): boolean => isLocked,
    state,

    /** Whether a scan was the lock's own; nobody else hears what is scanned at a locked counter. */
    hears(scan: Scan): boolean {
      activeAt = clock.now()
      if (!isLocked) return false
      if (scan.value !== '') void tryBadge(scan.value)
      return true
    },

    touch(): void {
      if (!isLocked) activeAt = clock.now()
    },

    /** How long nobody has done anything here. */
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

    /** Somebody signed in, with a password, or signed out: either way nothing is left to lock. */
    signedInOrOut: (): void => set(false),

    close: stop,
  }
}
