import { isTokenInvalid } from '#main/core/failures.ts'
import { httpTransport } from '#main/core/http.ts'
import type { Identity } from '#main/features/identity/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import { type Api, api } from '#shared/api.ts'
import { type Client, createClient } from '#shared/core/client.ts'
import { AppError } from '#shared/core/errors.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import type { TerminalCluster } from './terminal-cluster.ts'

const SEND_LIMIT = 10_000

export interface TerminalClientDeps {
  identity: Identity
  serverUrl(): string
  settings(): TerminalSettings
  cluster(): Pick<TerminalCluster, 'through' | 'bar'>
}

/** Calls as somebody, with a time limit or until they are called off. */
export type TerminalClient = (who: Grant, signal?: AbortSignal) => Client<Api>

/** Calls that this terminal signs, where it is enrolled; through another terminal, where that is the way. */
export const createTerminalClient =
  ({ identity, serverUrl, settings, cluster: together }: TerminalClientDeps): TerminalClient =>
  (who, signal) => {
    const place = { serverUrl: serverUrl(), orgCode: who.orgCode }
    const sign = identity.isEnrolledAt(place) ? identity.sign : undefined
    const through = together().transportFor(who)
    const send = httpTransport({
      serverUrl: place.serverUrl,
      token: who.token,
      locale: settings().locale,
      timeoutMs: SEND_LIMIT,
      sign,
      through,
      ...(signal ? { signal } : {}),
    })
    return createClient(api, (request) =>
      send(request).catch((error: unknown) => {
        // What came unsigned is refused for that, and says nothing of a key that may have been enrolled meanwhile.
        if (sign) identity.hear(error, place)
        if (!through || !isTokenInvalid(error)) throw error
        together().stopRelayingFor(who.token)
        throw new AppError('common.offline')
      }),
    )
  }
