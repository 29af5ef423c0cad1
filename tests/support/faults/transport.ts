import { type Transport, toServerError } from '#shared/core/client.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#shared/core/route.ts'
import { type SignedCall, TERMINAL_HEADER } from '#shared/core/terminal-signature.ts'

/** Returns the terminal's header for a call. */
export type Sign = (call: Pick<SignedCall, 'method' | 'path' | 'key' | 'token' | 'body'>) => string

/** Sends calls to a server by HTTP, with a user's token or without one; a terminal signs them. */
export const transport =
  (url: string, token?: string, language?: string, sign?: Sign): Transport =>
  async ({ method, path, query = {}, body, key }) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    const sent = body === undefined ? '' : JSON.stringify(body)
    const signed = { method, path: `${path}?${search}`, key: key ?? '', token: token ?? '', body: sent }
    const response = await fetch(`${url}/api${path}?${search}`, {
      method,
      headers: {
        ...(token ? { [TOKEN_HEADER]: token } : {}),
        ...(language ? { 'Accept-Language': language } : {}),
        ...(key ? { [IDEMPOTENCY_HEADER]: key } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(sign ? { [TERMINAL_HEADER]: sign(signed) } : {}),
      },
      body: body === undefined ? undefined : sent,
    })
    const data: unknown = await response.json()
    const envelope = data as Envelope
    if (envelope.success !== true) throw toServerError(response.status, data)
    return envelope
  }
