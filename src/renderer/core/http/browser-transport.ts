import axios, { type AxiosProgressEvent } from 'axios'
import { AppError } from '#shared/core/errors.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#shared/core/route.ts'
import type { HttpTransport } from './http-transport.ts'

/** Spec §7 and §9. */
const TIMEOUT_MS = 90_000

/** Sends requests from the page itself, for the web build. */
export function browserTransport(base: () => string, token: () => string | null): HttpTransport {
  const http = axios.create({ timeout: TIMEOUT_MS, validateStatus: () => true, responseType: 'arraybuffer' })
  return async ({ method, path, language, key, body }, { signal, onProgress } = {}) => {
    const progressOf = (direction: 'sent' | 'received') => (event: AxiosProgressEvent) =>
      onProgress?.(event.total ? event.loaded / event.total : null, direction)
    const watched = onProgress
      ? { onUploadProgress: progressOf('sent'), onDownloadProgress: progressOf('received') }
      : {}
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
        const isTimeout = axios.isAxiosError(cause) && cause.code === 'ECONNABORTED'
        throw new AppError(isTimeout ? 'common.timeout' : 'common.offline')
      })
    const header = (name: string) => String(answer.headers[name] ?? '')
    return {
      status: answer.status,
      type: header('content-type'),
      disposition: header('content-disposition'),
      body: new Uint8Array(answer.data),
    }
  }
}
