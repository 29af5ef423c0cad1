import { isTokenInvalid } from '#main/core/failures.ts'
import { type HttpOptions, httpTransport } from '#main/core/http.ts'
import type { Identity } from '#main/features/identity/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import { type Api, api } from '#shared/api.ts'
import { type Client, createClient } from '#shared/core/client.ts'
import { AppError } from '#shared/core/errors.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'

const SEND_TIMEOUT_MS = 10_000

/** Passes calls on where this terminal does not reach the server itself. */
interface Relay {
  /** Undefined where this terminal sends a user's calls itself. */
  transportFor(user: Grant): HttpOptions['through']
  /** The server refused a token in a relayed call. */
  stopRelayingFor(token: string): void
}

interface TerminalClientDeps {
  identity: Identity
  serverUrl(): string
  settings(): TerminalSettings
  /** Null: calls are never relayed. */
  relay: Relay | null
}

/** Creates a client that acts for a user, until the signal aborts. */
export type TerminalClient = (who: Grant, signal?: AbortSignal) => Client<Api>

/** A client that signs calls where this terminal is enrolled, and relays them where the server is out of reach. */
export const createTerminalClient =
  ({ identity, serverUrl, settings, relay }: TerminalClientDeps): TerminalClient =>
  (who, signal) => {
    const server = { serverUrl: serverUrl(), orgCode: who.orgCode }
    const sign = identity.isEnrolledAt(server) ? identity.sign : undefined
    const through = relay?.transportFor(who)
    const send = httpTransport({
      serverUrl: server.serverUrl,
      token: who.token,
      locale: settings().locale,
      timeoutMs: SEND_TIMEOUT_MS,
      sign,
      through,
      ...(signal ? { signal } : {}),
    })
    return createClient(api, (request) =>
      send(request).catch((error: unknown) => {
        // The refusal of an unsigned call says nothing about a key that may have been enrolled meanwhile.
        if (sign) identity.onServerError(error, server)
        if (!relay || !through || !isTokenInvalid(error)) throw error
        relay.stopRelayingFor(who.token)
        throw new AppError('common.offline')
      }),
    )
  }
