import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { httpTransport, probeServer } from '#main/core/http.ts'
import type { ClientRequest } from '#shared/core/client.ts'
import { sendFailure } from './send-failure.ts'

let server: Server | null = null

async function answering(listener: RequestListener): Promise<string> {
  const made = createServer(listener)
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', () => resolve()))
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/`
}

afterEach(async () => {
  const last = server
  server = null
  last?.closeAllConnections()
  await new Promise<void>((resolve) => (last ? last.close(() => resolve()) : resolve()))
})

const request: ClientRequest = {
  method: 'POST',
  path: '/x/add',
  body: { a: 1 },
  query: { b: 2, empty: '' },
  key: 'k-1',
}

const envelope = (given: object): string =>
  JSON.stringify({ success: false, message: '', code: 500, result: null, timestamp: 0, ...given })

/** How the sender of starts proceeds after a response. */
async function failureOf(status: number, body: string): Promise<unknown> {
  const serverUrl = await answering((_, response) => response.writeHead(status).end(body))
  const sending = httpTransport({ serverUrl, token: 't', timeoutMs: 2000 })(request)
  return sending.then(
    () => 'taken',
    (error: unknown) => sendFailure(error),
  )
}

describe('a call to the server', () => {
  it('carries path, query, token, key and language', async () => {
    const seen: Record<string, unknown>[] = []
    const serverUrl = await answering((incoming, response) => {
      const { method, url, headers } = incoming
      seen.push({ method, url, token: headers['x-access-token'], key: headers['idempotency-key'] })
      seen.push({ language: headers['accept-language'] })
      response.end(envelope({ success: true, result: 7 }))
    })
    const answer = await httpTransport({ serverUrl, token: 't', locale: 'en', timeoutMs: 2000 })(request)
    expect(answer.result).toBe(7)
    expect(seen).toEqual([{ method: 'POST', url: '/api/x/add?b=2', token: 't', key: 'k-1' }, { language: 'en' }])
  })

  it('never sends its token elsewhere, even on a redirect', async () => {
    const seen: unknown[] = []
    const elsewhere = createServer((incoming, response) => {
      seen.push(incoming.headers['x-access-token'])
      response.end(envelope({ success: true }))
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', () => resolve()))
    const location = `http://localhost:${(elsewhere.address() as AddressInfo).port}/`
    try {
      const serverUrl = await answering((_, response) => response.writeHead(307, { location }).end())
      const sending = httpTransport({ serverUrl, token: 't', timeoutMs: 2000 })({
        ...request,
        method: 'GET',
        body: undefined,
      })
      await expect(sending).rejects.toMatchObject({ code: 'common.offline' })
      expect(await probeServer(serverUrl, 2000)).toEqual({ kind: 'wrong' })
    } finally {
      elsewhere.closeAllConnections()
      await new Promise((resolve) => elsewhere.close(resolve))
    }
    expect(seen).toEqual([])
  })

  it.each(['/../healthz', '/x/../../healthz', '/%2e%2e/healthz', '/..\\healthz'])(
    'stays below /api: %s is no path of a call',
    async (path) => {
      const seen: unknown[] = []
      const serverUrl = await answering((incoming, response) => {
        seen.push(incoming.url)
        response.end(envelope({ success: true }))
      })
      const sending = httpTransport({ serverUrl, token: 't', timeoutMs: 2000 })({ ...request, path })
      await expect(sending).rejects.toMatchObject({ code: 'common.invalidInput', details: { field: 'path' } })
      expect(seen).toEqual([])
    },
  )

  it('fails on a timeout and for an unreachable server', async () => {
    const serverUrl = await answering(() => undefined)
    await expect(httpTransport({ serverUrl, timeoutMs: 50 })(request)).rejects.toMatchObject({ code: 'common.timeout' })
    expect(await probeServer(serverUrl, 50)).toEqual({ kind: 'silent' })
    await expect(httpTransport({ serverUrl: 'http://127.0.0.1:1', timeoutMs: 2000 })(request)).rejects.toMatchObject({
      code: 'common.offline',
    })
    await expect(httpTransport({ serverUrl: '', timeoutMs: 50 })(request)).rejects.toMatchObject({
      code: 'common.offline',
    })
  })
})

