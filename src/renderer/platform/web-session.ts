import { client } from '#renderer/core/client.ts'
import { type Session, useSession } from '#renderer/core/session.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import { AppError } from '#shared/core/errors.ts'
import type { LoginResult } from '#shared/features/sign-in/sign-in.contract.ts'
import type { SessionPort } from './platform.ts'

const STORED_AS = 'pitlane.session'
/** Spec §9: token and user info are kept for 7 days. */
const KEPT_MS = 604_800_000

interface StoredSession {
  until: number
  session: Session
}

/** Until when the session in sight is kept. */
let until = 0

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

function sessionOf({ token, userInfo, departs, multi_depart }: LoginResult): Session {
  const mustChooseStore = multi_depart === 2
  return { token, offline: false, userInfo, departs, mustChooseStore, permissions: null }
}

/** Sign-in of the web build: the session lives in this browser for 7 days. */
export function createWebSession(changed: () => void): SessionPort {
  // Whatever changes it, such as another name of the person, is still so after a reload.
  useSession.subscribe(({ session }) => {
    // Permissions are fetched again at every start, so that a right taken away is gone with the next reload.
    if (session) store(STORED_AS, { until, session: { ...session, permissions: null } } satisfies StoredSession)
  })
  const forget = () => {
    store(STORED_AS, null)
    useSession.getState().set(null)
    changed()
  }
  const enter = (result: LoginResult): Session => {
    if (result.multi_depart === 0) throw new AppError('auth.noDepartment')
    const session = keep(sessionOf(result))
    changed()
    return session
  }
  return {
    async restore() {
      const stored = readStored(STORED_AS) as StoredSession | null
      if (!stored || typeof stored.until !== 'number' || stored.until < Date.now() || !stored.session?.token) {
        forget()
        return null
      }
      until = stored.until
      useSession.getState().set(stored.session)
      changed()
      return stored.session
    },
    signIn: async (account) => enter((await client.signIn.login({ body: account })).result),
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
      // The call goes out with the token that is then forgotten, whatever becomes of the call (spec §4); the caller hears of it.
      const revoked = client.signIn.logout()
      forget()
      await revoked
    },
  }
}
