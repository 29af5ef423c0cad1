import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import {
  beginOrder,
  codeEnding,
  makePaidOrders,
  orderOf,
  paidOrders,
  passes,
} from '#tests/support/venue/paid-orders.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { sendSandboxNotices } from './notifications.service.ts'
import { processPayments } from './payments.job.ts'
import { processRefund } from './refunds.job.ts'

let server: TestServer
let venue: Venue
let refused: 'paid' | 'closed' | 'refunded' | undefined
let undoes = false
beforeAll(async () => {
  const database = await createTestDatabase()
  await makePaidOrders(database.ownerUrl)
  server = await startTestServer(
    {},
    [
      paidOrders(
        (end) => end === refused,
        () => undoes,
      ),
    ],
    database,
  )
  venue = venueOf(server)
})
afterAll(() => server.stop())
afterEach(() => {
  refused = undefined
  undoes = false
})

const paymentOf = async (id: string) => (await venue.rows('payment').where('id', id))[0]
const refundsOf = (id: string) => venue.rows('paymentRefund').where('paymentId', id)
const begin = (digit: number) => beginOrder(server, { payCode: codeEnding(digit) })
const work = () => processPayments(server.deps)
const noticesOf = async (id: string) => {
  const { paid, closed } = (await orderOf(server, id)) ?? {}
  return { paid, closed }
}
/** A copy of the server that blocks before these of its transactions, counted from 1, until it is released. */
function blockedAt(...transactions: number[]) {
  const stops = transactions.map((at) => {
    const [reached, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    return { at, reached: reached.promise, arrive: reached.resolve, stopped: stopped.promise, goOn: stopped.resolve }
  })
  const { db } = server.deps
  let count = 0
  const scoped: typeof db.scoped = async (scope, work, lane) => {
    count++
    const stop = stops.find(({ at }) => at === count)
    stop?.arrive()
    await stop?.stopped
    return db.scoped(scope, work, lane)
  }
  return { deps: { ...server.deps, db: { ...db, scoped } }, stops }
}
const PAID = { paid: 1, closed: 0 }
const CLOSED = { paid: 0, closed: 1 }
const OPEN = { paid: 0, closed: 0 }

describe('a payment', () => {
  it('is requested after its order is committed, and is paid once with the provider’s number', async () => {
    const id = await begin(0)
    expect(await paymentOf(id)).toMatchObject({ state: 'waiting', provider: 'sandbox', amount: 3000 })
    await Promise.all([work(), work(), work()])
    expect(await noticesOf(id)).toEqual(PAID)
    const payment = await paymentOf(id)
    expect(payment).toMatchObject({ state: 'paid', codeSealed: '', nextAt: null })
    expect((await orderOf(server, id))?.transactionId).toBe(payment?.transactionId)
    await passes(server, 120_000)
    expect(await noticesOf(id)).toEqual(PAID)
  })

  it('that the customer confirms later is paid then', async () => {
    const id = await begin(1)
    await passes(server, 5000)
    expect(await noticesOf(id)).toEqual(OPEN)
    await passes(server, 10_000)
    expect(await noticesOf(id)).toEqual(PAID)
  })

  it('whose response was lost is detected as paid', async () => {
    const id = await begin(5)
    await work()
    expect(await noticesOf(id)).toEqual(OPEN)
    await passes(server, 3000)
    expect(await noticesOf(id)).toEqual(PAID)
  })

  it('without confirmation is reversed and closed within 60 s', async () => {
    const id = await begin(2)
    const begun = Number((await paymentOf(id))?.createdAt)
    // By a stopped clock: a slow machine would add time of its own.
    const workAt = (age: number) => processPayments({ ...server.deps, clock: () => new Date(begun + age) })
    for (let age = 0; age < 45_000; age += 1000) await workAt(age)
    expect(await noticesOf(id)).toEqual(OPEN)
    for (let age = 45_000; age < 48_000; age += 1000) await workAt(age)
    expect(await noticesOf(id)).toEqual(CLOSED)
    expect(await paymentOf(id)).toMatchObject({ state: 'closed', reversal: 'done', reason: 'timeout', codeSealed: '' })
    expect(await venue.rows('sandboxTrade').where('id', id)).toMatchObject([{ reversedAt: expect.any(Date) }])
  })

  it('that is open while the clock is set back an hour is closed in time, not an hour later', async () => {
    const asked = await begin(2)
    await work()
    const waiting = await begin(2)
    server.clock.advance(-3_600_000)
    await passes(server, 10_000)
    expect([await noticesOf(asked), await noticesOf(waiting)]).toEqual([CLOSED, CLOSED])
    expect(await paymentOf(asked)).toMatchObject({ state: 'closed', reversal: 'done' })
    server.clock.advance(3_600_000)
    await passes(server, 10_000)
    expect([await noticesOf(asked), await noticesOf(waiting)]).toEqual([CLOSED, CLOSED])
  })

  it('that the provider refuses is closed at once', async () => {
    const id = await begin(4)
    await work()
    expect(await noticesOf(id)).toEqual(CLOSED)
    expect(await paymentOf(id)).toMatchObject({ state: 'closed', reversal: 'done', reason: 'sandbox' })
  })

  it('that succeeds after its reversal is refunded automatically, once', async () => {
    const id = await begin(3)
    await passes(server, 50_000)
    expect(await noticesOf(id)).toEqual(CLOSED)
    await passes(server, 400_000)
    const refunds = await refundsOf(id)
    expect(refunds).toMatchObject([{ kind: 'late', amount: 3000, state: 'done' }])
    expect(await venue.rows('sandboxRefund').where('tradeId', id)).toMatchObject([{ id: refunds[0]?.id, amount: 3000 }])
    expect(await noticesOf(id)).toEqual(CLOSED)
  })

  it('is paid although a refund fails, which is retried until it succeeds', async () => {
    const late = await begin(3)
    refused = 'refunded'
    await passes(server, 400_000)
    expect(await refundsOf(late)).toMatchObject([{ state: 'owed', claimUntil: null }])
    const id = await begin(0)
    await work()
    expect(await noticesOf(id)).toEqual(PAID)
    refused = undefined
    await passes(server, 900_000)
    expect(await refundsOf(late)).toMatchObject([{ state: 'done' }])
    expect(await venue.rows('sandboxRefund').where('tradeId', late)).toHaveLength(1)
  })

  it('whose provider does not respond is closed within 60 s, and reversed when it responds again', async () => {
    const id = await begin(7)
    await passes(server, 58_000)
    expect(await noticesOf(id)).toEqual(CLOSED)
    expect(await paymentOf(id)).toMatchObject({
      state: 'closed',
      reversal: 'owed',
      trouble: expect.stringMatching(/silent/),
    })
    await passes(server, 300_000)
    expect(await paymentOf(id)).toMatchObject({ state: 'closed', reversal: 'done' })
    expect(await noticesOf(id)).toEqual(CLOSED)
    expect(await refundsOf(id)).toEqual([])
  })

  it('that is notified twice is paid once', async () => {
    const id = await begin(6)
    await work()
    server.clock.advance(5000)
    await Promise.all([sendSandboxNotices(server.deps), sendSandboxNotices(server.deps), work()])
    await sendSandboxNotices(server.deps)
    // The first work may have passed by the row, which a notice had locked.
    await work()
    expect(await noticesOf(id)).toEqual(PAID)
    expect(await venue.rows('sandboxTrade').where('id', id)).toMatchObject([{ notices: 0 }])
  })

  it('that its order does not accept is returned to the customer', async () => {
    const id = await begin(0)
    refused = 'paid'
    await passes(server, 48_000)
    refused = undefined
    expect(await noticesOf(id)).toEqual(CLOSED)
    expect(await paymentOf(id)).toMatchObject({ state: 'closed', reversal: 'done', reason: 'orderRefused' })
    expect(await venue.rows('sandboxTrade').where('id', id)).toMatchObject([{ reversedAt: expect.any(Date) }])
  })

  it('of an order that fails to close is returned, and the order closes when it can', async () => {
    const id = await begin(7)
    refused = 'closed'
    await passes(server, 240_000)
    expect(await paymentOf(id)).toMatchObject({ state: 'reversing', reversal: 'done' })
    refused = undefined
    await passes(server, 10_000)
    expect(await noticesOf(id)).toEqual(CLOSED)
  })

  it('that is returned after a reported refusal is known as returned, though the order was restored', async () => {
    const id = await begin(0)
    await work()
    const behave = (behaviour: string) =>
      venue.inEveryStore((trx) => sql`update sandbox_trade set behaviour = ${behaviour} where id = ${id}`.execute(trx))
    await behave('refused')
    undoes = true
    await venue.inEveryStore((trx) =>
      sql`select owe_refund(${newId()}, ${STORE}, ${id}, 3000, '', ${server.clock.now()})`.execute(trx),
    )
    const [owed] = await refundsOf(id)
    await work()
    expect(await refundsOf(id)).toMatchObject([{ state: 'withdrawn' }])
    // A slow earlier query is answered now.
    await behave('success')
    await processRefund(server.deps, owed as never)
    expect(await refundsOf(id)).toMatchObject([{ state: 'done' }])
    expect(server.logs.join('')).toContain('executed a refund that it had refused')
  })

  it('is returned by a copy whose clock is behind that of the copy that saw it paid', async () => {
    const id = await begin(1)
    await passes(server, 5000)
    await passes(server, 10_000)
    expect(await noticesOf(id)).toEqual(PAID)
    await venue.inEveryStore((trx) =>
      sql`select owe_refund(${newId()}, ${STORE}, ${id}, 3000, '', ${server.clock.now()})`.execute(trx),
    )
    const [owed] = await refundsOf(id)
    const behind = { ...server.deps, clock: () => new Date(server.clock.now().getTime() - 60_000) }
    await processRefund(behind, owed as never)
    expect(await refundsOf(id)).toMatchObject([{ state: 'done' }])
  })

  it('that was started before a long crash was never requested, and is closed', async () => {
    const id = await begin(0)
    server.clock.advance(200_000)
    await work()
    expect(await noticesOf(id)).toEqual(CLOSED)
    expect(await venue.rows('sandboxTrade').where('id', id)).toEqual([])
  })

  it('that one copy closes while a delayed one requests it is returned to the customer', async () => {
    // No earlier step is due any more.
    for (let hours = 0; hours < 6; hours += 2) {
      server.clock.advance(7_200_000)
      await work()
    }
    const id = await begin(6)
    const slow = blockedAt(2, 3)
    const asking = processPayments(slow.deps)
    const [beforeAsked, beforePut] = slow.stops
    await beforeAsked?.reached
    server.clock.advance(200_000)
    const other = blockedAt(2)
    const forgetting = processPayments(other.deps)
    await other.stops[0]?.reached
    beforeAsked?.goOn()
    await beforePut?.reached
    other.stops[0]?.goOn()
    await forgetting
    beforePut?.goOn()
    await asking
    expect(await venue.rows('sandboxTrade').where('id', id)).toMatchObject([{ reversedAt: null }])
    await passes(server, 62_000)
    expect(await noticesOf(id)).toEqual(CLOSED)
    expect(await refundsOf(id)).toMatchObject([{ kind: 'late', amount: 3000, state: 'done' }])
  })

  it('is refused for an invalid pay code, and if the store has no provider', async () => {
    await expect(beginOrder(server, { payCode: '100001' })).rejects.toMatchObject({
      code: 'payments.codeUnknown',
      details: { field: 'payCode' },
    })
    await venue.inEveryStore((trx) =>
      trx.updateTable('paymentProvider').set({ enabled: false }).where('orgCode', '=', 'A01A02').execute(),
    )
    await expect(beginOrder(server, { orgCode: 'A01A02' })).rejects.toThrow('payments.providerOff')
  })

  it('leaves its code in no row, log or audit trail', async () => {
    const code = '139876543210987650'
    await beginOrder(server, { payCode: code })
    await work()
    expect(server.logs.join('')).not.toContain(code)
    const { rows } = await server.deps.db.scoped({ from: STORE, to: `${STORE}~` }, (trx) =>
      sql<{ all: string }>`select jsonb_agg(p)::text as all from payment p`.execute(trx),
    )
    expect(rows[0]?.all).not.toContain(code)
  })
})
