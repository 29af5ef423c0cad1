import { isTokenInvalid } from '#main/core/failures.ts'
import { httpTransport } from '#main/core/http.ts'
import type { Identity } from '#main/features/identity/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import { type Api, api } from '#shared/api.ts'
import { type Client, createClient } from '#shared/core/client.ts'
import { AppError } from '#shared/core/errors.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import type { TerminalCluster } from './terminal-cluster.ts'

const SEND_TIMEOUT_MS = 10_000

export interface TerminalClientDeps {
  identity: Identity
  serverUrl(): string
  settings(): TerminalSettings
  cluster(): Pick<TerminalCluster, 'transportFor' | 'stopRelayingFor'>
}

/** Creates a client that acts for a user, until the signal aborts. */
export type TerminalClient = (who: Grant, signal?: AbortSignal) => Client<Api>

/** A client that signs calls where this terminal is enrolled, and relays them through the hub where the server is out of reach. */
export const createTerminalClient =
  ({ identity, serverUrl, settings, cluster }: TerminalClientDeps): TerminalClient =>
  (who, signal) => {
    const server = { serverUrl: serverUrl(), orgCode: who.orgCode }
    const sign = identity.isEnrolledAt(server) ? identity.sign : undefined
    const relay = cluster().transportFor(who)
    const send = httpTransport({
      serverUrl: server.serverUrl,
      token: who.token,
      locale: settings().locale,
      timeoutMs: SEND_TIMEOUT_MS,
      sign,
      through: relay,
      ...(signal ? { signal } : {}),
    })
    return createClient(api, (request) =>
      send(request).catch((error: unknown) => {
        // The refusal of an unsigned call says nothing about a key that may have been enrolled meanwhile.
        if (sign) identity.onServerError(error, server)
        if (!relay || !isTokenInvalid(error)) throw error
        cluster().stopRelayingFor(who.token)
        throw new AppError('common.offline')
      }),
    )
  }
