import { type Transport, toCallError } from '#shared/core/client.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import type { ServerError } from '#shared/core/errors.ts'
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
    const error = toCallError(answer.status, data, key)
    failed(error)
    throw error
  }
}
