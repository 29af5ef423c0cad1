import { z } from 'zod'
import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import { readEntry } from '#main/core/storage/secure-entry.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { AppError } from '#shared/core/errors.ts'
import { TerminalSession } from '#shared/ipc/contract.ts'
import { OFFLINE_SIGN_IN_LIFE } from './offline-sign-ins.ts'

export interface CurrentUserDeps {
  store: SecureStore
  clock: Clock
  log: Log
  onChange(session: TerminalSession | null): void
}

/** Credentials for sending: the token, and the store whose starts it may send. */
export interface Grant {
  token: string
  orgCode: string
  userId: string
}

const SignedIn = z.object({
  session: TerminalSession,
  token: z.string().nullable(),
  username: z.string(),
  confirmedAt: z.number(),
})
type SignedIn = z.infer<typeof SignedIn>

const ENTRY_NAME = 'session'
const CONFIRM_INTERVAL_MS = 3600_000

export type CurrentUser = ReturnType<typeof openCurrentUser>

/** The signed-in user of this terminal, restored after a restart within 72 hours. */
export function openCurrentUser({ store, clock, log, onChange }: CurrentUserDeps) {
  let signedIn: SignedIn | null = restore()

  function restore(): SignedIn | null {
    const found = readEntry(store, ENTRY_NAME, SignedIn)
    if (found === null) return null
    if (Math.abs(clock.now() - found.confirmedAt) <= OFFLINE_SIGN_IN_LIFE) return found
    tryToStore(() => store.remove(ENTRY_NAME))
    return null
  }

  /** Storing it is optional: a full disk must not prevent a sign-in. */
  function tryToStore(run: () => void): void {
    try {
      run()
    } catch (error) {
      log.error('the sign-in cannot be stored on this computer', { error })
    }
  }

  function set(next: SignedIn | null): void {
    signedIn = next
    tryToStore(() => (next ? store.set(ENTRY_NAME, JSON.stringify(next)) : store.remove(ENTRY_NAME)))
    onChange(next?.session ?? null)
  }

  /** Throws `auth.tokenMissing` while nobody is signed in. */
  function required(): SignedIn {
    if (!signedIn) throw new AppError('auth.tokenMissing')
    return signedIn
  }

  return {
    required,
    tryToStore,
    session: (): TerminalSession | null => signedIn?.session ?? null,
    username: (): string | null => signedIn?.username ?? null,

    /** The token, also before a store is selected. */
    token: (): string | null => signedIn?.token ?? null,

    /** The user with a selected store. Throws `auth.tokenMissing` or `auth.chooseStore`. */
    worker(): TerminalSession {
      const { session } = required()
      if (session.mustChooseStore) throw new AppError('auth.chooseStore')
      return session
    },

    grant(): Grant | null {
      if (!signedIn?.token || signedIn.session.mustChooseStore) return null
      const { session, token } = signedIn
      return { token, orgCode: session.userInfo.orgCode, userId: session.userInfo.id }
    },

    /** A user has signed in, offline where there is no token, or has selected a store. */
    enter(session: TerminalSession, username: string, token: string | null): void {
      set({ session, token, username, confirmedAt: clock.now() })
    },

    leave: (): void => set(null),

    /** The server rejected the token: its user must sign in again; unsent entries stay. */
    invalidate(token: string): void {
      if (signedIn?.token !== token) return
      log.warn('the sign-in is no longer valid', { username: signedIn.username })
      set(null)
    },

    /** The server accepted the current token: a restart within 72 hours needs no new sign-in. */
    confirm(): void {
      if (!signedIn?.token || clock.now() - signedIn.confirmedAt < CONFIRM_INTERVAL_MS) return
      const confirmed = { ...signedIn, confirmedAt: clock.now() }
      signedIn = confirmed
      tryToStore(() => store.set(ENTRY_NAME, JSON.stringify(confirmed)))
    },
  }
}
