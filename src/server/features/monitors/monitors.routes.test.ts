import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { queues } from '#server/core/jobs/jobs.schema.ts'
import { SLOW_STATEMENT_MS, withoutValues } from '#server/core/metrics/metrics.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, admin, hq, manager } = await testVenue(['admin', 'hq', 'manager'])

/** A call as a client of the API family makes it. */
const get = async (path: string, token = admin.token) => {
  const response = await server.request(`/jeecg-boot${path}`, { token })
  return { status: response.status, body: await response.json() }
}

/** The figures that the family's three pages ask for at once; one that is missing blanks the page (`api-family 7`). */
const FIGURES = [
  ...['max', 'committed', 'used'].map((name) => `jvm.memory.${name}`),
  'jvm.buffer.memory.used',
  'jvm.buffer.count',
  ...['daemon', 'live', 'peak'].map((name) => `jvm.threads.${name}`),
  ...['loaded', 'unloaded'].map((name) => `jvm.classes.${name}`),
  ...['memory.allocated', 'memory.promoted', 'max.data.size', 'live.data.size', 'pause'].map(
    (name) => `jvm.gc.${name}`,
  ),
  ...['created', 'expired', 'active.current', 'active.max', 'rejected'].map((name) => `tomcat.sessions.${name}`),
  ...['sent', 'request.max', 'request'].map((name) => `tomcat.global.${name}`),
  ...['current', 'config.max'].map((name) => `tomcat.threads.${name}`),
  ...['count', 'usage'].map((name) => `system.cpu.${name}`),
  ...['start.time', 'uptime', 'cpu.usage'].map((name) => `process.${name}`),
]
const PATHS = [
  ...FIGURES.map((name) => `/actuator/metrics/${name}`),
  '/actuator/httptrace',
  ...['info', 'keysSize', 'memoryInfo', 'queryDiskInfo'].map((name) => `/actuator/redis/${name}`),
  ...['info', 'keysSize', 'memoryInfo', 'queryDiskInfo'].map((name) => `/sys/actuator/redis/${name}`),
]
const figure = async (name: string): Promise<number> =>
  (await get(`/actuator/metrics/${name}`)).body.measurements[0].value

