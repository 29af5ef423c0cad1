import { AppError } from '#shared/core/errors.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ExchangeAnswer } from '#shared/ipc/exchange.ts'

/** A request as it is sent; whoever carries it knows the server and attaches the sign-in. */
export interface Exchange {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, with its query. */
  path: string
  language: Locale
  key?: string | undefined
  /** JSON as text, or a form with a file. */
  body?: string | FormData | undefined
}

/** How far a request is that takes long, such as a file's, and a way to leave it. */
export interface Transfer {
  signal?: AbortSignal
  /** How much is sent or here, of 1; null while nobody says how much there is. */
  onProgress?(share: number | null, direction: 'sent' | 'received'): void
}

/** Carries requests to the server; rejects with an AppError when there is no answer, and with the signal's reason when it is left. */
export type Carrier = (exchange: Exchange, transfer?: Transfer) => Promise<ExchangeAnswer>

/** A carrier that is fetched with the first request: a page that takes input before it asks anything begins without it. */
export function lateCarrier(load: () => Promise<Carrier>): Carrier {
  let loading: Promise<Carrier> | null = null
  return async (exchange, transfer) => {
    loading ??= load().catch(() => {
      // A failure is not worth remembering.
      loading = null
      throw new AppError('common.offline')
    })
    return (await loading)(exchange, transfer)
  }
}

let carrier: Carrier | null = null

/** Said once, by the platform. */
export const carryBy = (chosen: Carrier): void => {
  carrier = chosen
}

/** Lets something else carry requests for a while, over what carries them now; the answer ends that. */
export function carryInstead(over: (real: Carrier) => Carrier): () => void {
  const real = carrier
  if (!real) throw new Error('nothing carries requests yet')
  carrier = over(real)
  return () => {
    carrier = real
  }
}

export const carry: Carrier = (exchange, transfer) => {
  if (!carrier) throw new Error('nothing carries requests yet')
  const answer = carrier(exchange, transfer)
  // Not every carrier can take a request back; nobody waits for it any longer all the same.
  return transfer?.signal ? Promise.race([answer, left(transfer.signal)]) : answer
}

const left = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** A query as it stands behind a path; what is empty is not asked for. */
export function searchOf(query: Record<string, unknown>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return search === '' ? '' : `?${search}`
}

/** The JSON of an answer; null where it is none. */
export function jsonOf({ body }: Pick<ExchangeAnswer, 'body'>): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
