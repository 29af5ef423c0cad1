import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect } from '#server/core/registry.ts'
import { slices } from '#server/slices.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import {
  beginOrder,
  codeEnding,
  makePaidOrders,
  orderOf,
  paidOrders,
  passes,
} from '#tests/support/venue/paid-orders.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { processPayments } from './payments.job.ts'

let server: TestServer
let venue: Venue
let manager: TestClient
let cashier: TestClient
beforeAll(async () => {
  const database = await createTestDatabase()
  await makePaidOrders(database.ownerUrl)
  server = await startTestServer({}, [paidOrders()], database)
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  cashier = await server.signIn('cashier')
})
afterAll(() => server.stop())

const begin = (digit: number) => beginOrder(server, { payCode: codeEnding(digit) })
const work = () => processPayments(server.deps)
const unresolved = async (by = manager) => (await by.payments.unresolved({})).result

describe('payments', () => {
  it('are listed at their store with their results, and nowhere else', async () => {
    const id = await begin(0)
    await work()
    const { records } = (await manager.payments.list({ query: { state: 'paid' } })).result
    expect(records).toMatchObject([
      { id, amount: 30, state: 'paid', state_dictText: '已支付', provider: 'sandbox', sysOrgCode: STORE },
    ])
    expect(JSON.stringify(records)).not.toContain(codeEnding(0))
    const stranger = await server.signIn('manager2')
    expect((await stranger.payments.list({ query: {} })).result.records).toEqual([])
    await expect(stranger.payments.queryById({ query: { id } })).rejects.toMatchObject({
      code: 'common.recordNotFound',
    })
    await expect(stranger.payments.cancel({ body: { id } })).rejects.toMatchObject({ code: 'common.recordNotFound' })
    await expect(cashier.payments.list({ query: {} })).rejects.toMatchObject({ code: 'auth.forbidden' })
  })

  it('have a name for every kind of order that they pay', () => {
    const { dictionaries, paidOrders: kinds } = collect(slices)
    const named = dictionaries.find(({ code }) => code === 'payment_order_kind')?.items.map(({ value }) => value)
    expect(named?.sort()).toEqual([...kinds.keys()].sort())
  })

  it('are cancelled at the counter in time, unless the customer has paid', async () => {
    const id = await begin(2)
    await work()
    await cashier.payments.cancel({ body: { id } })
    await cashier.payments.cancel({ body: { id } })
    await work()
    expect(await orderOf(server, id)).toMatchObject({ paid: 0, closed: 1 })
    expect((await manager.payments.queryById({ query: { id } })).result).toMatchObject({
      state: 'closed',
      reason: 'cancelled',
      reversal: 'done',
    })
    const paid = await begin(0)
    await work()
    await expect(cashier.payments.cancel({ body: { id: paid } })).rejects.toMatchObject({
      code: 'payments.paidAlready',
    })
    expect(await orderOf(server, paid)).toMatchObject({ paid: 1, closed: 0 })
  })

  it('are cancelled even before the provider was called', async () => {
    const id = await begin(0)
    await cashier.payments.cancel({ body: { id } })
    await work()
    expect(await orderOf(server, id)).toMatchObject({ paid: 0, closed: 1 })
    expect(await venue.rows('sandboxTrade').where('id', id)).toEqual([])
  })

  it('with an unresolved end are shown until it is resolved, and can be retried at once', async () => {
    expect(await unresolved()).toEqual([])
    const id = await begin(7)
    await passes(server, 46_000)
    expect(await unresolved()).toEqual([])
    await passes(server, 20_000)
    expect(await unresolved()).toMatchObject([
      { id, problem: 'reversal', state: 'closed', provider_dictText: '沙箱（不收钱）' },
    ])
    expect(await unresolved(await server.signIn('manager2'))).toEqual([])
    await expect(cashier.payments.retry({ body: { id } })).rejects.toMatchObject({ code: 'auth.forbidden' })
    server.clock.advance(180_000)
    await manager.payments.retry({ body: { id } })
    await work()
    expect(await unresolved()).toEqual([])
  })

  it('show their refunds', async () => {
    const id = await begin(3)
    await passes(server, 50_000)
    await passes(server, 100_000)
    const { refunds, state } = (await manager.payments.queryById({ query: { id } })).result
    expect({ state, refunds }).toMatchObject({
      state: 'closed',
      refunds: [{ kind: 'late', amount: 30, state: 'done' }],
    })
  })

  it('start at once on a server with jobs, and on one copy only', async () => {
    const copies = await Promise.all([server.startCopy({ jobs: true }), server.startCopy({ jobs: true })])
    const ids = await Promise.all(Array.from({ length: 8 }, () => begin(0)))
    await until(async () => {
      for (const id of ids) expect(await orderOf(server, id)).toMatchObject({ paid: 1, closed: 0 })
    })
    await Promise.all(copies.map((copy) => copy.stop()))
  })
})
