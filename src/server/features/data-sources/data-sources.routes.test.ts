import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { withClient } from '#server/db/roles.ts'
import { listening, refuseAndStay, speakEndlessly, talkingProxy } from '#tests/support/hostile-database.ts'
import { until } from '#tests/support/until.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { openSource, reading } from './data-sources.connection.ts'
import { queryDataSource } from './index.ts'

const { server, admin, hq } = await testVenue(['admin', 'hq'], { allowedNetworks: ['127.0.0.0/8'] })
const owner = new URL(server.database.ownerUrl)
const name = `other_${randomBytes(6).toString('hex')}`
const PASSWORD = 'geheim-Kennwort-7'

// A second database with a table, and a role that may read and write it.
await withClient(server.database.ownerUrl, async (client) => {
  await client.query(`create database ${name}`)
  await client.query(`create role ${name} login password '${PASSWORD}'`)
})
const other = Object.assign(new URL(owner.href), { pathname: `/${name}` })
await withClient(other.href, async (client) => {
  await client.query(
    `create table visit (id integer, guest text, paid numeric(10,2), day date, at timestamptz, ok boolean)`,
  )
  await client.query(`insert into visit select n, 'Gast ' || n, n * 1.5, date '2026-01-31', '2026-01-31T04:05:06Z', n % 2 = 0
    from generate_series(1, 30) n`)
  await client.query(`create sequence number; grant all on all tables in schema public to ${name};
    grant all on all sequences in schema public to ${name}`)
})
afterAll(() =>
  withClient(server.database.ownerUrl, async (client) => {
    await client.query(`drop database ${name} with (force)`)
    await client.query(`drop role ${name}`)
  }),
)

const dbUrl = `postgresql://127.0.0.1:${owner.port}/${name}?sslmode=disable`
const source = { name: '访客', dbType: 'PostgreSQL', dbUrl, dbUsername: name, dbPassword: PASSWORD }
const add = (code: string, more = {}) => admin.dataSources.add({ body: { ...source, code, ...more } })
const rowOf = async (code: string) => {
  const [row] = (await admin.dataSources.list({ query: { code } })).result.records
  if (!row) throw new Error(`no data source ${code}`)
  return row
}
const ask = (statement: string, params: (string | number)[] = [], rows = 10, code = 'visits') =>
  queryDataSource(server.deps, code, statement, params, { rows })
const test = (more = {}) => admin.dataSources.testConnection({ body: { ...source, ...more } })

await add('visits')

