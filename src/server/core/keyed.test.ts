import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type HandlerInput, mount, withMessage } from '#server/core/mount.ts'
import type { Slice } from '#server/core/slice.ts'
import { withClient } from '#server/db/roles.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { route } from '#shared/core/route.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const contract = {
  put: route({
    method: 'POST',
    path: '/test/put',
    summary: 'Adds an amount once',
    access: 'playbeforepay:list',
    body: z.object({ amount: z.number().int(), note: z.string().default('') }),
    result: z.object({ sum: z.number() }),
    keyedBy: ['amount'],
  }),
  again: route({
    method: 'POST',
    path: '/test/again',
    summary: 'Another call',
    access: 'playbeforepay:list',
    body: z.object({ amount: z.number().int() }),
    result: z.object({ sum: z.number() }),
    keyedBy: ['amount'],
  }),
}

let rescued: unknown[] = []
let pushed = 0
let replays = 0

/** A ledger of one line per call: whatever is done twice shows in its sum. */
const ledger: Slice = (app, deps) => {
  const add = ({ body, ctx }: HandlerInput<(typeof contract)['again']>) =>
    ctx.tx(async (trx) => {
      ctx.afterFailure(async (error) => void rescued.push(error))
      ctx.afterCommit(() => {
        pushed++
      })
      await sql`insert into test_ledger (org_code, amount) values (${ctx.user.orgCode}, ${body.amount})`.execute(trx)
      if (body.amount < 0) throw new AppError('common.recordNotFound')
      const { rows } = await sql<{ sum: number }>`select sum(amount)::int as sum from test_ledger`.execute(trx)
      return { sum: rows[0]?.sum ?? 0 }
    })
  mount(
    app,
    deps,
    contract,
    { put: async (input) => withMessage(await add(input), `said ${input.body.amount}`), again: add },
    {
      replayed: {
        put: async () => {
          replays++
        },
      },
    },
  )
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
  replays = 0
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
  it('happens once and gives its first answer again', async () => {
    const key = newId()
    const before = await sumOf('A01A01')
    const first = await send({ key, body: { amount: 7 } })
    const second = await send({ key, body: { amount: 7, note: 'not part of what the key stands for' } })
    expect(first).toMatchObject({ success: true, message: 'said 7', result: { sum: before + 7 } })
    expect(second).toMatchObject({ success: true, message: 'said 7', result: { sum: before + 7 } })
    expect(await sumOf('A01A01')).toBe(before + 7)
    expect([pushed, replays]).toEqual([1, 1])
  })

  it('refuses the same key for another body or another call', async () => {
    const key = newId()
    await send({ key, body: { amount: 1 } })
    for (const other of [{ body: { amount: 2 } }, { body: { amount: 1 }, path: '/test/again' }]) {
      expect(await send({ key, ...other })).toMatchObject({ success: false, error: { code: 'common.keyReused' } })
    }
  })

  it('has one effect when ten arrive at once', async () => {
    const key = newId()
    const before = await sumOf('A01A01')
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ key, body: { amount: 3 } })))
    expect(new Set(answers.map(({ result }) => JSON.stringify(result)))).toEqual(new Set([`{"sum":${before + 3}}`]))
    expect(await sumOf('A01A01')).toBe(before + 3)
  })

  it('tells nothing of a key that another store used', async () => {
    const key = newId()
    await send({ key, body: { amount: 5 } })
    const answer = await send({ key, body: { amount: 5 }, username: 'manager', store: 'A01A02' })
    expect(answer).toMatchObject({ success: false, result: null, error: { code: 'common.keyReused' } })
    expect(await sumOf('A01A02')).toBe(0)
  })

  it('leaves nothing behind when it fails, so that it can be tried again', async () => {
    const key = newId()
    const before = await sumOf('A01A01')
    expect(await send({ key, body: { amount: -1 } })).toMatchObject({ error: { code: 'common.recordNotFound' } })
    expect(await sumOf('A01A01')).toBe(before)
    expect(rescued).toEqual([expect.objectContaining({ code: 'common.recordNotFound' })])
    expect(pushed).toBe(0)
    expect(await send({ key, body: { amount: 4 } })).toMatchObject({ success: true })
  })

  it('gets a key of its own where the client sends none, and refuses one that is no UUID', async () => {
    const before = await sumOf('A01A01')
    await send({ body: { amount: 2 } })
    await send({ body: { amount: 2 } })
    expect(await sumOf('A01A01')).toBe(before + 4)
    expect(await send({ key: 'twice', body: { amount: 2 } })).toMatchObject({ error: { code: 'common.invalidInput' } })
  })
})