describe('an answer that is not of our server', () => {
  const codeOf = async (call: ClientRequest, status: number, body: string): Promise<unknown> => {
    const serverUrl = await answering((_, response) => response.writeHead(status).end(body))
    return httpTransport({ serverUrl, token: 't', timeoutMs: 2000 })(call).catch(({ code }) => code)
  }

  it.each([
    [500, '{"message":"Internal server error"}', 'common.unavailable'],
    [403, '{"error":"blocked"}', 'common.unavailable'],
    [404, '{"status":404,"error":"Not Found"}', 'common.unavailable'],
    [502, '{"success":false}', 'common.unavailable'],
    [504, '{"message":"upstream timeout"}', 'common.timeout'],
    [500, '{"message":"Token失效，请重新登录"}', 'auth.tokenInvalid'],
    [500, envelope({ error: { code: 'common.internal', details: {}, requestId: 'r-1' } }), 'common.internal'],
  ])('leaves an idempotent call open: HTTP %i %s', async (status, body, code) => {
    expect(await codeOf(request, status, body)).toBe(code)
  })

  it('fails a read by its status', async () => {
    const { key: _, ...read } = { ...request, method: 'GET' as const, body: undefined }
    expect(await codeOf(read, 404, '{"status":404,"error":"Not Found"}')).toBe('common.notFound')
  })
})

describe('a start that was not taken', () => {
  const refusal = envelope({ message: '挂单太多', error: { code: 'sessions.hungLimit', details: { limit: 5 } } })

  it.each(['terminals.offlineUnproven', 'terminals.signatureInvalid'])(
    'waits while the store does not believe the terminal (%s), and says why',
    async (code) => {
      const why = { code, reason: '未登记' }
      expect(await failureOf(200, envelope({ message: '未登记', error: { code, details: {} } }))).toEqual({
        kind: 'later',
        silent: false,
        failed: false,
        why,
      })
    },
  )

  it('is refused only by a response of our server about it', async () => {
    expect(await failureOf(200, refusal)).toEqual({
      kind: 'refused',
      code: 'sessions.hungLimit',
      details: { limit: 5 },
      reason: '挂单太多',
    })
  })

  it.each([
    ['the page of a network that wants a sign-in', 200, '<html>welcome</html>'],
    ['some other JSON', 200, '{"status":"ok"}'],
    ['an empty answer', 200, ''],
    ['a proxy without its server', 502, '<html>bad gateway</html>'],
    ['a proxy that forbids it', 403, '{"error":"blocked"}'],
    ['a server in trouble', 500, envelope({ message: 'oops' })],
    ['a server that knows no such call', 404, envelope({ error: { code: 'common.notFound', details: {} } })],
    ['a server that is asked too often', 429, envelope({ error: { code: 'common.tooManyRequests', details: {} } })],
  ])('is sent again after %s', async (_, status, body) => {
    expect(await failureOf(status, body)).toMatchObject({ kind: 'later' })
  })

  it('waits for a sign-in if the token is invalid or lacks the permission', async () => {
    expect(await failureOf(500, '{"message":"Token失效，请重新登录"}')).toMatchObject({
      kind: 'signIn',
      tokenInvalid: true,
    })
    expect(await failureOf(401, envelope({ error: { code: 'auth.tokenMissing', details: {} } }))).toMatchObject({
      kind: 'signIn',
    })
    expect(await failureOf(200, envelope({ code: 510, error: { code: 'auth.forbidden', details: {} } }))).toMatchObject(
      {
        kind: 'signIn',
        tokenInvalid: false,
      },
    )
  })
})
