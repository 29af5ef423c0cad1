import { getPriority } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cuttable } from '#tests/support/faults/cuttable.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/postgres.ts'
import { type Database, EVERY_STORE, isUnavailable, openDatabase, scopeOf, type Transaction } from './database.ts'
import { withClient } from './roles.ts'

let test: TestDatabase
let db: Database
let heard: () => void = () => undefined
beforeAll(async () => {
  test = await createTestDatabase()
  db = openDatabase(test.appUrl, { size: 4, onError: () => heard() })
  await withClient(test.ownerUrl, (owner) =>
    owner.query(`create table test_pair (id int primary key, count bigint not null default 0);
      insert into test_pair (id) values (1), (2);
      create function test_refusal(state text) returns int language plpgsql as
        $$ begin raise exception using errcode = state, message = 'members.locked'; end $$;
      create function test_scope() returns text language sql as 'select current_setting(''pitlane.scope'', true)'`),
  )
})
afterAll(async () => {
  await db.close()
  await test.drop()
})

const stores = async (trx: Transaction) =>
  (await trx.selectFrom('store').select('orgCode').orderBy('orgCode').execute()).map(({ orgCode }) => orgCode)

describe('a transaction with a scope', () => {
  it('sees its own stores, and its scope ends with it', async () => {
    expect(await db.scoped(scopeOf('A01A02'), stores)).toEqual(['A01A02'])
    expect(await db.scoped(EVERY_STORE, stores)).toEqual(['A01', 'A01A01', 'A01A02'])
    expect(await db.kysely.selectFrom('store').select('orgCode').execute()).toEqual([])
    expect(await db.scoped(scopeOf("A01A01', true); drop table test_pair; --"), stores)).toEqual([])
  })

  it('is retried when PostgreSQL aborts it for a deadlock', async () => {
    let runs = 0
    let holding = 0
    const { promise: bothHold, resolve } = Promise.withResolvers<void>()
    const add = (trx: Transaction, id: number) =>
      sql`update test_pair set count = count + 1 where id = ${id}`.execute(trx)
    const both = (first: number, then: number) =>
      db.scoped(EVERY_STORE, async (trx) => {
        runs++
        await add(trx, first)
        if (++holding === 2) resolve()
        await bothHold
        await add(trx, then)
      })
    await Promise.all([both(1, 2), both(2, 1)])
    const { rows } = await sql<{ count: number }>`select count from test_pair order by id`.execute(db.kysely)
    expect(rows).toEqual([{ count: 2 }, { count: 2 }])
    expect(runs).toBeGreaterThan(2)
  })

  it('reads a list with a lower process priority than the counter on this machine', async () => {
    const direct = openDatabase(test.listenUrl ?? test.appUrl, { size: 1 })
    const niceness = async (lane?: 'lists' | 'workbooks') => {
      const { rows } = await direct.scoped(
        EVERY_STORE,
        (trx) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx),
        lane,
      )
      return getPriority(rows[0]?.pid)
    }
    const usual = await niceness()
    expect(await niceness('lists')).toBeGreaterThan(usual)
    expect(await niceness('workbooks')).toBeGreaterThan(usual)
    await direct.close()
  })

  it('cannot write if it is read-only, and does not leave its scope on the connection', async () => {
    const write = (trx: Transaction) => sql`insert into test_pair (id) values (4)`.execute(trx)
    await expect(db.scoped(EVERY_STORE, write, 'reads')).rejects.toMatchObject({ code: '25006' })
    const scopes = ['A01A01', 'A01A02', 'A01A01', 'A01A02', 'A01A02', 'A01A01', 'A01A01', 'A01A02']
    const seen = await Promise.all(scopes.map((scope) => db.scoped(scopeOf(scope), stores, 'reads')))
    expect(seen).toEqual(scopes.map((scope) => [scope]))
    const { rows } = await db.listPool.query<{ scope: string }>('select test_scope() as scope')
    expect(rows[0]?.scope).toBeFalsy()
  })

  it('rolls back failed work, and does not leave its scope on the connection', async () => {
    const failing = db.scoped(EVERY_STORE, async (trx) => {
      await sql`insert into test_pair (id) values (3)`.execute(trx)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const { rows } = await sql`select from test_pair where id = 3`.execute(db.kysely)
    expect(rows).toEqual([])
    expect(await db.call('scope', 'select test_scope()', [])).toBeFalsy()
  })
})

describe('a function that is called by a single statement', () => {
  /** Without a pooler, which would pass on the same process of PostgreSQL to a new connection. */
  let direct: Database
  beforeAll(() => {
    direct = openDatabase(test.listenUrl ?? test.appUrl, { size: 1 })
  })
  afterAll(() => direct.close())
  const call = (state: string) => direct.call('test_refusal', 'select test_refusal($1)', [state]).catch(() => undefined)
  const connection = () => direct.call<number>('test_connection', 'select pg_backend_pid()', [])

  it('leaves the connection as it is when it refuses', async () => {
    const before = await connection()
    for (const state of ['PL001', '23505']) await call(state)
    expect(await connection()).toBe(before)
  })

  it('leaves a connection to a former primary, or with a plan of an older table', async () => {
    for (const state of ['25006', '0A000', '57014']) {
      const before = await connection()
      await call(state)
      expect(await connection()).not.toBe(before)
    }
  })
})

describe('values of the database', () => {
  it('are exact numbers and plain days, or an error', async () => {
    const one = (expression: string) => db.call<unknown>(expression, `select ${expression}`, [])
    expect(await one('9007199254740991::bigint')).toBe(9_007_199_254_740_991)
    await expect(one('9007199254740992::bigint')).rejects.toThrow('out of range')
    expect(await one(`'2026-02-28'::date`)).toBe('2026-02-28')
    expect(await one(`'2026-02-28 10:00+08'::timestamptz`)).toEqual(new Date('2026-02-28T02:00:00Z'))
  })
})

describe('a database that does not answer', () => {
  it('is reported as an outage and not as a bug', async () => {
    const nowhere = openDatabase('postgres://nobody:x@127.0.0.1:1/none')
    const refused = await nowhere.scoped(EVERY_STORE, stores).catch((error: unknown) => error)
    expect(isUnavailable(refused)).toBe(true)
    const wrong = await db.call('wrong', 'select nonsense', []).catch((error: unknown) => error)
    expect(isUnavailable(wrong)).toBe(false)
    await nowhere.close()
  })

  it.each(['53100', '53200', '58030'])(
    'is an outage when its machine has no room or cannot write (%s)',
    async (code) => {
      const full = `do $$ begin raise exception 'no space left on device' using errcode = '${code}'; end $$`
      const refused = await db.call('full', full, []).catch((error: unknown) => error)
      expect(isUnavailable(refused)).toBe(true)
    },
  )

  it('is an outage when it refuses a connection, whatever the code', async () => {
    const absent = openDatabase(Object.assign(new URL(test.appUrl), { pathname: '/absent' }).href)
    const read = await absent.scoped(EVERY_STORE, stores).catch((error: unknown) => error)
    const called = await absent.call('one', 'select 1', []).catch((error: unknown) => error)
    expect([read, called]).toMatchObject([{ code: '3D000' }, { code: '3D000' }])
    expect([read, called].map(isUnavailable)).toEqual([true, true])
    await absent.close()
  })

  it('may stop responding without closing connections, and is used again over new connections', async () => {
    const way = await cuttable(test.appUrl)
    const far = openDatabase(way.url, { size: 1, silenceMs: 300 })
    expect(await far.scoped(scopeOf('A01A02'), stores)).toEqual(['A01A02'])
    way.silence()
    const asked = await far.scoped(EVERY_STORE, stores).catch((error: unknown) => error)
    expect(isUnavailable(asked)).toBe(true)
    expect(await far.scoped(scopeOf('A01A02'), stores)).toEqual(['A01A02'])
    await far.close()
    way.close()
  })

  it('may disconnect during a transaction; the next one gets another connection', async () => {
    const cut = db.scoped(EVERY_STORE, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      const pid = rows[0]?.pid
      const broken = new Promise<void>((resolve) => {
        heard = resolve
      })
      await withClient(test.ownerUrl, (owner) => owner.query('select pg_terminate_backend($1)', [pid]))
      await broken
      return stores(trx)
    })
    expect(isUnavailable(await cut.catch((error: unknown) => error))).toBe(true)
    expect(await db.scoped(scopeOf('A01A02'), stores)).toEqual(['A01A02'])
  })
})
