import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { Slice } from '#server/core/slice.ts'
import { withClient } from '#server/db/roles.ts'
import { AppError } from '#shared/core/errors.ts'
import { familyField, familyNameOf } from '#shared/core/family-names.ts'
import { newId } from '#shared/core/id.ts'
import { route } from '#shared/core/route.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { canonicalBody } from './canonical-body.ts'
import { type HandlerInput, mount, withMessage } from './mount.ts'

const contract = {
  put: route({
    method: 'POST',
    path: '/test/put',
    summary: 'Adds an amount once',
    access: 'playbeforepay:list',
    body: z.object({
      amount: z.number().int(),
      note: z.string().default(''),
      tags: z.array(z.string()).default([]),
      racer: familyField(z.string().nullish()),
    }),
    result: z.object({ sum: z.number() }),
    idempotent: { exceptFields: ['note'] },
  }),
  again: route({
    method: 'POST',
    path: '/test/again',
    summary: 'Another call',
    access: 'playbeforepay:list',
    body: z.object({ amount: z.number().int() }),
    result: z.object({ sum: z.number() }),
    idempotent: {},
  }),
}

let rescued: unknown[] = []
let pushed = 0

/** A ledger with one line per call, so that its sum shows repeated effects. */
const ledger: Slice = (app, deps) => {
  const add = ({ body, ctx }: HandlerInput<(typeof contract)['again'] | (typeof contract)['put']>) =>
    ctx.tx(async (trx) => {
      const orgCode = 'note' in body && body.note.startsWith('A01') ? body.note : ctx.user.orgCode
      ctx.changesStore(orgCode)
      ctx.afterFailure(async (error) => void rescued.push(error))
      ctx.afterCommit(() => {
        pushed++
      })
      await sql`insert into test_ledger (org_code, amount) values (${orgCode}, ${body.amount})`.execute(trx)
      if (body.amount < 0) throw new AppError('common.recordNotFound')
      const { rows } = await sql<{ sum: number }>`select sum(amount)::int as sum from test_ledger`.execute(trx)
      return { sum: rows[0]?.sum ?? 0 }
    })
  mount(app, deps, contract, {
    put: async (input) => withMessage(await add(input), `said ${input.body.amount}`),
    again: add,
  })
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, [ledger])
  await withClient(server.database.ownerUrl, (owner) =>
    owner.query(`create table test_ledger (org_code text collate "C" not null, amount int not null);
      select protect_by_store('test_ledger')`),
  )
})
afterAll(() => server.stop())
beforeEach(() => {
  rescued = []
  pushed = 0
})

interface Sent {
  body: unknown
  key?: string
  username?: string
  store?: string
  path?: string
}

async function send({ body, key, username = 'cashier', store, path = '/test/put' }: Sent) {
  const { token } = await server.signIn(username, store)
  const headers = { 'Content-Type': 'application/json', ...(key ? { 'Idempotency-Key': key } : {}) }
  const response = await server.request(`/api${path}`, { method: 'POST', token, headers, body: JSON.stringify(body) })
  return (await response.json()) as { success: boolean; message: string; result: unknown; error?: { code: string } }
}

const sumOf = async (orgCode: string): Promise<number> => {
  const { rows } = await withClient(server.database.ownerUrl, (owner) =>
    owner.query('select coalesce(sum(amount), 0)::int as sum from test_ledger where org_code = $1', [orgCode]),
  )
  return rows[0].sum
}

