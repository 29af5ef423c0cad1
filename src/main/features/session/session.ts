import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Clock } from '#main/core/clocks/clock.ts'
import { isUnreachable } from '#main/core/failures.ts'
import type { Log } from '#main/core/log.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import type { Client } from '#shared/core/client.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import type { account } from '#shared/features/sign-in/account.contract.ts'
import type { LoginResult, signIn } from '#shared/features/sign-in/sign-in.contract.ts'
import type { ipc, TerminalSession } from '#shared/ipc/contract.ts'
import type { CurrentUser } from './current-user.ts'
import { offlineSignIns } from './offline-sign-ins.ts'

type SignInFields = z.output<typeof ipc.session.calls.signIn.input>

/** Sign-in calls with a given token. */
export type AccessClient = (
  token: string | null,
  timeoutMs: number,
) => Client<{ signIn: typeof signIn; account: typeof account }>

export interface SessionDeps {
  store: SecureStore
  clock: Clock
  log: Log
  client: AccessClient
  isOnline(): boolean
  user: CurrentUser
}

const DEVICE_NAME = 'device'
const QUICK = 2500
const PATIENT = 8000

/** Failures that require the server: the user is not cached any more, or the password was changed. */
const unsure: readonly string[] = ['auth.offlineUnknown', 'auth.wrongPassword']

export type Session = ReturnType<typeof createSession>

/** Signs users of this terminal in and out: at the server, or offline within 72 hours. */
export function createSession(deps: SessionDeps) {
  const { clock, log, store, user } = deps
  const { required, tryToStore } = user
  const signIns = offlineSignIns(store, clock)

  async function permissionsOf(token: string): Promise<TerminalSession['permissions']> {
    const { result } = await deps.client(token, PATIENT).signIn.permissions()
    return result
  }

  /** Device id for the server, which limits failed sign-ins separately per known device. */
  function device(): string {
    const known = store.get(DEVICE_NAME)
    if (known !== null) return known
    const made = randomBytes(32).toString('hex')
    tryToStore(() => store.set(DEVICE_NAME, made))
    return made
  }

  async function signInOnline(account: SignInFields): Promise<TerminalSession> {
    const { username, newPassword } = account
    const calls = deps.client(null, deps.isOnline() ? PATIENT : QUICK)
    const { result } = await calls.signIn.login({ body: { ...account, device: device() } })
    const session = await sessionOf(result)
    const password = newPassword ?? account.password
    await signIns.remember(username, password, session).catch((error: unknown) => {
      log.error('the sign-in cannot be cached for offline work', { error })
    })
    return enter(username, result.token, session)
  }

  async function sessionOf(result: LoginResult): Promise<TerminalSession> {
    if (result.multi_depart === 0) throw new AppError('auth.noDepartment')
    const mustChooseStore = result.multi_depart === 2
    return {
      signIn: newId(),
      offline: false,
      userInfo: result.userInfo,
      departs: result.departs,
      mustChooseStore,
      permissions: mustChooseStore ? null : await permissionsOf(result.token),
    }
  }

  function enter(username: string, token: string, session: TerminalSession): TerminalSession {
    user.enter(session, username, token)
    log.info('signed in', { username, orgCode: session.userInfo.orgCode })
    return session
  }

  async function signInOffline(username: string, password: string): Promise<TerminalSession> {
    const { userInfo, departs, permissions } = await signIns.verify(username, password)
    const mustChooseStore = userInfo.orgCode === ''
    const session = { signIn: null, offline: true, userInfo, departs, permissions, mustChooseStore }
    user.enter(session, username, null)
    log.info('signed in offline', { username, orgCode: userInfo.orgCode })
    return session
  }

  /** Checks a password at the server; the sign-in needed for it is ended at once. */
  async function askWhether(username: string, password: string): Promise<boolean> {
    try {
      const { result } = await deps
        .client(null, PATIENT)
        .signIn.login({ body: { username, password, device: device() } })
      const ended = deps.client(result.token, QUICK).signIn.logout()
      await ended.catch(() => undefined)
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'auth.wrongPassword') return false
      throw error
    }
  }

  return {
    async signIn(account: SignInFields): Promise<TerminalSession> {
      const { username, password } = account
      try {
        return await signInOnline(account)
      } catch (error) {
        if (isUnreachable(error)) return signInOffline(username, password)
        if (error instanceof AppError && error.code === 'auth.frozen') tryToStore(() => signIns.forget(username))
        throw error
      }
    },

    async signInByPhone(proof: { mobile: string; captcha: string }): Promise<TerminalSession> {
      const calls = deps.client(null, PATIENT)
      const { result } = await calls.account.phoneLogin({ body: proof })
      return enter(result.userInfo.username, result.token, await sessionOf(result))
    },

    async selectStore({ orgCode }: { orgCode: string }): Promise<TerminalSession> {
      const { session, token, username } = required()
      if (!session.departs.some((store) => store.orgCode === orgCode)) throw new AppError('auth.notYourStore')
      if (token === null) {
        // Offline only the store used before is available, because its snapshot is stored here.
        if (session.userInfo.orgCode !== orgCode) throw new AppError('common.offline')
        return session
      }
      const { result } = await deps.client(token, PATIENT).signIn.selectDepart({ body: { orgCode } })
      const permissions = await permissionsOf(token)
      const next = { ...session, userInfo: result.userInfo, permissions, mustChooseStore: false }
      tryToStore(() => signIns.update(username, next))
      user.enter(next, username, token)
      return next
    },

    /** Whether the signed-in user's password can be checked; after a sign-in by phone it may not be cached here. */
    isProvable(): boolean {
      const username = user.username()
      return username !== null && (deps.isOnline() || signIns.knows(username))
    },

    /**
     * Checks the signed-in user's password, locally or else at the server. This is no new sign-in,
     * so the trust of the current one stays.
     */
    async isOwnPassword(password: string): Promise<boolean> {
      const { username } = required()
      try {
        await signIns.verify(username, password)
        return true
      } catch (error) {
        const isUnsure = error instanceof AppError && unsure.includes(error.code)
        if (!isUnsure) throw error
        if (!deps.isOnline()) {
          if (error.code === 'auth.wrongPassword') return false
          throw error
        }
      }
      return askWhether(username, password)
    },

    async signOut(): Promise<void> {
      const token = user.token()
      user.leave()
      if (!token) return
      await deps
        .client(token, QUICK)
        .signIn.logout()
        .catch(() => undefined)
    },
  }
}
