import { isTokenInvalid, isUnreachable } from '#main/core/failures.ts'
import { type Exchange, exchange, httpTransport } from '#main/core/http.ts'
import type { Log } from '#main/core/log.ts'
import type { Identity } from '#main/features/identity/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import type { TerminalSettingsStore } from '#main/features/settings/index.ts'
import type { News } from '#main/features/snapshot/index.ts'
import { type Api, api } from '#shared/api.ts'
import { type Client, createClient, toServerError } from '#shared/core/client.ts'
import { AppError } from '#shared/core/errors.ts'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'
import { members } from '#shared/features/members/members.contract.ts'
import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import type { ExchangeAnswer } from '#shared/ipc/exchange.ts'

export interface UserClientDeps {
  locale(): Locale
  log: Log
  serverUrl(): string
  grant(): Grant | null
  /** The token of the signed-in user, also before a store is chosen. */
  token(): string | null
  isOnline(): boolean
  identity: Identity
  /** The server answered a call with a token. */
  onConfirmed(): void
  onDoubt(): void
  onTokenInvalid(token: string): void
}

/** Calls to the server for the signed-in user. Reports what the answers say about the connection and the sign-in. */
export interface UserClient {
  client(token: string | null, timeoutMs: number): Client<Api>
  /** A client for the signed-in user; null while nobody is signed in or the server is away. */
  online(timeoutMs: number): Client<Api> | null
  /** Makes a call for the signed-in user; null while nobody is signed in. */
  signedIn<T>(call: (calls: Client<Api>) => Promise<T>): Promise<T> | null
  /** Forwards a page's request for the signed-in user, signed by this terminal; returns the answer unchanged. */
  forward(request: Exchange & { language: Locale }): Promise<ExchangeAnswer>
  /** Whether this terminal is enrolled at the current store, and so signs its calls. */
  isEnrolled(): boolean
  /** The same for a given store; true while no store is chosen. */
  isEnrolledFor(orgCode: string | undefined): boolean
  /** Enrols this terminal with its key, by the permission of the signed-in user. Throws `auth.tokenMissing` without one. */
  enrol(id: string, settings: TerminalSettingsStore): Promise<void>
  /**
   * Registers this terminal at the current store and takes over the ticket prefix that the server assigns. Returns the
   * changed settings, or null where nothing changed.
   */
  register(id: string, settings: TerminalSettingsStore): Promise<TerminalSettings | null>
  /** Reports the state of this terminal; null while nobody is signed in. */
  report(terminalId: string, version: string, report: TerminalReport): Promise<unknown> | null
}

const CALL_TIMEOUT_MS = 10_000
/** Spec §7 and §9: how long a screen waits for an answer. */
const SCREEN_TIMEOUT_MS = 90_000
/** How the envelope of a successful call begins. */
const SUCCESS_PREFIX = '{"success":true,'
/** How the path of the request for the member cache ends. */
const MEMBER_CACHE_PATH = members.keep.path.slice(members.keep.path.lastIndexOf('/'))

