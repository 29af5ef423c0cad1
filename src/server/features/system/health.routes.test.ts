import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Slice } from '#server/core/slice.ts'
import { EVERY_STORE, openDatabase } from '#server/db/database.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const webDir = mkdtempSync(join(tmpdir(), 'pitlane-web-'))
mkdirSync(join(webDir, 'assets'))
writeFileSync(join(webDir, 'index.html'), '<title>admin</title>')
writeFileSync(join(webDir, 'assets', 'index-1a2b.js'), '1')
const memberDir = join(webDir, 'member')
mkdirSync(join(memberDir, 'assets'), { recursive: true })
writeFileSync(join(memberDir, 'index.html'), '<title>members</title>')
writeFileSync(join(memberDir, 'assets', 'index-3c4d.js'), '2')
const guideDir = join(webDir, 'guide')
mkdirSync(join(guideDir, 'en'), { recursive: true })
mkdirSync(join(guideDir, 'assets'))
for (const [path, text] of [
  ['index.html', '指南'],
  ['offline.html', '断网'],
  ['en/index.html', 'guide'],
  ['404.html', 'no such page'],
  ['assets/app.5e6f.js', '3'],
] as const)
  writeFileSync(join(guideDir, path), text)

let release: () => void = () => undefined
let reached = 0
/** A call that the test ends, and one that throws an unexpected error. */
const waiting: Slice = (app) => {
  app.get('/api/test/wait', async () => {
    reached++
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return { done: true }
  })
  app.get('/api/test/bug', async () => {
    throw new Error('phone 13800001111 is the reason')
  })
  const nowhere = openDatabase('postgres://nobody:x@127.0.0.1:1/none')
  app.get('/api/test/database', () => nowhere.scoped(EVERY_STORE, async () => null))
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ webDir, memberDir, guideDir }, [waiting])
})
afterAll(async () => {
  await server.stop()
  rmSync(webDir, { recursive: true })
})