describe('a call with an idempotency key', () => {
  it('has one effect and returns its first answer again', async () => {
    const key = newId()
    const before = await sumOf('A01A01')
    const first = await send({ key, body: { amount: 7 } })
    const second = await send({ key, body: { amount: 7, note: 'not part of what the key stands for' } })
    expect(first).toMatchObject({ success: true, message: 'said 7', result: { sum: before + 7 } })
    expect(second).toMatchObject({ success: true, message: 'said 7', result: { sum: before + 7 } })
    expect(await sumOf('A01A01')).toBe(before + 7)
    expect(pushed).toBe(1)
  })

  it('hashes a body under the names that earlier versions have stored', async () => {
    const key = newId()
    const family = { amount: 3, [familyNameOf('racer')]: 'A' }
    const first = await send({ key, body: family })
    expect(await send({ key, body: { amount: 3, racer: 'A' } })).toMatchObject({ success: true, result: first.result })
    const { rows } = await withClient(server.database.ownerUrl, (owner) =>
      owner.query('select body_hash from request_key where key = $1', [key]),
    )
    expect(rows).toEqual([{ body_hash: hashOf(canonicalBody(family, [])) }])
  })

  it('refuses the same key for another body or another call', async () => {
    const key = newId()
    await send({ key, body: { amount: 1 } })
    for (const other of [
      { body: { amount: 2 } },
      { body: { amount: 1, racer: 'any field counts' } },
      { body: { amount: 1, tags: ['a'] } },
      { body: { amount: 1 }, path: '/test/again' },
    ]) {
      expect(await send({ key, ...other })).toMatchObject({ success: false, error: { code: 'common.keyReused' } })
    }
  })

  it('ignores the order of fields, and treats empty fields as missing ones', async () => {
    const key = newId()
    const first = await send({ key, body: { amount: 9, racer: 'A', tags: [] } })
    for (const body of [
      { racer: 'A', amount: 9 },
      { note: '', tags: [], racer: 'A', amount: 9, unknown: 1 },
    ]) {
      expect(await send({ key, body })).toMatchObject({ success: true, result: first.result })
    }
  })

  it('returns the stored answer to users with the same rights only', async () => {
    const key = newId()
    const body = { amount: 6 }
    const first = await send({ key, body, username: 'manager', store: 'A01A01' })
    for (const username of ['cashier', 'hq', 'admin']) {
      expect(await send({ key, body, username })).toMatchObject({ success: true, result: first.result })
    }
    const owner = (statement: string) => withClient(server.database.ownerUrl, (client) => client.query(statement))
    await owner(`create table taken as select * from role_permission where permission_id in
        (select id from permission where perms = 'playbeforepay:list');
      delete from role_permission g using taken t where g.role_id = t.role_id and g.permission_id = t.permission_id`)
    await until(async () =>
      expect(await send({ key, body })).toMatchObject({ success: false, error: { code: 'auth.forbidden' } }),
    )
    await owner('insert into role_permission select * from taken')
    await until(async () => expect(await send({ key, body })).toMatchObject({ result: first.result }))
  })

  it('belongs to the store that it changed: its users may repeat a call of headquarters', async () => {
    const key = newId()
    const body = { amount: 8, note: 'A01A02' }
    const first = await send({ key, body, username: 'hq' })
    expect(first).toMatchObject({ success: true })
    expect(await send({ key, body, username: 'manager2' })).toMatchObject({ result: first.result })
  })

  it('is stored permanently: the server can neither change nor delete it', async () => {
    const key = newId()
    await send({ key, body: { amount: 1 } })
    for (const statement of [
      `update request_key set answer = '{}' where key = '${key}'`,
      `update request_key set body_hash = 'x'`,
      `delete from request_key`,
      'truncate request_key',
    ]) {
      await expect(server.deps.db.pool.query(statement), statement).rejects.toThrow(/permission denied/)
    }
  })

  it('has one effect when ten arrive at once, from two users over two copies of the server', async () => {
    const key = newId()
    const before = await sumOf('A01A01')
    const other = await server.startCopy()
    const tokens = await Promise.all([server.signIn('cashier'), other.signIn('manager', 'A01A01')])
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const copy = index % 2 === 0 ? server : other
        const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
        const body = JSON.stringify({ amount: 3 })
        const { token } = tokens[index % 2] ?? { token: '' }
        const response = await copy.request('/api/test/put', { method: 'POST', token, headers, body })
        return (await response.json()) as { result: unknown }
      }),
    )
    await other.stop()
    expect(new Set(answers.map(({ result }) => JSON.stringify(result)))).toEqual(new Set([`{"sum":${before + 3}}`]))
    expect(await sumOf('A01A01')).toBe(before + 3)
  })

  it('reveals nothing about a key that another store used', async () => {
    const key = newId()
    const before = await sumOf('A01A02')
    await send({ key, body: { amount: 5 } })
    const answer = await send({ key, body: { amount: 5 }, username: 'manager', store: 'A01A02' })
    expect(answer).toMatchObject({ success: false, result: null, error: { code: 'common.keyReused' } })
    expect(await sumOf('A01A02')).toBe(before)
  })

  it('stores nothing when it fails, so that it can be retried', async () => {
    const key = newId()
    const before = await sumOf('A01A01')
    expect(await send({ key, body: { amount: -1 } })).toMatchObject({ error: { code: 'common.recordNotFound' } })
    expect(await sumOf('A01A01')).toBe(before)
    expect(rescued).toEqual([expect.objectContaining({ code: 'common.recordNotFound' })])
    expect(pushed).toBe(0)
    expect(await send({ key, body: { amount: 4 } })).toMatchObject({ success: true })
  })

  it('gets a new key if the client sends none, and refuses one that is not a UUID', async () => {
    const before = await sumOf('A01A01')
    await send({ body: { amount: 2 } })
    await send({ body: { amount: 2 } })
    expect(await sumOf('A01A01')).toBe(before + 4)
    expect(await send({ key: 'twice', body: { amount: 2 } })).toMatchObject({ error: { code: 'common.invalidInput' } })
  })
})
