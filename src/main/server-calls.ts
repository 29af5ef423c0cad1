import { isTokenInvalid, isUnreachable } from '#main/core/failures.ts'
import { httpTransport } from '#main/core/http.ts'
import type { Log } from '#main/core/log.ts'
import type { Grant } from '#main/features/session/index.ts'
import type { TerminalSettingsStore } from '#main/features/settings/index.ts'
import type { News } from '#main/features/snapshot/index.ts'
import { type Api, api } from '#shared/api.ts'
import { type Client, createClient } from '#shared/core/client.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'

export interface ServerCallsDeps {
  locale(): Locale
  log: Log
  serverUrl(): string
  grant(): Grant | null
  /** The server answered a call with a token. */
  onConfirmed(): void
  onDoubt(): void
  onTokenInvalid(token: string): void
}

/** Calls to the server; what their answers say about connection and sign-in is passed on. */
export interface ServerCalls {
  client(token: string | null, timeoutMs: number): Client<Api>
  /** A call as whoever is signed in; null while nobody is. */
  signedIn<T>(call: (calls: Client<Api>) => Promise<T>): Promise<T> | null
  /**
   * Makes this terminal known to the store it works in. Takes over the ticket prefix that the server gives it, and then
   * answers the changed settings.
   */
  register(id: string, settings: TerminalSettingsStore): Promise<TerminalSettings | null>
}

const patient = 10_000

export function createServerCalls(deps: ServerCallsDeps): ServerCalls {
  const client = (token: string | null, timeoutMs: number): Client<Api> =>
    createClient(api, async (request) => {
      try {
        const send = httpTransport({ serverUrl: deps.serverUrl(), token, locale: deps.locale(), timeoutMs })
        const answer = await send(request)
        if (token) deps.onConfirmed()
        return answer
      } catch (error) {
        if (isUnreachable(error)) deps.onDoubt()
        if (token && isTokenInvalid(error)) deps.onTokenInvalid(token)
        throw error
      }
    })

  const signedIn: ServerCalls['signedIn'] = (call) => {
    const grant = deps.grant()
    return grant && call(client(grant.token, patient))
  }

  return {
    client,
    signedIn,
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

/** What the counter must know at once when it changes. */
export async function newsOf(calls: Client<Api>): Promise<News> {
  const [vehicles, store] = await Promise.all([
    calls.vehicles.listorgcode({ query: {} }),
    calls.consume.getDepartInfo(),
  ])
  return { vehicles: vehicles.result, openHung: store.result.openHung }
}
