import { type ClientRequest, type Transport, toCallError } from '#shared/core/client.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#shared/core/route.ts'
import { TERMINAL_HEADER } from '#shared/core/terminal-signature.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { ExchangeAnswer } from '#shared/ipc/exchange.ts'

export interface HttpOptions {
  /** Base URL of the server without a path; empty if none is set. */
  serverUrl: string
  token?: string | null
  locale?: Locale
  timeoutMs: number
  /** Aborts the request. */
  signal?: AbortSignal
  /** Returns the terminal's signature for a call; null if none is needed. */
  sign?:
    | ((call: { method: string; path: string; key: string; token: string; body: string }) => string | null)
    | undefined
  /** Relays the request if this terminal cannot reach the server itself. */
  through?: ((call: PreparedCall, signal: AbortSignal) => Promise<ExchangeAnswer>) | undefined
}

/** A request ready to send. */
export interface PreparedCall {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | undefined
}

const address = (serverUrl: string, path: string): string => `${serverUrl.replace(/\/+$/, '')}${path}`

/** Returns the URL of a call below `/api`. A path that leaves it (`/../`) is refused, because it would leak the token. */
function callAddress(serverUrl: string, path: string): URL {
  const url = new URL(address(serverUrl, `/api${path}`))
  if (!url.href.startsWith(new URL(address(serverUrl, '/api/')).href)) {
    throw new AppError('common.invalidInput', { field: 'path', reason: path })
  }
  return url
}

/** Below `/api`, as it is sent. */
function pathOf({ path, query = {} }: ClientRequest): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return `${path}${search === '' ? '' : `?${search}`}`
}

/** Returns the error for a call without an answer: timeout or unreachable. */
function unreachable(error: unknown): AppError {
  const name = error instanceof Error ? error.name : ''
  return new AppError(name === 'TimeoutError' || name === 'AbortError' ? 'common.timeout' : 'common.offline')
}

/** A request as sent over HTTP. */
export interface Exchange {
  method: string
  /** Path below `/api`, with the query. */
  path: string
  key?: string | undefined
  /** Content type of the body. */
  type?: string | undefined
  body?: string | Uint8Array<ArrayBuffer> | undefined
}

/** Users recognise a terminal by this among their sign-ins. */
const AGENT = 'Pitlane-Terminal'

/** Sends one request and returns any response; rejects with an AppError if there is none. */
export async function exchange(options: HttpOptions, request: Exchange): Promise<ExchangeAnswer> {
  const { serverUrl, token, locale = 'zh', timeoutMs, signal, sign } = options
  if (serverUrl === '') throw new AppError('common.offline')
  const { method, path, key = '', type, body } = request
  const isText = typeof body !== 'object'
  // Uploads are unsigned: no such call requires a terminal.
  const proof = (isText && sign?.({ method, path, key, token: token ?? '', body: body ?? '' })) || null
  const headers = {
    'Accept-Language': locale,
    'User-Agent': AGENT,
    ...(token ? { [TOKEN_HEADER]: token } : {}),
    ...(key === '' ? {} : { [IDEMPOTENCY_HEADER]: key }),
    ...(proof === null ? {} : { [TERMINAL_HEADER]: proof }),
    ...(type === undefined ? {} : { 'Content-Type': type }),
  }
  const call: PreparedCall = { method, path, headers, body }
  const timeout = AbortSignal.timeout(timeoutMs)
  const until = signal ? AbortSignal.any([timeout, signal]) : timeout
  return options.through ? options.through(call, until) : sendPrepared(serverUrl, call, until)
}

/** Sends a prepared request; rejects with an AppError without a response. */
export async function sendPrepared(
  serverUrl: string,
  { method, path, headers, body }: PreparedCall,
  signal: AbortSignal,
): Promise<ExchangeAnswer> {
  try {
    const response = await fetch(callAddress(serverUrl, path), {
      method,
      // A redirect would send the token elsewhere.
      redirect: 'error',
      headers,
      ...(body === undefined ? {} : { body }),
      signal,
    })
    const { status } = response
    return {
      status,
      type: response.headers.get('content-type') ?? '',
      disposition: response.headers.get('content-disposition') ?? '',
      body: new Uint8Array(await response.arrayBuffer()),
    }
  } catch (error) {
    throw error instanceof AppError ? error : unreachable(error)
  }
}

/** Transport of the typed client by `fetch`; rejects with an AppError for a refusal, a timeout or an unreachable server. */
export function httpTransport(options: HttpOptions): Transport {
  return async (request) => {
    const { method, key } = request
    const json = request.body === undefined ? {} : { type: 'application/json', body: JSON.stringify(request.body) }
    const { status, body } = await exchange(options, { method, key, path: pathOf(request), ...json })
    return envelopeOf(status, new TextDecoder().decode(body), key)
  }
}

function envelopeOf(status: number, body: string, key: string | undefined): Envelope {
  let data: unknown
  try {
    data = JSON.parse(body)
  } catch {
    // A page of a proxy or captive portal, not of our server, regardless of its status.
    throw new AppError('common.unavailable')
  }
  if (typeof data !== 'object' || data === null) throw new AppError('common.unavailable')
  const { success } = data as Partial<Envelope>
  if (status === 200 && success === true) return data as Envelope
  if (status === 200 && success !== false) throw new AppError('common.unavailable')
  throw toCallError(status, data, key)
}

/** Result of a probe: healthy, with the server's time; another response; no response. */
export type Probe = { kind: 'well'; time: number | null } | { kind: 'wrong' } | { kind: 'silent' }

/** Checks whether our server is healthy; never throws. */
export async function probeServer(serverUrl: string, timeoutMs: number): Promise<Probe> {
  let isAnswered = false
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(address(serverUrl, '/healthz'), { redirect: 'manual', signal })
    isAnswered = true
    // A captive portal answers every request with its own page and status 200.
    const body: unknown = await response.json()
    if (!response.ok || typeof body !== 'object' || body === null) return { kind: 'wrong' }
    if (!('status' in body) || body.status !== 'ok') return { kind: 'wrong' }
    const time = 'time' in body ? Date.parse(String(body.time)) : Number.NaN
    return { kind: 'well', time: Number.isNaN(time) ? null : time }
  } catch {
    return { kind: isAnswered ? 'wrong' : 'silent' }
  }
}
