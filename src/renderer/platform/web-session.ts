import { client } from '#renderer/core/client.ts'
import { type Session, useSession } from '#renderer/core/session.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import type { LoginResult } from '#shared/features/sign-in/sign-in.contract.ts'
import type { SessionPort } from './platform.ts'

const STORED_AS = 'pitlane.session'
/** Spec §9: token and user info are stored for 7 days. */
const KEPT_MS = 604_800_000

interface StoredSession {
  until: number
  token: string
  session: Session
}

const DEVICE_AS = 'pitlane.device'

/** This browser's device id: failed attempts from elsewhere do not lock out a user who has signed in here before. */
function ownDevice(): string {
  const known = readStored(DEVICE_AS)
  if (typeof known === 'string' && /^[0-9a-f]{64}$/.test(known)) return known
  const made = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  store(DEVICE_AS, made)
  return made
}

/** The expiry of the stored session, in ms. */
let until = 0
let token: string | null = null
/** The token of a sign-in that is being ended. */
let leaving: string | null = null

/** The token for this browser's requests. */
export const currentToken = (): string | null => token ?? leaving

function keep(session: Session): Session {
  until = Date.now() + KEPT_MS
  useSession.getState().set(session)
  return session
}

function signedIn(): Session {
  const { session } = useSession.getState()
  if (!session) throw new AppError('auth.tokenMissing')
  return session
}

function sessionOf({ userInfo, departs, multi_depart }: LoginResult): Session {
  const mustChooseStore = multi_depart === 2
  return { signIn: newId(), offline: false, userInfo, departs, mustChooseStore, permissions: null }
}

/** Sign-in of the web build: the session is stored in this browser for 7 days. */
export function createWebSession(changed: () => void): SessionPort {
  // Store every change, such as a new name of the user, so that it survives a reload.
  useSession.subscribe(({ session }) => {
    // Permissions are loaded at every start, so that a revoked one is gone after a reload.
    if (!session || token === null) return
    store(STORED_AS, { until, token, session: { ...session, permissions: null } } satisfies StoredSession)
  })
  const forget = () => {
    token = null
    store(STORED_AS, null)
    useSession.getState().set(null)
    changed()
  }
  const enter = (result: LoginResult): Session => {
    if (result.multi_depart === 0) throw new AppError('auth.noDepartment')
    token = result.token
    const session = keep(sessionOf(result))
    changed()
    return session
  }
  return {
    async restore() {
      const stored = readStored(STORED_AS) as StoredSession | null
      if (!stored || typeof stored.until !== 'number' || stored.until < Date.now() || !stored.token) {
        forget()
        return null
      }
      until = stored.until
      token = stored.token
      useSession.getState().set(stored.session)
      changed()
      return stored.session
    },
    signIn: async (account) => enter((await client.signIn.login({ body: { ...account, device: ownDevice() } })).result),
    signInByPhone: async (mobile, captcha) =>
      enter((await client.account.phoneLogin({ body: { mobile, captcha } })).result),
    signInByCas: async (ticket, service) =>
      enter((await client.account.casLogin({ query: { ticket, service } })).result),
    signInAgain: null,
    async selectStore(orgCode) {
      const session = signedIn()
      const { result } = await client.signIn.selectDepart({ body: { orgCode, username: session.userInfo.username } })
      const next = keep({ ...session, userInfo: result.userInfo, mustChooseStore: false, permissions: null })
      changed()
      return next
    },
    async loadPermissions() {
      const { result } = await client.signIn.permissions()
      const session = { ...signedIn(), permissions: result }
      useSession.getState().set(session)
      return session
    },
    async signOut() {
      // The token is removed whether or not the call succeeds (spec §4). The call still sends it, and its error reaches the caller.
      leaving = token
      forget()
      await client.signIn.logout().finally(() => {
        leaving = null
      })
    },
  }
}
