import { createTransport } from '#renderer/core/http/http.ts'
import type { HttpTransport } from '#renderer/core/http/http-transport.ts'
import { type Client, createClient } from '#shared/core/client.ts'
import { AppError } from '#shared/core/errors.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#shared/core/route.ts'
import { contracts, type MemberApi } from './contracts.ts'
import { currentLocale } from './locale.ts'
import { currentToken, signedOut } from './session.ts'

/** How long the server may take to answer. */
const PATIENCE_MS = 30_000

/** The address of the calls: beside the page, which is at `/m/`. */
const base = (): string => `${location.pathname.replace(/\/m(\/.*)?$/, '')}/api`

const send: HttpTransport = async ({ method, path, language, key, body }) => {
  const token = currentToken()
  const headers = {
    'Accept-Language': language,
    ...(token === null ? {} : { [TOKEN_HEADER]: token }),
    ...(key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key }),
    ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
  }
  // Browsers of older phones have no `AbortSignal.timeout`.
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS)
  try {
    const answer = await fetch(base() + path, {
      method,
      headers,
      body: body ?? null,
      signal: patience.signal,
    })
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      disposition: '',
      body: new Uint8Array(await answer.arrayBuffer()),
    }
  } catch {
    throw new AppError(patience.signal.aborted ? 'common.timeout' : 'common.offline')
  } finally {
    clearTimeout(timer)
  }
}

const transport = createTransport({
  send,
  language: currentLocale,
  failed: ({ code }) => {
    // A store that is closed opens again, and the session with it.
    if (code === 'auth.tokenInvalid' || code === 'auth.tokenMissing') signedOut(true)
  },
})

/** Sends a file as a form; resolves to the result of the call. */
export async function upload(path: string, file: File): Promise<unknown> {
  const body = new FormData()
  body.append('file', file)
  return (await transport({ method: 'POST', path, body })).result
}

type LooseGroup = Record<string, (input?: unknown) => Promise<unknown>>

const loading = new Map<string, Promise<LooseGroup>>()

function callsOf(name: keyof MemberApi): Promise<LooseGroup> {
  const begun = loading.get(name)
  if (begun) return begun
  const group = contracts[name]().then((contract) => createClient({ contract }, transport).contract as LooseGroup)
  loading.set(name, group)
  // Do not cache a failure.
  group.catch(() => loading.delete(name))
  return group
}

const lateGroup = (name: keyof MemberApi): LooseGroup =>
  new Proxy<LooseGroup>(
    {},
    {
      get: (_, call) => async (input?: unknown) => {
        const group = await callsOf(name).catch(() => {
          throw new AppError('common.offline')
        })
        return group[String(call)]?.(input)
      },
    },
  )

/** The server's calls for members, typed by their contracts. */
// The proxy loads each group by name; the cast gives it the types of the contracts.
export const client = new Proxy<Record<string, unknown>>(
  {},
  { get: (_, group) => lateGroup(String(group) as keyof MemberApi) },
) as Client<MemberApi>
