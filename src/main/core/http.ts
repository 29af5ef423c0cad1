import { type ClientRequest, type Transport, toServerError } from '#shared/core/client.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#shared/core/route.ts'
import { TERMINAL_HEADER } from '#shared/core/terminal-signature.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { ExchangeAnswer } from '#shared/ipc/exchange.ts'

export interface HttpOptions {
  /** Address of the server without a path below it; empty when none is set. */
  serverUrl: string
  token?: string | null
  locale?: Locale
  timeoutMs: number
  /** Calls the request off from outside. */
  signal?: AbortSignal
  /** The proof that this terminal sends a call; null for one that needs none. */
  sign?:
    | ((call: { method: string; path: string; key: string; token: string; body: string }) => string | null)
    | undefined
  /** Takes the request to the server where this terminal does not reach it by itself. */
  through?: ((call: PreparedCall, signal: AbortSignal) => Promise<ExchangeAnswer>) | undefined
}

/** A request with all that its server asks for. */
export interface PreparedCall {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | undefined
}

const address = (serverUrl: string, path: string): string => `${serverUrl.replace(/\/+$/, '')}${path}`

/** Where a call goes: below `/api` of the set server. A path that climbs out of there (`/../`) would take the token along. */
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

/** What a call that got no answer means: the time was up, or nobody is there. */
function unreachable(error: unknown): AppError {
  const name = error instanceof Error ? error.name : ''
  return new AppError(name === 'TimeoutError' || name === 'AbortError' ? 'common.timeout' : 'common.offline')
}

/** One request as it is sent. */
export interface Exchange {
  method: string
  /** Below `/api`, with its query. */
  path: string
  key?: string | undefined
  /** Of the body. */
  type?: string | undefined
  body?: string | Uint8Array<ArrayBuffer> | undefined
}

/** By this people recognize a terminal among their sign-ins. */
const AGENT = 'Pitlane-Terminal'

/** Sends one request and answers with whatever came back; rejects with an AppError when nothing did. */
export async function exchange(options: HttpOptions, request: Exchange): Promise<ExchangeAnswer> {
  const { serverUrl, token, locale = 'zh', timeoutMs, signal, sign } = options
  if (serverUrl === '') throw new AppError('common.offline')
  const { method, path, key = '', type, body } = request
  const isText = typeof body !== 'object'
  // A file goes unsigned: no call that takes one asks which terminal sends it.
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

/** Sends a request that is ready; rejects with an AppError when nothing came back. */
export async function sendPrepared(
  serverUrl: string,
  { method, path, headers, body }: PreparedCall,
  signal: AbortSignal,
): Promise<ExchangeAnswer> {
  try {
    const response = await fetch(callAddress(serverUrl, path), {
      method,
      // Whoever is pointed to elsewhere would get the token, too.
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

/** Carries the typed client's calls by `fetch`: rejects with an AppError for a refusal, a time-out and a missing server. */
export function httpTransport(options: HttpOptions): Transport {
  return async (request) => {
    const { method, key } = request
    const json = request.body === undefined ? {} : { type: 'application/json', body: JSON.stringify(request.body) }
    const { status, body } = await exchange(options, { method, key, path: pathOf(request), ...json })
    return envelopeOf(status, new TextDecoder().decode(body))
  }
}

function envelopeOf(status: number, body: string): Envelope {
  let data: unknown
  try {
    data = JSON.parse(body)
  } catch {
    // A proxy's page, or that of a network that asks for a sign-in: not our server's word, whatever its status says.
    throw new AppError('common.unavailable')
  }
  if (typeof data !== 'object' || data === null) throw new AppError('common.unavailable')
  const { success } = data as Partial<Envelope>
  if (status === 200 && success === true) return data as Envelope
  if (status === 200 && success !== false) throw new AppError('common.unavailable')
  throw toServerError(status, data)
}

/** What somebody at the server's address says: that all is well, with the time; something else; nothing at all. */
export type Probe = { kind: 'well'; time: number | null } | { kind: 'wrong' } | { kind: 'silent' }

/** Whether our server is there and well; never throws. */
export async function probeServer(serverUrl: string, timeoutMs: number): Promise<Probe> {
  let isAnswered = false
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(address(serverUrl, '/healthz'), { redirect: 'manual', signal })
    isAnswered = true
    // A network that asks for a sign-in answers everything with a page of its own, and says that all is well.
    const body: unknown = await response.json()
    if (!response.ok || typeof body !== 'object' || body === null) return { kind: 'wrong' }
    if (!('status' in body) || body.status !== 'ok') return { kind: 'wrong' }
    const time = 'time' in body ? Date.parse(String(body.time)) : Number.NaN
    return { kind: 'well', time: Number.isNaN(time) ? null : time }
  } catch {
    return { kind: isAnswered ? 'wrong' : 'silent' }
  }
}
