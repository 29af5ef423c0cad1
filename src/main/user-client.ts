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
import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import type { ExchangeAnswer } from '#shared/ipc/exchange.ts'

export interface UserClientDeps {
  locale(): Locale
  log: Log
  serverUrl(): string
  grant(): Grant | null
  /** Of whoever is signed in, also before a store is chosen. */
  token(): string | null
  isOnline(): boolean
  identity: Identity
  /** The server answered a call with a token. */
  onConfirmed(): void
  onDoubt(): void
  onTokenInvalid(token: string): void
}

/** Calls to the server; what their answers say about connection and sign-in is passed on. */
export interface UserClient {
  client(token: string | null, timeoutMs: number): Client<Api>
  /** Calls as whoever is signed in; null while nobody is, and without the server. */
  online(timeoutMs: number): Client<Api> | null
  /** A call as whoever is signed in; null while nobody is. */
  signedIn<T>(call: (calls: Client<Api>) => Promise<T>): Promise<T> | null
  /** What a page asks of the server, as whoever is signed in and signed by this terminal; the answer as it comes. */
  carry(request: Exchange & { language: Locale }): Promise<ExchangeAnswer>
  /** Whether this terminal is enrolled at the store that is worked in, and so signs what it sends. */
  isEnrolled(): boolean
  /** The same for a store, also while nobody can be asked; true before somebody works in one. */
  isEnrolledFor(orgCode: string | undefined): boolean
  /** Enrols this terminal with its key, by the right of whoever is signed in. */
  enrol(id: string, settings: TerminalSettingsStore): Promise<void>
  /**
   * Makes this terminal known to the store it works in. Takes over the ticket prefix that the server gives it, and then
   * answers the changed settings.
   */
  register(id: string, settings: TerminalSettingsStore): Promise<TerminalSettings | null>
  /** Says how this terminal is; null while nobody is signed in. */
  report(terminalId: string, version: string, report: TerminalReport): Promise<unknown> | null
}

const PATIENT = 10_000
/** Spec §7 and §9: what a screen waits for. */
const SCREEN_WAITS_MS = 90_000
/** How the envelope of a call that was done begins. */
const SUCCESS = '{"success":true,'

export function createUserClient(deps: UserClientDeps): UserClient {
  const { identity } = deps

  const client = (token: string | null, timeoutMs: number, isEnrolling = false): Client<Api> =>
    createClient(api, async (request) => {
      const who = deps.grant()
      const place = { serverUrl: deps.serverUrl(), orgCode: who?.orgCode ?? '' }
      const signs = isEnrolling || (token !== null && who?.token === token && identity.isEnrolledAt(place))
      try {
        const sign = signs ? identity.sign : undefined
        const send = httpTransport({ serverUrl: place.serverUrl, token, locale: deps.locale(), timeoutMs, sign })
        const answer = await send(request)
        if (token) deps.onConfirmed()
        return answer
      } catch (error) {
        if (signs) identity.hear(error, place)
        if (isUnreachable(error)) deps.onDoubt()
        if (token && isTokenInvalid(error)) deps.onTokenInvalid(token)
        throw error
      }
    })

  async function carryOnce(request: Exchange & { language: Locale }) {
    const token = deps.token()
    const who = deps.grant()
    const place = { serverUrl: deps.serverUrl(), orgCode: who?.orgCode ?? '' }
    const isSigned = who !== null && identity.isEnrolledAt(place) && !speaksOfOffline(request.body)
    const sign = isSigned ? identity.sign : undefined
    const options = { serverUrl: place.serverUrl, token, locale: request.language, timeoutMs: SCREEN_WAITS_MS, sign }
    try {
      const answer = await exchange(options, request)
      const word = wordIn(answer)
      const refusal = word instanceof AppError ? word : null
      if (word === 'success' && token) deps.onConfirmed()
      if (refusal && sign) identity.hear(refusal, place)
      if (token && isTokenInvalid(refusal)) deps.onTokenInvalid(token)
      return { answer, isClockOff: sign !== undefined && refusal?.code === 'terminals.clockOff' }
    } catch (error) {
      if (isUnreachable(error)) deps.onDoubt()
      throw error
    }
  }

  const signedIn: UserClient['signedIn'] = (call) => {
    const grant = deps.grant()
    return grant && call(client(grant.token, PATIENT))
  }

  async function enrolOnce(id: string, settings: TerminalSettingsStore, who: Grant): Promise<void> {
    const { terminalName: name, prefix, printId } = settings.get()
    const body = { id, name, prefix, printId, publicKey: identity.publicKey() }
    const { result } = await client(who.token, PATIENT, true).terminals.enrol({ body })
    identity.noteEnrolled({ serverUrl: deps.serverUrl(), orgCode: who.orgCode })
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
    async carry(request) {
      const first = await carryOnce(request)
      // The refusal told how far the clocks are apart, and nothing was done.
      return first.isClockOff ? (await carryOnce(request)).answer : first.answer
    },
    isEnrolled() {
      const who = deps.grant()
      return who !== null && identity.isEnrolledAt({ serverUrl: deps.serverUrl(), orgCode: who.orgCode })
    },
    isEnrolledFor: (orgCode) => !orgCode || identity.isEnrolledAt({ serverUrl: deps.serverUrl(), orgCode }),
    async enrol(id, settings) {
      const who = deps.grant()
      if (!who) throw new AppError('auth.tokenMissing')
      try {
        await enrolOnce(id, settings, who)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // The first signature told how far the clocks are apart; a key that was revoked there needs another one.
        if (error.code === 'terminals.revoked') identity.renew()
        else if (error.code !== 'terminals.clockOff') throw error
        await enrolOnce(id, settings, who)
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

/** Whether a page says that something happened without the server: that rests on the signature alone, and only main has seen it. */
function speaksOfOffline(body: Exchange['body']): boolean {
  if (typeof body !== 'string') return false
  try {
    const said: unknown = JSON.parse(body)
    return typeof said === 'object' && said !== null && 'offline' in said && said.offline !== false
  } catch {
    return true
  }
}

/** What our server says of a call: that it was done, or why not; null for a file, and for whatever is not our server's word. */
function wordIn({ status, type, body }: ExchangeAnswer): 'success' | AppError | null {
  if (!type.includes('json')) return null
  const text = new TextDecoder().decode(body)
  // Most answers are successes, some are long, and the page reads them anyway.
  if (status === 200 && text.startsWith(SUCCESS)) return 'success'
  try {
    return toServerError(status, JSON.parse(text))
  } catch {
    return null
  }
}

/** What the counter must know at once when it changes; rules only where their uses are counted. */
export async function newsOf(calls: Client<Api>, ruleIds: readonly string[]): Promise<News> {
  const pageSize = MAX_PICKED_ROWS
  const [vehicles, store, rules] = await Promise.all([
    calls.vehicles.listorgcode({ query: { pageSize } }),
    calls.consume.getDepartInfo(),
    ruleIds.length === 0
      ? []
      : calls.consumeRules
          .consumerolelistpc({ query: { pageSize, id: `${ruleIds.join(',')},` } })
          .then(({ result }) => result.records),
  ])
  const { openHung, openTrials } = store.result
  return { vehicles: vehicles.result.records, rules, openHung, openTrials }
}