describe('the status of the server', () => {
  it('is alive and ready, and shows its metrics to this machine only', async () => {
    const time = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await (await server.request('/healthz')).json()).toEqual({ status: 'ok', time })
    expect(await (await server.request('/readyz')).json()).toMatchObject({ status: 'ready' })
    const metrics = await (await server.request('/metrics')).text()
    expect(metrics).toContain(
      'pitlane_http_request_duration_seconds_count{method="GET",route="/readyz",status="200"} 1',
    )
    const forwarded = await server.request('/metrics', { headers: { 'X-Forwarded-For': '10.1.2.3' } })
    expect(forwarded.status).toBe(404)
  })

  it('says how far its clock is ahead of the database', async () => {
    const ahead = async (): Promise<number> => {
      const text = await (await server.request('/metrics')).text()
      return Number(/^pitlane_clock_ahead_seconds (\S+)$/m.exec(text)?.[1])
    }
    const before = await ahead()
    server.clock.advance(7_200_000)
    expect(Math.round(((await ahead()) - before) / 60)).toBe(120)
    server.clock.advance(-7_200_000)
    expect(Math.abs((await ahead()) - before)).toBeLessThan(60)
  })

  it('shows its metrics to other machines only if configured', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address && !address.internal && address.family === 'IPv4')
    if (!outside) return
    const open = await server.startCopy({ host: '0.0.0.0' })
    const shown = await server.startCopy({ host: '0.0.0.0', metricsPublic: true })
    const at = (url: string) => `http://${outside.address}:${new URL(url).port}/metrics`
    expect((await fetch(at(open.url))).status).toBe(404)
    expect((await fetch(at(shown.url))).status).toBe(200)
  })

  it('describes every call', async () => {
    const demo = await server.startCopy({ demo: true })
    const document = (await (await demo.request('/api/docs/json')).json()) as { paths: Record<string, unknown> }
    expect(document.paths).toHaveProperty(['/api/playbeforepay/sysPlayBeforePay/doconsume', 'post'])
    expect(document.paths).toHaveProperty(['/api/sys/dict/getDictItems/{code}', 'get'])
    const references = JSON.stringify(document).match(/"\$ref":"#\/[^"]+"/g) ?? []
    for (const reference of references) {
      const path = reference.slice('"$ref":"#/'.length, -1).split('/')
      expect(document).toHaveProperty(path)
    }
    expect((await demo.request('/api/docs/')).status).toBe(200)
  })

  it('documents its calls outside the demo to signed-in users only', async () => {
    for (const path of ['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/index.html'])
      expect((await server.request(path)).status).toBe(401)
    const { token } = await server.signIn('cashier')
    expect((await server.request('/api/docs/json', { token })).status).toBe(200)
    expect((await server.request('/api/docs/json', { token: 'made-up' })).status).toBe(401)
  })

  it('serves the web admin beside the API and never instead of it', async () => {
    const page = await server.request('/')
    expect(await page.text()).toContain('admin')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    const script = await server.request('/assets/index-1a2b.js')
    expect(script.headers.get('cache-control')).toContain('immutable')
    for (const path of ['/api/', '/api/nowhere', '/assets/..%2f..%2fpackage.json', '/nowhere']) {
      const missing = await server.request(path)
      expect([path, missing.status]).toEqual([path, 404])
      expect(await missing.json()).toMatchObject({ status: 404, error: 'Not Found', path })
    }
  })

  it('serves the member page at each address of a store, also with a slash at its end or a wrong one', async () => {
    for (const path of ['/m/', '/m/A01A01', '/m/A01A01/', '/m/%', '/m/%E6%BB%', '/m/a%20b/'])
      expect([path, await (await server.request(path)).text()]).toEqual([path, '<title>members</title>'])
    // WeChat Pay opens its page only for a site that it knows.
    expect((await server.request('/m/A01A01')).headers.get('referrer-policy')).toBe('strict-origin')
    for (const path of ['/m/assets/index-3c4d.js', '/m/A01A01/assets/index-3c4d.js'])
      expect(await (await server.request(path)).text()).toBe('2')
    for (const path of ['/m/assets/nowhere.js', '/m/assets/..%2f..%2findex.html'])
      expect((await server.request(path)).status).toBe(404)
  })

  it('serves the guide in both languages, at addresses without endings, and its own page for a missing one', async () => {
    const pages = [
      ['/guide', '指南'],
      ['/guide/', '指南'],
      ['/guide/offline', '断网'],
      ['/guide/en', 'guide'],
      ['/guide/en/', 'guide'],
    ]
    for (const [path = '', text] of pages)
      expect([path, await (await server.request(path)).text()]).toEqual([path, text])
    const page = await server.request('/guide/offline')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    const script = await server.request('/guide/assets/app.5e6f.js')
    expect(script.headers.get('cache-control')).toContain('immutable')
    for (const path of ['/guide/nowhere', '/guide/assets/nowhere.js', '/guide/..%2findex', '/guide/en/nowhere/']) {
      const missing = await server.request(path)
      expect([path, missing.status, await missing.text()]).toEqual([path, 404, 'no such page'])
      expect(missing.headers.get('content-security-policy')).toContain("script-src 'self'")
    }
  })
})

