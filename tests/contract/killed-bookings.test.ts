import { afterAll, beforeAll, expect, it } from 'vitest'
import { workOnPayments } from '#server/features/payments/index.ts'
import { missReservations } from '#server/features/reservations/missed.job.ts'
import { newId } from '#shared/core/id.ts'
import { type Bookings, bookingsOf } from '#tests/support/bookings.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { codeEnding } from '#tests/support/paid-orders.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { type SteppingWay, steppingWay } from '#tests/support/stepping-way.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue.ts'

const MOST_STATEMENTS = 100
const MOST_TRIES = 5
/** For some hundreds of calls on a loaded machine. */
const PATIENCE = 240_000

let way: SteppingWay
let server: TestServer
let venue: Venue
let bookings: Bookings
let manager: TestClient
beforeAll(async () => {
  const database = await createTestDatabase()
  way = await steppingWay(database.appUrl)
  server = await startTestServer({}, [], { ...database, appUrl: way.url })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  bookings = bookingsOf(server, { venue, manager, cashier: manager })
})
afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
  await server.stop()
  way.close()
})

/** Sends again what got no answer, as a client does, until the server says what came of it. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if ((error as { httpStatus?: number }).httpStatus !== 503 || tries === MOST_TRIES) throw error
    }
  }
}

/** Cuts work at each of its statements, each time prepared anew, until it passes uncut. */
async function everywhere(
  prepare: () => Promise<{ work(): Promise<unknown>; expectDone(): Promise<void> }>,
): Promise<void> {
  for (const edge of ['unsent', 'unanswered'] as const) {
    for (let statement = 1; ; statement++) {
      const { work, expectDone } = await prepare()
      way.cutAt(statement, edge)
      await work().catch(() => undefined)
      const wasCut = way.disarm()
      await insist(work)
      await expectDone()
      if (!wasCut) break
      expect(statement).toBeLessThan(MOST_STATEMENTS)
    }
  }
}

it('books, lets arrive, cancels and misses once, wherever the server is killed', { timeout: PATIENCE }, async () => {
  const rule = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000 })
  const session = async () => (await bookings.session()).id
  await everywhere(async () => {
    const [id, key] = [await session(), newId()]
    return {
      work: () => bookings.book(id, { deposit: 20, people: 2 }, manager, key),
      async expectDone() {
        expect((await bookings.shown(id)).booked).toBe(2)
        expect(await bookings.ledgerOf(key)).toEqual(['bookDeposit cash 2000', 'bookDeposit deposit 2000'])
      },
    }
  })
  await everywhere(async () => {
    const [booked, key] = [await bookings.book(await session(), { deposit: 20 }), newId()]
    return {
      work: () => bookings.arrive(booked.id, { sysDepartConsumeRoleId: rule.id }, { by: manager, key }),
      async expectDone() {
        expect(await bookings.one(booked.id)).toMatchObject({ arrived: 1, depositState: 'returned' })
        expect((await venue.rows('playBeforePay').where('consumeId', key)).length).toBe(1)
        expect((await bookings.ledgerOf(key)).length).toBe(3)
      },
    }
  })
  await everywhere(async () => {
    const [booked, key] = [await bookings.book(await session(), { deposit: 20 }), newId()]
    return {
      work: () => manager.reservations.cancel({ body: { id: booked.id, reason: '取消' }, key }),
      async expectDone() {
        expect(await bookings.one(booked.id)).toMatchObject({ bookState: 'CANCELLED', depositState: 'returned' })
        expect((await bookings.ledgerOf(key)).length).toBe(2)
      },
    }
  })
  await everywhere(async () => {
    const id = newId()
    await bookings.book(await session(), { deposit: 20, consumePayMode: 'wechat', payCode: codeEnding(0) }, manager, id)
    return {
      work: async () => {
        server.clock.advance(5000)
        await workOnPayments(server.deps)
      },
      async expectDone() {
        // Whoever took the payment and died leaves it to the next for some seconds.
        await bookings.paid()
        expect((await bookings.ledgerOf(id)).filter((line) => line.startsWith('bookDeposit'))).toHaveLength(2)
        expect((await bookings.one(id)).depositState).toBe('held')
      },
    }
  })
  await everywhere(async () => {
    const booked = await bookings.book(await session(), { deposit: 20 })
    bookings.pass(100)
    return {
      work: () => missReservations(server.deps),
      async expectDone() {
        expect(await bookings.one(booked.id)).toMatchObject({ bookState: 'MISSED', depositState: 'kept' })
      },
    }
  })
})
