import { afterAll, beforeAll, expect, it } from 'vitest'
import { processPayments } from '#server/features/payments/index.ts'
import { markMissedReservations } from '#server/features/reservations/missed.job.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { cutEverywhere } from '#tests/support/faults/cut-everywhere.ts'
import { type SteppingWay, steppingWay } from '#tests/support/faults/stepping-way.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { type Bookings, bookingsOf } from '#tests/support/venue/bookings.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

/** For some hundreds of calls on a loaded machine. */
const PATIENCE = 240_000

let way: SteppingWay
let server: TestServer
let venue: Venue
let bookings: Bookings
let manager: TestClient
let everywhere: ReturnType<typeof cutEverywhere>
beforeAll(async () => {
  const database = await createTestDatabase()
  way = await steppingWay(database.appUrl)
  everywhere = cutEverywhere(way, 'reservations')
  server = await startTestServer({}, [], { ...database, appUrl: way.url })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  bookings = bookingsOf(server, { venue, manager, cashier: manager })
})
nameSampleOnFailure()
afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
  await server.stop()
  way.close()
})

const DAY_MS = 86_400_000
const trail = async (call: string, id: string) =>
  (await venue.rows('auditEntry').where('recordId', id)).filter(({ action }) => String(action).endsWith(`/${call}`))
const session = async () => (await bookings.session()).id

it('books, admits, cancels and misses once, wherever the server is killed', { timeout: PATIENCE }, async () => {
  const rule = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000 })
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
        expect((await venue.rows('playRecord').where('consumeId', key)).length).toBe(1)
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
        await processPayments(server.deps)
      },
      async expectDone() {
        // A payment claimed by a server that died is released after some seconds.
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
      work: () => markMissedReservations(server.deps),
      // A pass skips rows that the killed one still locks, until PostgreSQL has rolled it back; later passes do not.
      expectDone: () =>
        until(async () => {
          await markMissedReservations(server.deps)
          expect(await bookings.one(booked.id)).toMatchObject({ bookState: 'MISSED', depositState: 'kept' })
        }),
    }
  })
})

it('plans, confirms, changes, reminds and returns a deposit once, wherever the server is killed', {
  timeout: PATIENCE,
}, async () => {
  // Days without a plan yet: each plan has its own.
  let days = 0
  await everywhere(async () => {
    days += 1
    const day = toWireTime(new Date(server.clock.now().getTime() + (10 + days) * DAY_MS)).slice(0, 10)
    const key = newId()
    const plan = { fromDay: day, toDay: day, fromTime: '10:00', toTime: '11:30', duration: 30, capacity: 50 + days }
    return {
      work: () => manager.reservationSessions.generate({ body: plan, key }),
      async expectDone() {
        const planned = await venue.rows('reservationSession').where('capacity', 50 + days)
        expect(planned.map(({ number }) => number).sort()).toEqual([1, 2, 3])
      },
    }
  })
  await everywhere(async () => {
    const { id } = await bookings.book(await session(), { toConfirm: 'YES' })
    return {
      work: () => manager.reservations.confirm({ body: { id } }),
      async expectDone() {
        expect(await bookings.one(id)).toMatchObject({ bookState: 'CONFIRMED' })
        expect(await trail('confirm', id)).not.toEqual([])
      },
    }
  })
  await everywhere(async () => {
    const [from, to] = [await session(), await session()]
    const { id } = await bookings.book(from, { people: 2 })
    return {
      work: () => manager.reservations.edit({ body: { id, sessionId: to, people: 3 } }),
      async expectDone() {
        expect([(await bookings.shown(from)).booked, (await bookings.shown(to)).booked]).toEqual([0, 3])
        expect(await trail('edit', id)).not.toEqual([])
      },
    }
  })
  await everywhere(async () => {
    const { id } = await bookings.book(await session())
    const key = newId()
    return {
      work: () => manager.reservations.remind({ body: { id }, key }),
      async expectDone() {
        expect(await venue.rows('message').where('id', key)).toMatchObject([{ templateCode: 'reservation.reminder' }])
        expect(await trail('remind', id)).toHaveLength(1)
      },
    }
  })
  await everywhere(async () => {
    const { id } = await bookings.book(await session(), { deposit: 20 })
    // Past the time that the store waits for them, and before their session is over.
    bookings.pass(76)
    await markMissedReservations(server.deps)
    const key = newId()
    return {
      work: () => manager.reservations.returnDeposit({ body: { id }, key }),
      async expectDone() {
        expect(await bookings.one(id)).toMatchObject({ bookState: 'MISSED', depositState: 'returned' })
        expect((await bookings.ledgerOf(key)).length).toBe(2)
      },
    }
  })
})