export function createUserClient(deps: UserClientDeps): UserClient {
  const { identity } = deps

  const client = (token: string | null, timeoutMs: number, isEnrolling = false): Client<Api> =>
    createClient(api, async (request) => {
      const grant = deps.grant()
      const server = { serverUrl: deps.serverUrl(), orgCode: grant?.orgCode ?? '' }
      const signs = isEnrolling || (token !== null && grant?.token === token && identity.isEnrolledAt(server))
      try {
        const sign = signs ? identity.sign : undefined
        const send = httpTransport({ serverUrl: server.serverUrl, token, locale: deps.locale(), timeoutMs, sign })
        const answer = await send(request)
        if (token) deps.onConfirmed()
        return answer
      } catch (error) {
        if (signs) identity.onServerError(error, server)
        if (isUnreachable(error)) deps.onDoubt()
        if (token && isTokenInvalid(error)) deps.onTokenInvalid(token)
        throw error
      }
    })

  async function forwardOnce(request: Exchange & { language: Locale }) {
    const token = deps.token()
    const grant = deps.grant()
    const server = { serverUrl: deps.serverUrl(), orgCode: grant?.orgCode ?? '' }
    const isSigned = grant !== null && identity.isEnrolledAt(server) && !isForMain(request)
    const sign = isSigned ? identity.sign : undefined
    const options = { serverUrl: server.serverUrl, token, locale: request.language, timeoutMs: SCREEN_TIMEOUT_MS, sign }
    try {
      const answer = await exchange(options, request)
      const outcome = outcomeOf(answer)
      const refusal = outcome instanceof AppError ? outcome : null
      if (outcome === 'success' && token) deps.onConfirmed()
      if (refusal && sign) identity.onServerError(refusal, server)
      if (token && isTokenInvalid(refusal)) deps.onTokenInvalid(token)
      return { answer, isClockOff: sign !== undefined && refusal?.code === 'terminals.clockOff' }
    } catch (error) {
      if (isUnreachable(error)) deps.onDoubt()
      throw error
    }
  }

  const signedIn: UserClient['signedIn'] = (call) => {
    const grant = deps.grant()
    return grant && call(client(grant.token, CALL_TIMEOUT_MS))
  }

  async function enrolOnce(id: string, settings: TerminalSettingsStore, grant: Grant): Promise<void> {
    const { terminalName: name, prefix, printId } = settings.get()
    const body = { id, name, prefix, printId, publicKey: identity.publicKey() }
    const { result } = await client(grant.token, CALL_TIMEOUT_MS, true).terminals.enrol({ body })
    identity.noteEnrolled({ serverUrl: deps.serverUrl(), orgCode: grant.orgCode })
    if (result.prefix !== prefix) settings.write({ ...settings.get(), prefix: result.prefix })
  }

  return {
    client: (token, timeoutMs) => client(token, timeoutMs),
    signedIn,
    report: (terminalId, version, report) =>
      signedIn((calls) => calls.terminals.report({ body: { terminalId, version, report } })),
    online(timeoutMs) {
      const grant = deps.grant()
      return grant && deps.isOnline() ? client(grant.token, timeoutMs) : null
    },
    async forward(request) {
      const first = await forwardOnce(request)
      // The refusal contains the server's time, and nothing was done: the second attempt is signed with it.
      return first.isClockOff ? (await forwardOnce(request)).answer : first.answer
    },
    isEnrolled() {
      const grant = deps.grant()
      return grant !== null && identity.isEnrolledAt({ serverUrl: deps.serverUrl(), orgCode: grant.orgCode })
    },
    isEnrolledFor: (orgCode) => !orgCode || identity.isEnrolledAt({ serverUrl: deps.serverUrl(), orgCode }),
    async enrol(id, settings) {
      const grant = deps.grant()
      if (!grant) throw new AppError('auth.tokenMissing')
      try {
        await enrolOnce(id, settings, grant)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // A clock difference is corrected by the first refusal; a revoked key needs a new one.
        if (error.code === 'terminals.revoked') identity.renew()
        else if (error.code !== 'terminals.clockOff') throw error
        await enrolOnce(id, settings, grant)
      }
    },
    async register(id, settings) {
      const { terminalName: name, prefix, printId } = settings.get()
      try {
        const answer = await signedIn((calls) => calls.terminals.register({ body: { id, name, prefix, printId } }))
        const own = answer?.result.prefix ?? prefix
        return own === prefix ? null : settings.write({ ...settings.get(), prefix: own })
      } catch (error) {
        if (!isUnreachable(error)) deps.log.warn('the terminal cannot be registered', { error })
        return null
      }
    },
  }
}

/**
 * Whether only main may sign a page's call, which then stays unsigned: a claim that something happened offline, or a request for the
 * member cache, which has whole phones. An encoded path may be that one.
 */
function isForMain({ path, body }: Exchange): boolean {
  const [route = ''] = path.split('?')
  return route.includes(MEMBER_CACHE_PATH) || route.includes('%') || claimsOffline(body)
}

/** Whether a page's body claims that something happened offline. */
function claimsOffline(body: Exchange['body']): boolean {
  if (typeof body !== 'string') return false
  try {
    const payload: unknown = JSON.parse(body)
    return typeof payload === 'object' && payload !== null && 'offline' in payload && payload.offline !== false
  } catch {
    return true
  }
}

/** The outcome of a call: success or the error; null for a file, and for an answer that is not from our server. */
function outcomeOf({ status, type, body }: ExchangeAnswer): 'success' | AppError | null {
  if (!type.includes('json')) return null
  const text = new TextDecoder().decode(body)
  // Most answers are successes, some are long, and the page reads them anyway.
  if (status === 200 && text.startsWith(SUCCESS_PREFIX)) return 'success'
  try {
    return toServerError(status, JSON.parse(text))
  } catch {
    return null
  }
}

/** Data that the counter needs at once when it changes; rules only where their uses are limited. */
export async function newsOf(calls: Client<Api>, ruleIds: readonly string[]): Promise<News> {
  const pageSize = MAX_PICKED_ROWS
  const [vehicles, store, rules] = await Promise.all([
    calls.vehicles.listOfStore({ query: { pageSize } }),
    calls.consume.getDepartInfo(),
    ruleIds.length === 0
      ? []
      : calls.consumeRules
          .listActive({ query: { pageSize, id: `${ruleIds.join(',')},` } })
          .then(({ result }) => result.records),
  ])
  const { openHung, openTrials } = store.result
  return { vehicles: vehicles.result.records, rules, openHung, openTrials }
}
