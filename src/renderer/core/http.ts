import axios from 'axios'
import { type Transport, toServerError } from '#shared/core/client.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { AppError, type ServerError } from '#shared/core/errors.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#shared/core/route.ts'

export interface HttpContext {
  /** The address that paths of contracts are appended to. */
  base(): string
  token(): string | null
  language(): string
  /** Hears of every refused request before the caller does. */
  failed(error: ServerError): void
}

/** Spec §7 and §9. */
const TIMEOUT_MS = 90_000

const isEnvelope = (data: unknown): data is Envelope =>
  typeof data === 'object' && data !== null && typeof (data as Envelope).success === 'boolean'

const filled = (query: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== ''))

/** Carries contract calls over axios: token, language, timeout and the family's `_t` (spec §7). */
export function createTransport(context: HttpContext): Transport {
  const http = axios.create({ timeout: TIMEOUT_MS, validateStatus: () => true })
  return async ({ method, path, query, body, key }) => {
    const token = context.token()
    // Dictionaries may be cached by whatever stands between; everything else must not be.
    const stamp =
      method === 'GET' && !path.startsWith('/sys/dict/getDictItems') ? { _t: Math.floor(Date.now() / 1000) } : {}
    const answer = await http
      .request<unknown>({
        method,
        url: context.base() + path,
        params: { ...filled(query), ...stamp },
        data: body,
        headers: {
          'Accept-Language': context.language(),
          ...(token === null ? {} : { [TOKEN_HEADER]: token }),
          ...(key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key }),
        },
      })
      .catch((cause: unknown) => {
        throw new AppError(
          axios.isAxiosError(cause) && cause.code === 'ECONNABORTED' ? 'common.timeout' : 'common.offline',
        )
      })
    if (answer.status < 400 && isEnvelope(answer.data) && answer.data.success) return answer.data
    const error = toServerError(answer.status, answer.data)
    context.failed(error)
    throw error
  }
}