describe('a data source', () => {
  it('is read with types, parameters and a limit of rows', async () => {
    expect(await ask('select * from visit where id > $1 order by id -- newest', [3], 2)).toEqual({
      columns: [
        { name: 'id', type: 'number' },
        { name: 'guest', type: 'text' },
        { name: 'paid', type: 'number' },
        { name: 'day', type: 'date' },
        { name: 'at', type: 'time' },
        { name: 'ok', type: 'flag' },
      ],
      rows: [
        { id: 4, guest: 'Gast 4', paid: 6, day: '2026-01-31', at: '2026-01-31 12:05:06', ok: true },
        { id: 5, guest: 'Gast 5', paid: 7.5, day: '2026-01-31', at: '2026-01-31 12:05:06', ok: false },
      ],
      isCut: true,
    })
    const exact = await ask(`select 9007199254740993 as a, null as b, 1 as c, 2 as c, '{"x":1}'::jsonb as d`)
    expect(exact.rows).toEqual([{ a: '9007199254740993', b: null, c: 1, c_2: 2, d: '{"x": 1}' }])
    expect(exact.isCut).toBe(false)
    await expect(ask('select nothing from visit')).rejects.toMatchObject({
      code: 'dataSources.badStatement',
      details: { reason: expect.stringContaining('nothing') },
    })
    await expect(ask('select 1', [], 1, 'none')).rejects.toMatchObject({ code: 'dataSources.unknown' })
  })

  it('is never changed', async () => {
    for (const statement of [
      'delete from visit',
      'with gone as (delete from visit returning id) select * from gone',
      'select 1) as x; delete from visit; select * from (select 1',
      "select set_config('transaction_read_only', 'off', true)",
      "select nextval('number')",
      'set transaction read write',
      'commit',
      'select 1; commit; delete from visit',
      'select id from visit for update',
      'select 1) as x limit 1; --',
    ]) {
      await expect(ask(statement), statement).rejects.toMatchObject({
        code: expect.stringMatching(/^dataSources\.(readOnly|badStatement)$/),
      })
    }
    // A setting of one statement does not reach the next.
    await ask(
      "select set_config('default_transaction_read_only', 'off', false), set_config('statement_timeout', '0', false)",
    )
    await ask('select pg_advisory_lock(1)')
    const { rows } =
      await ask(`select current_setting('transaction_read_only') as a, current_setting('statement_timeout') as b,
      current_setting('default_transaction_read_only') as c, (select count(*) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())) as d`)
    expect(rows).toEqual([{ a: 'on', b: '5s', c: 'on', d: 0 }])
    expect((await ask('select count(*) as n from visit')).rows).toEqual([{ n: 30 }])
  })

  it('is left after 5 seconds, or 8 MB', async () => {
    // Its only connection is held by other work: that is no reason to close the pool.
    const pool = await openSource(source, ['127.0.0.0/8'], 1)
    const held = reading(pool, () => reading(pool, async () => 'read').catch((error: unknown) => error))
    const slow = ask('select pg_sleep(60)').catch((error: unknown) => error)
    await expect(ask("select repeat('x', 9000000)")).rejects.toMatchObject({ code: 'dataSources.tooLarge' })
    await expect(ask("select repeat('x', 10000) from generate_series(1, 1000)", [], 1000)).rejects.toMatchObject({
      code: 'dataSources.tooLarge',
    })
    expect(await slow).toMatchObject({ code: 'dataSources.tooSlow' })
    expect(await held).toMatchObject({ code: 'dataSources.busy' })
    await pool.end()
    expect((await ask('select 1 as n')).rows).toEqual([{ n: 1 }])
  })

  it.each([
    ['disable', 'dataSources.unreachable'],
    ['require', 'dataSources.noTls'],
  ])('is left when it speaks endlessly before the sign-in, with sslmode %s', async (sslMode, code) => {
    let sent = 0
    const hostile = await listening((socket) => {
      speakEndlessly(socket)
      socket.on('close', () => {
        sent += socket.bytesWritten
      })
    })
    onTestFinished(() => hostile.close())
    const dbUrl = `postgresql://127.0.0.1:${hostile.port}/x?sslmode=${sslMode}`
    await expect(test({ dbUrl })).rejects.toMatchObject({ code })
    await until(() => expect(hostile.open()).toBe(0))
    // The limit, and what the sockets of both sides hold.
    expect(sent).toBeLessThan(32 * 1_048_576)
  })

  it('is left when it refuses the sign-in and stays', async () => {
    const refusing = await listening(refuseAndStay)
    onTestFinished(() => refusing.close())
    const dbUrl = `postgresql://127.0.0.1:${refusing.port}/x?sslmode=disable`
    await expect(test({ dbUrl })).rejects.toMatchObject({ code: 'dataSources.refused' })
    await until(() => expect(refusing.open()).toBe(0))
  })

  it('is left when it speaks endlessly between two queries', async () => {
    const proxy = await talkingProxy(Number(owner.port))
    onTestFinished(() => proxy.close())
    await add('talks', { dbUrl: dbUrl.replace(`:${owner.port}`, `:${proxy.port}`) })
    expect((await ask('select 1 as n', [], 1, 'talks')).rows).toEqual([{ n: 1 }])
    proxy.talk()
    await until(() => expect(proxy.open()).toBe(0))
    expect((await ask('select 2 as n', [], 1, 'talks')).rows).toEqual([{ n: 2 }])
  })

  it('is tested with the reason of a failure in the language of the reader', async () => {
    expect((await test()).message).toBe('数据库连接成功')
    const { id } = await rowOf('visits')
    expect((await test({ id, dbPassword: '' })).message).toBe('数据库连接成功')
    const reasons: [object, string][] = [
      [{ dbPassword: 'wrong' }, 'dataSources.refused'],
      [{ dbUsername: 'nobody' }, 'dataSources.refused'],
      [{ dbUrl: dbUrl.replace(`/${name}`, '/nowhere') }, 'dataSources.noDatabase'],
      [{ dbUrl: dbUrl.replace('=disable', '=require') }, 'dataSources.noTls'],
      [{ dbUrl: dbUrl.replace(`:${owner.port}`, ':1') }, 'dataSources.unreachable'],
      [{ dbUrl: 'postgresql://nowhere.invalid/x' }, 'network.unknownHost'],
      [{ dbUrl: 'postgresql://10.0.0.1/x' }, 'network.private'],
      [{ dbUrl: 'postgresql://169.254.169.254/x' }, 'network.private'],
      [{ id, dbUrl: dbUrl.replace('127.0.0.1', '127.0.0.2'), dbPassword: '' }, 'dataSources.passwordAgain'],
      [
        { dbUsername: decodeURIComponent(owner.username), dbPassword: decodeURIComponent(owner.password) },
        'dataSources.superuser',
      ],
    ]
    for (const [more, code] of reasons) await expect(test(more), code).rejects.toMatchObject({ code })
    for (const [more, field] of [
      [{ dbType: 'MySQL' }, 'dbType'],
      [{ dbType: '1' }, 'dbType'],
      [{ dbUrl: 'jdbc:mysql://db:3306/x' }, 'dbUrl'],
      [{ dbUrl: `${dbUrl}&options=-crole=postgres` }, 'dbUrl'],
    ] as const) {
      await expect(test(more)).rejects.toMatchObject({ code: 'common.invalidInput', details: { field } })
      await expect(add('bad', more)).rejects.toMatchObject({ code: 'common.invalidInput', details: { field } })
    }
    const english = server.client(admin.token, 'en')
    await expect(english.dataSources.testConnection({ body: { ...source, dbType: 'Oracle' } })).rejects.toMatchObject({
      serverMessage: expect.stringContaining('only PostgreSQL databases are supported'),
    })
  })

  it('is never given the password of our own database', async () => {
    vi.stubEnv('PGPASSWORD', PASSWORD)
    try {
      await expect(test({ dbPassword: '' })).rejects.toMatchObject({ code: 'dataSources.refused' })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('keeps its password to itself', async () => {
    const { id } = await rowOf('visits')
    const read = await admin.dataSources.queryById({ query: { id } })
    expect(read.result).toMatchObject({ hasPassword: true })
    const kept = await server.deps.db.scoped(EVERY_STORE, async (trx) => ({
      sources: await trx.selectFrom('dataSource').selectAll().execute(),
      trail: await trx.selectFrom('auditEntry').selectAll().execute(),
    }))
    const sheet = await server.request('/api/sys/dataSource/exportXls', { token: admin.token })
    expect(sheet.status).toBe(200)
    for (const text of [read, kept, server.logs].map((value) => JSON.stringify(value))) {
      expect(text).not.toContain(PASSWORD)
    }
    await admin.dataSources.edit({ body: { id, remark: 'x' } })
    expect((await ask('select 1 as n')).rows).toEqual([{ n: 1 }])
    await expect(admin.dataSources.edit({ body: { id, dbUsername: 'postgres' } })).rejects.toMatchObject({
      code: 'dataSources.passwordAgain',
      details: { field: 'dbPassword' },
    })
    // A sealed password opens for its own row only.
    await add('copied', { dbPassword: 'x' })
    await server.deps.db.scoped(EVERY_STORE, async (trx) => {
      const [{ passwordSealed = '' } = {}] = kept.sources
      await trx.updateTable('dataSource').set({ passwordSealed }).where('code', '=', 'copied').execute()
    })
    await expect(ask('select 1', [], 1, 'copied')).rejects.toThrow()
  })

  it('is disconnected after an edit and a deletion', async () => {
    const connections = () =>
      withClient(server.database.ownerUrl, async (client) => {
        const { rows } = await client.query<{ n: number }>(
          'select count(*)::integer as n from pg_stat_activity where usename = $1',
          [name],
        )
        return rows[0]?.n
      })
    await add('briefly')
    await ask('select 1', [], 1, 'briefly')
    const before = (await connections()) ?? 0
    expect(before).toBeGreaterThan(0)
    const { id } = await rowOf('briefly')
    await admin.dataSources.edit({ body: { id, dbUrl: dbUrl.replace('127.0.0.1', '127.0.0.3'), dbPassword: PASSWORD } })
    await until(async () => ((await connections()) ?? 0) < before)
    await admin.dataSources.delete({ query: { id } })
    await expect(ask('select 1', [], 1, 'briefly')).rejects.toMatchObject({ code: 'dataSources.unknown' })
  })

  it('is seen by the platform administrator alone, whatever a role holds', async () => {
    const forbidden = { code: 'auth.forbidden' }
    expect((await hq.dataSources.options()).result).toEqual([])
    await server.deps.db.scoped(EVERY_STORE, async (trx) => {
      const role = await trx.selectFrom('role').select('id').where('roleCode', '=', 'hq').executeTakeFirstOrThrow()
      const { id } = await trx
        .selectFrom('permission')
        .select('id')
        .where('perms', '=', 'datasource:list')
        .executeTakeFirstOrThrow()
      await trx.insertInto('rolePermission').values({ roleId: role.id, permissionId: id }).execute()
    })
    const again = await server.signIn('hq')
    for (const call of [
      () => again.dataSources.list({ query: {} }),
      () => again.dataSources.testConnection({ body: source }),
      () => again.dataSources.add({ body: { ...source, code: 'mine' } }),
    ]) {
      await expect(call()).rejects.toMatchObject(forbidden)
    }
    expect((await again.dataSources.options()).result).toEqual([])
    expect((await admin.dataSources.options()).result).toContainEqual({ value: 'visits', label: '访客', text: '访客' })
  })
})