describe('the monitors', () => {
  it('answer every call of the family’s pages in its shape', async () => {
    for (const name of FIGURES) {
      const { status, body } = await get(`/actuator/metrics/${name}`)
      expect(status, name).toBe(200)
      expect(body, name).toEqual({
        name,
        description: expect.stringMatching(/./),
        baseUnit: expect.any(String),
        measurements: expect.any(Array),
        availableTags: [{ tag: 'copy', values: [server.deps.metrics.copy] }],
      })
      const statistics = body.measurements.map(({ statistic }: { statistic: string }) => statistic)
      const isCount = name === 'jvm.gc.pause' || name === 'tomcat.global.request'
      expect(statistics, name).toEqual(isCount ? ['COUNT', 'TOTAL_TIME'] : ['VALUE'])
      for (const { value } of body.measurements) expect(value, name).toBeGreaterThanOrEqual(0)
    }
    expect((await get('/actuator/httptrace')).body.traces.length).toBeGreaterThan(0)
    for (const base of ['/actuator/redis', '/sys/actuator/redis']) {
      const info = (await get(`${base}/info`)).body
      expect(info).toMatchObject({ success: true, result: expect.any(Array) })
      for (const line of info.result) {
        expect(line).toEqual({ key: expect.any(String), value: expect.any(String), description: expect.any(String) })
      }
      expect((await get(`${base}/keysSize`)).body).toEqual({
        create_time: expect.any(Number),
        dbSize: expect.any(Number),
      })
      const memory = (await get(`${base}/memoryInfo`)).body
      expect(memory).toEqual({ create_time: expect.any(Number), used_memory: expect.stringMatching(/^[1-9]\d*$/) })
      const disks = (await get(`${base}/queryDiskInfo`)).body
      expect(disks).toMatchObject({ success: true, message: '查询成功' })
      expect(disks.result[0]).toEqual({
        name: expect.any(String),
        max: expect.any(Number),
        rest: expect.any(Number),
        restPPT: expect.any(Number),
      })
    }
    const unknown = await get('/actuator/metrics/java.lang.Runtime')
    expect(unknown.body).toMatchObject({ success: false, error: { code: 'monitors.unknown' } })
  })

  it('are for the platform administrator alone, whatever a role holds', async () => {
    await server.deps.db.scoped(EVERY_STORE, async (trx) => {
      const role = await trx.selectFrom('role').select('id').where('roleCode', '=', 'hq').executeTakeFirstOrThrow()
      const { id } = await trx
        .selectFrom('permission')
        .select('id')
        .where('perms', '=', 'monitor:list')
        .executeTakeFirstOrThrow()
      await trx.insertInto('rolePermission').values({ roleId: role.id, permissionId: id }).execute()
    })
    const granted = await server.signIn('hq')
    for (const path of [...PATHS, '/monitor/figures', '/monitor/history', '/monitor/requests']) {
      expect((await get(path, '')).status, path).toBe(401)
      for (const { token } of [manager, hq, granted]) {
        expect((await get(path, token)).body, path).toMatchObject({ success: false, code: 510 })
      }
    }
  })

  it('show what is there, with the values of /metrics', async () => {
    const before = await figure('tomcat.global.request')
    await manager.positions.list({ query: {} })
    expect(await figure('tomcat.global.request')).toBeGreaterThan(before)
    expect(await figure('process.uptime')).toBeCloseTo(process.uptime(), -2)
    expect(await figure('tomcat.sessions.active.current')).toBeGreaterThan(2)
    expect(await figure('jvm.memory.used')).toBeLessThan(await figure('jvm.memory.max'))
    const text = await (await server.request('/metrics')).text()
    const shown = (name: string) => Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1])
    // From the start, because an alert rule sees no change in a series that begins with the first failure.
    for (const queue of Object.keys(queues)) expect(shown(`pitlane_jobs{queue="${queue}",state="failed"}`)).toBe(0)
    expect(shown('pitlane_heap_limit_bytes')).toBe(await figure('jvm.memory.max'))
    expect(shown('pitlane_signed_in')).toBe(await figure('tomcat.sessions.active.current'))
    // A request since then may have taken longer.
    const longest = shown('pitlane_http_longest_seconds')
    expect(longest).toBeGreaterThan(0)
    expect(await figure('tomcat.global.request.max')).toBeGreaterThanOrEqual(longest)
    const [disk] = (await admin.monitors.disks()).result
    expect(shown(`pitlane_disk_bytes{disk="${disk?.name}",kind="size"}`)).toBe(disk?.max)
  })

  it('keep the last 100 requests without values, people and secrets', async () => {
    await server
      .client()
      .signIn.login({ body: { username: 'geheimer-name', password: 'Geheim-4711' } })
      .catch(() => null)
    await admin.positions.list({ query: { name: '13812345678' } })
    await server.request('/api/sys/common/static/secret-path.png?token=abcdef')
    await server.request('/nowhere/13899998888?key=abcdef')
    await server.request('/healthz')
    await admin.positions.list({ query: { name: '13812345678' } })
    const traced = await get('/actuator/httptrace')
    expect(traced.body.traces[0]).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      principal: null,
      session: null,
      request: {
        method: 'GET',
        uri: '/api/sys/position/list',
        headers: expect.any(Object),
        remoteAddress: '127.0.0.*',
      },
      response: { status: 200, headers: expect.any(Object) },
      timeTaken: expect.any(Number),
    })
    const own = JSON.stringify((await admin.monitors.requests()).result)
    for (const text of [own, JSON.stringify(traced.body)]) {
      expect(text).not.toMatch(/138\d{8}|geheim|Geheim|abcdef|secret-path|127\.0\.0\.1/)
      expect(text).not.toContain(admin.token)
    }
    for (let count = 0; count < 110; count++) await server.request('/nowhere')
    expect((await admin.monitors.requests()).result.requests).toHaveLength(100)
  })

  it('keep the hour by minute, and slow statements without their values', async () => {
    await server.deps.db.scoped(EVERY_STORE, (trx) =>
      sql`select pg_sleep(${SLOW_STATEMENT_MS / 1000 + 0.02}), 'a secret', 13812345678 as phone`.execute(trx),
    )
    const { result } = await admin.monitors.history()
    expect(result.copy).toBe(server.deps.metrics.copy)
    expect(result.points.at(-1)).toMatchObject({ minute: expect.stringMatching(/^\d\d:\d\d$/) })
    expect(result.points.at(-1)?.heapBytes).toBeGreaterThan(1_000_000)
    expect(result.points.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThan(100)
    const slow = result.slow.find(({ statement }) => statement.includes('pg_sleep'))
    expect(slow?.statement).toBe('select pg_sleep($1), ?, ? as phone')
    expect(slow?.milliseconds).toBeGreaterThanOrEqual(SLOW_STATEMENT_MS)
    expect(withoutValues(`select e'a\\'b', 'it''s', $$x$$, 1.5, v2, $3 from t1  where a=12`)).toBe(
      'select ?, ?, ?, ?, v2, $3 from t1 where a=?',
    )
  })

  it('have every metric that the dashboard and the alert rules name', async () => {
    const files = ['deploy/grafana/pitlane.json', 'deploy/prometheus/alerts.yml']
    const text = await (await server.request('/metrics')).text()
    const declared = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    for (const file of files) {
      const named = readFileSync(file, 'utf8').match(/\b(?:pitlane|nodejs|process)_\w+/g) ?? []
      expect(named.length, file).toBeGreaterThan(5)
      const missing = named.filter(
        (name) => !declared.has(name) && !declared.has(name.replace(/_(bucket|sum|count)$/, '')),
      )
      expect(missing, file).toEqual([])
    }
  })

  it('answer for the copy that was asked', async () => {
    const other = await server.startCopy()
    const there = await other.client(admin.token).monitors.history()
    expect(there.result.points.reduce((sum, { requests }) => sum + requests, 0)).toBeLessThan(10)
    await other.stop()
  })
})
