import { access } from '#shared/i18n/zh/access.ts'
import type { Envelope } from './envelope.ts'
import { type ErrorCode, ServerError } from './errors.ts'
import { fromFamily, toFamily } from './family-names.ts'
import type { CallInput, CallResult, Contract, Method, Route } from './route.ts'

/** One HTTP request in the terms of a route; a transport (axios in the window, fetch in main) sends it. */
export interface ClientRequest {
  method: Method
  /** Path below `/api`, with its parameters filled in. */
  path: string
  query?: Record<string, unknown>
  body?: unknown
  key?: string
}

/** Sends a request to the server; rejects with an `AppError` when the server refuses or cannot be reached. */
export type Transport = (request: ClientRequest) => Promise<Envelope>

/** The response of a call: the result, and the message, in which some calls return an id. */
export interface Answer<R> {
  result: R
  message: string
  /** When the data of a report was read, in ms; left out if it is up to date. */
  asOf?: number
}

type Call<T extends Route> =
  Record<string, never> extends CallInput<T>
    ? (input?: CallInput<T>) => Promise<Answer<CallResult<T>>>
    : (input: CallInput<T>) => Promise<Answer<CallResult<T>>>

/** The typed view of a set of contracts: `client.playBeforePay.add({ body, key })`. */
export type Client<A extends Record<string, Contract>> = { [G in keyof A]: { [K in keyof A[G]]: Call<A[G][K]> } }

const fillPath = (path: string, params: Record<string, unknown>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

const firstMethod = (route: Route): Method => (typeof route.method === 'string' ? route.method : route.method[0])

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  key?: string
  reason?: string
}

/** Builds the client of a set of contracts over a transport. */
export function createClient<A extends Record<string, Contract>>(api: A, send: Transport): Client<A> {
  const groups = Object.entries(api).map(([group, contract]) => {
    const calls = Object.entries(contract).map(([name, route]) => {
      const call = async ({ params = {}, query, body, key, reason }: LooseInput = {}) => {
        const envelope = await send({
          method: firstMethod(route),
          path: fillPath(route.path, params),
          query: toFamily(route.query, reason ? { ...query, reason } : query) as Record<string, unknown> | undefined,
          body: toFamily(route.body, body),
          key,
        })
        const { result, message, asOf } = envelope
        return { result: fromFamily(route.result, result), message, ...(asOf === undefined ? {} : { asOf }) }
      }
      return [name, call]
    })
    return [group, Object.fromEntries(calls)]
  })
  // Object.fromEntries loses the key types; the entries have the keys of the mapped type.
  return Object.fromEntries(groups) as Client<A>
}

/** Builds the error of a failed response, also of one without an envelope (a proxy's page, the family's token-invalid body). */
export function toServerError(httpStatus: number, data: unknown): ServerError {
  const body = typeof data === 'object' && data !== null ? (data as Partial<Envelope>) : {}
  const message = typeof body.message === 'string' ? body.message : ''
  const code = (body.error?.code ?? codeOfStatus(httpStatus, message)) as ErrorCode
  return new ServerError(code, body.error?.details ?? {}, message, body.error?.requestId ?? '', httpStatus)
}

/**
 * The error of a failed call. An answer to an idempotent call that is not our server's leaves the outcome open, whatever its
 * status: a proxy may have put it in the place of ours after the call was done.
 */
export function toCallError(httpStatus: number, data: unknown, key: string | undefined): ServerError {
  const error = toServerError(httpStatus, data)
  const { success, error: ours } = typeof data === 'object' && data !== null ? (data as Partial<Envelope>) : {}
  const isOurs = (typeof success === 'boolean' && ours !== undefined) || error.code === 'auth.tokenInvalid'
  if (key === undefined || isOurs) return error
  return new ServerError(httpStatus === 504 ? 'common.timeout' : 'common.unavailable', {}, '', '', httpStatus)
}

/** The family's text for an unknown, expired or revoked token. Not localized, because clients compare it. */
export const TOKEN_INVALID = access['error.auth.tokenInvalid']

function codeOfStatus(httpStatus: number, message: string): ErrorCode {
  if (httpStatus === 401) return 'auth.tokenMissing'
  if (httpStatus === 403) return 'auth.forbidden'
  if (httpStatus === 404) return 'common.notFound'
  if (httpStatus === 502 || httpStatus === 503) return 'common.unavailable'
  if (httpStatus === 504) return 'common.timeout'
  return message.includes(TOKEN_INVALID) ? 'auth.tokenInvalid' : 'common.internal'
}
