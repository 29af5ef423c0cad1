import { type Transport, toServerError } from '#shared/core/client.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { ServerError } from '#shared/core/errors.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { type HttpTransport, jsonOf, searchOf } from './http-transport.ts'

export interface HttpContext {
  send: HttpTransport
  language(): Locale
  /** Called for every refused request, before the caller's promise rejects. */
  failed(error: ServerError): void
}

const isEnvelope = (data: unknown): data is Envelope =>
  typeof data === 'object' && data !== null && typeof (data as Envelope).success === 'boolean'

/**
 * The error of a failed call. An answer to an idempotent call that is not our server's leaves the outcome open, whatever its
 * status: a proxy may have put it in the place of ours after the call was done.
 */
function errorOf(status: number, data: unknown, key: string | undefined): ServerError {
  const error = toServerError(status, data)
  const isOurs = (isEnvelope(data) && data.error !== undefined) || error.code === 'auth.tokenInvalid'
  if (key === undefined || isOurs) return error
  return new ServerError(status === 504 ? 'common.timeout' : 'common.unavailable', {}, '', '', status)
}

/** Sends contract calls as requests with language, idempotency key and the API family's `_t` (spec §7). */
export function createTransport({ send, language, failed }: HttpContext): Transport {
  return async ({ method, path, query, body, key }) => {
    // Proxies may cache dictionaries and nothing else.
    const stamp =
      method === 'GET' && !path.startsWith('/sys/dict/getDictItems') ? { _t: Math.floor(Date.now() / 1000) } : {}
    const answer = await send({
      method,
      path: path + searchOf({ ...query, ...stamp }),
      language: language(),
      key,
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    })
    const data = jsonOf(answer)
    if (answer.status < 400 && isEnvelope(data) && data.success) return data
    const error = errorOf(answer.status, data, key)
    failed(error)
    throw error
  }
}