describe('any call', () => {
  it('is allowed from any origin, but without cookies', async () => {
    const origin = 'https://admin.example'
    const asked = 'x-access-token,idempotency-key,tenant-id'
    const headers = {
      Origin: origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': asked,
    }
    const preflight = await server.request('/api/sys/selectDepart', { method: 'OPTIONS', headers })
    expect(preflight.status).toBe(200)
    expect(preflight.headers.get('access-control-allow-headers')).toBe(asked)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    const answer = await server.request('/api/sys/randomImage/1', { headers: { Origin: origin } })
    expect(answer.headers.get('access-control-expose-headers')).toContain('Content-Disposition')
  })

  it('reports the methods of its path to any caller, for any body', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const body = '{"username":'
    const wrong = await server.request('/api/sys/login', { method: 'PUT', headers, body })
    expect(wrong.status).toBe(200)
    expect(wrong.headers.get('allow')).toBe('POST')
    expect(await wrong.json()).toMatchObject({
      success: false,
      code: 405,
      result: null,
      message: '不支持PUT请求方法，支持以下POST、',
      error: { code: 'common.methodNotAllowed' },
    })
    const english = { 'Accept-Language': 'en' }
    const unread = await server.request('/api/sys/position/edit', { method: 'PATCH', headers: english })
    expect(await unread.json()).toMatchObject({ code: 405, message: 'PATCH is not supported here; use POST, PUT' })
    expect((await server.request('/api/nowhere', { method: 'DELETE' })).status).toBe(404)
    const named = await server.request('/api/sys/dict/back/1', {
      method: 'POST',
      headers: { Origin: 'https://x.example' },
    })
    expect([named.headers.get('allow'), await named.json()]).toMatchObject(['PUT', { code: 405 }])
    // A page of another origin can read it.
    expect(named.headers.get('access-control-allow-origin')).toBe('https://x.example')
    expect(named.headers.get('x-request-id')).not.toBeNull()
  })

  it('is refused if it is too large or not JSON, and reports a bug by its request id only', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const post = (body: string) => server.request('/api/sys/login', { method: 'POST', headers, body })
    expect((await post(`"${'x'.repeat(1_100_000)}"`)).status).toBe(413)
    expect((await post('{"username":')).status).toBe(400)
    expect(await (await post('{"username":5}')).json()).toMatchObject({ error: { code: 'common.invalidInput' } })
    expect((await server.request('/api/sys/logout', { method: 'POST', headers })).status).toBe(200)
    const bug = await server.request('/api/test/bug')
    const body = JSON.stringify(await bug.json())
    expect(bug.status).toBe(500)
    expect(body).toContain(bug.headers.get('x-request-id'))
    expect(body).not.toContain('reason')
    expect(server.logs.join('')).toContain('is the reason')
    expect(server.logs.join('')).not.toContain('13800001111')
  })
})

describe('an invalid field', () => {
  it('is reported by its label in the language of the reader, and by its wire name for programs', async () => {
    const { token } = await server.signIn('manager', 'A01A01')
    const refusalOf = async (path: string, sent: object, language = 'zh') => {
      const headers = { 'Content-Type': 'application/json', 'Accept-Language': language }
      const init = { method: 'POST', headers, token, body: JSON.stringify(sent) }
      const { message, error } = (await (await server.request(`/api${path}`, init)).json()) as Envelope
      return [message, error?.details.field]
    }
    const start = '/playbeforepay/sysPlayBeforePay/add'
    expect(await refusalOf(start, {})).toEqual(['运行模式：必填', 'consumeVehicleMode'])
    const long = await refusalOf(start, { consumeVehicleMode: 'circlemode', remark: 'x'.repeat(300) }, 'en')
    expect(long).toEqual([expect.stringMatching(/^Remarks?: at most 200 characters$/), 'remark'])
    expect((await refusalOf('/sys/position/add', { code: 'x' }))[0]).toBe('职务名称：必填')
    expect((await refusalOf('/sys/role/add', { roleCode: 'x' }))[0]).toMatch(/^角色/)
    expect((await refusalOf('/sys/user/register', {}))[0]).toBe('账号：必填')
  })
})

describe('a database that does not answer', () => {
  it('is reported as an outage after which the caller may retry', async () => {
    const response = await server.request('/api/test/database', { headers: { 'Accept-Language': 'en' } })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ success: false, code: 503, error: { code: 'common.unavailable' } })
  })
})

describe('stopping', () => {
  it('finishes running requests, closes sockets with 1001 and accepts nothing more', async () => {
    const copy = await server.startCopy()
    const socket = new WebSocket(`${copy.url.replace('http', 'ws')}/websocket/anyone`)
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    await new Promise((resolve) => socket.once('open', resolve))
    const before = reached
    const answer = copy.request('/api/test/wait')
    await until(() => expect(reached).toBe(before + 1))
    const stopped = copy.stop()
    expect(await closed).toBe(1001)
    release()
    expect(await (await answer).json()).toEqual({ done: true })
    await stopped
    await expect(copy.request('/healthz')).rejects.toThrow()
  })
})
