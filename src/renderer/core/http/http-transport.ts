import { AppError } from '#shared/core/errors.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ExchangeAnswer } from '#shared/ipc/exchange.ts'

/** A request; the transport adds the server's address and the token. */
export interface Exchange {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/api`, with the query. */
  path: string
  language: Locale
  key?: string | undefined
  /** JSON text, or a form with a file. */
  body?: string | FormData | undefined
}

/** Progress and cancellation of a long request, such as a file transfer. */
export interface Transfer {
  signal?: AbortSignal
  /** The share sent or received, from 0 to 1; null while the total is unknown. */
  onProgress?(share: number | null, direction: 'sent' | 'received'): void
}

/** Sends a request to the server. Rejects with an `AppError` when there is no answer, and with the signal's reason when aborted. */
export type HttpTransport = (exchange: Exchange, transfer?: Transfer) => Promise<ExchangeAnswer>

/** A transport that is loaded with the first request, so that a page can take input before that. */
export function lazyTransport(load: () => Promise<HttpTransport>): HttpTransport {
  let loading: Promise<HttpTransport> | null = null
  return async (exchange, transfer) => {
    loading ??= load().catch(() => {
      // Do not cache a failure.
      loading = null
      throw new AppError('common.offline')
    })
    return (await loading)(exchange, transfer)
  }
}

let current: HttpTransport | null = null

/** Sets the transport; called once, by the platform. */
export const setTransport = (chosen: HttpTransport): void => {
  current = chosen
}

/** Wraps the current transport until the returned function is called. */
export function overrideTransport(over: (real: HttpTransport) => HttpTransport): () => void {
  const real = current
  if (!real) throw new Error('no transport is set yet')
  current = over(real)
  return () => {
    current = real
  }
}

export const sendRequest: HttpTransport = (exchange, transfer) => {
  if (!current) throw new Error('no transport is set yet')
  const answer = current(exchange, transfer)
  // Not every transport can cancel a request; the caller stops waiting either way.
  return transfer?.signal ? Promise.race([answer, aborted(transfer.signal)]) : answer
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** A query string to append to a path; empty values are omitted. */
export function searchOf(query: Record<string, unknown>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return search === '' ? '' : `?${search}`
}

/** The parsed JSON of an answer; null where it is not JSON. */
export function jsonOf({ body }: Pick<ExchangeAnswer, 'body'>): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
