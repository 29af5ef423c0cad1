import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TOKEN_INVALID } from '#shared/core/client.ts'
import type { ServerError } from '#shared/core/errors.ts'
import { browserTransport } from './browser-transport.ts'
import { createTransport } from './http.ts'

interface Answer {
  status?: number
  body: unknown
}

const done = { success: true, message: 'ok', code: 200, result: { a: 1 }, timestamp: 0 }

describe('calls over axios', () => {
  let server: Server
  let base: string
  let asked: IncomingMessage[]
  let answer: Answer
  let failures: ServerError[]
  let token: string | null

  beforeEach(async () => {
    asked = []
    failures = []
    answer = { body: done }
    token = 'secret'
    server = createServer((request, response) => {
      asked.push(request)
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  })
  afterEach(() => {
    server.close()
  })

  const send = (...args: Parameters<ReturnType<typeof createTransport>>) =>
    createTransport({
      send: browserTransport(
        () => base,
        () => token,
      ),
      language: () => 'en',
      failed: (error) => failures.push(error),
    })(...args)

  it('send token, language and idempotency key, and leave out empty filters', async () => {
    await send({ method: 'POST', path: '/x', body: { b: 2 }, key: 'key-1' })
    expect(asked[0]?.headers).toMatchObject({
      'x-access-token': 'secret',
      'accept-language': 'en',
      'idempotency-key': 'key-1',
    })
    await send({ method: 'GET', path: '/list', query: { id: '', state: undefined, pageNo: 2 } })
    const { pathname, searchParams } = new URL(asked[1]?.url ?? '', base)
    expect(pathname).toBe('/api/list')
    expect([...searchParams.keys()]).toEqual(['pageNo', '_t'])
  })

  it('add `_t` to every GET but dictionaries, and send no token before sign-in', async () => {
    token = null
    await send({ method: 'GET', path: '/sys/dict/getDictItems/sex' })
    expect(asked[0]?.url).toBe('/api/sys/dict/getDictItems/sex')
    expect(asked[0]?.headers).not.toHaveProperty('x-access-token')
  })

  it('resolve to the envelope of a success', async () => {
    expect(await send({ method: 'GET', path: '/x' })).toEqual(done)
  })

  it('fail with the code, the message and the request id of a business failure', async () => {
    const error = { code: 'sessions.vehicleTaken', details: { by: 'T2' }, requestId: 'r-1' }
    answer = { body: { ...done, success: false, message: '01 已被 T2 占用', error } }
    await expect(send({ method: 'POST', path: '/x' })).rejects.toMatchObject({
      code: 'sessions.vehicleTaken',
      details: { by: 'T2' },
      serverMessage: '01 已被 T2 占用',
      requestId: 'r-1',
    })
    expect(failures).toHaveLength(1)
  })

  it.each([
    [401, {}, 'auth.tokenMissing'],
    [403, {}, 'auth.forbidden'],
    [404, {}, 'common.notFound'],
    [504, 'gateway', 'common.timeout'],
    [500, { message: TOKEN_INVALID }, 'auth.tokenInvalid'],
    [200, '<html>a portal of the hotel</html>', 'common.internal'],
  ])('map HTTP %i to its error code', async (status, body, code) => {
    answer = { status, body }
    await expect(send({ method: 'GET', path: '/x' })).rejects.toMatchObject({ code })
  })

  it.each([
    [200, '<html>a portal of the hotel</html>', 'common.unavailable'],
    [403, 'blocked', 'common.unavailable'],
    [404, { status: 404, error: 'Not Found' }, 'common.unavailable'],
    [500, { message: 'Internal server error' }, 'common.unavailable'],
    [502, { success: false }, 'common.unavailable'],
    [504, 'gateway', 'common.timeout'],
    [524, '<html>a timeout occurred</html>', 'common.unavailable'],
    [500, { message: TOKEN_INVALID }, 'auth.tokenInvalid'],
    [500, { success: false, error: { code: 'common.internal', details: {}, requestId: 'r-1' } }, 'common.internal'],
  ])('know of an idempotent call answered with HTTP %i and %j: %s', async (status, body, code) => {
    answer = { status, body }
    await expect(send({ method: 'POST', path: '/x', body: {}, key: 'key-1' })).rejects.toMatchObject({ code })
  })

  it('fail with a code for an unreachable server', async () => {
    server.close()
    await once(server, 'close')
    await expect(send({ method: 'GET', path: '/x' })).rejects.toMatchObject({ code: 'common.offline' })
    expect(failures).toHaveLength(0)
  })
})
