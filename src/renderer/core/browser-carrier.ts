import axios, { type AxiosProgressEvent } from 'axios'
import { AppError } from '#shared/core/errors.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#shared/core/route.ts'
import type { Carrier } from './carrier.ts'

/** Spec §7 and §9. */
const TIMEOUT_MS = 90_000

/** Sends requests from the page itself, for the web build. */
export function browserCarrier(base: () => string, token: () => string | null): Carrier {
  const http = axios.create({ timeout: TIMEOUT_MS, validateStatus: () => true, responseType: 'arraybuffer' })
  return async ({ method, path, language, key, body }, { signal, onProgress } = {}) => {
    const tell = (direction: 'sent' | 'received') => (event: AxiosProgressEvent) =>
      onProgress?.(event.total ? event.loaded / event.total : null, direction)
    const watched = onProgress ? { onUploadProgress: tell('sent'), onDownloadProgress: tell('received') } : {}
    const signIn = token()
    const headers = {
      'Accept-Language': language,
      ...(signIn === null ? {} : { [TOKEN_HEADER]: signIn }),
      ...(key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key }),
      ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
    }
    const answer = await http
      .request<ArrayBuffer>({
        method,
        url: base() + path,
        data: body,
        headers,
        ...(signal ? { signal } : {}),
        ...watched,
      })
      .catch((cause: unknown) => {
        signal?.throwIfAborted()
        const isLate = axios.isAxiosError(cause) && cause.code === 'ECONNABORTED'
        throw new AppError(isLate ? 'common.timeout' : 'common.offline')
      })
    const said = (name: string) => String(answer.headers[name] ?? '')
    return {
      status: answer.status,
      type: said('content-type'),
      disposition: said('content-disposition'),
      body: new Uint8Array(answer.data),
    }
  }
}
