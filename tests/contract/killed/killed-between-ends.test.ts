import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { processPayments } from '#server/features/payments/index.ts'
import { ServerError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { cutPoints } from '#tests/support/faults/cut-points.ts'
import { type SteppingWay, steppingWay } from '#tests/support/faults/stepping-way.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { type Sales, salesOf } from '#tests/support/venue/counter-sales.ts'
import { openKiosk } from '#tests/support/venue/kiosks.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

const SLICES = ['payments', 'refunds', 'queue', 'recharge', 'kiosks']
/** For some hundreds of payments on a loaded machine. */
const PATIENCE = 240_000
const guest = { consumeType: 'NOCARDCONSUME', price: 3000, deposit: 500 } as const

let way: SteppingWay
let server: TestServer
let venue: Venue
let manager: TestClient
let sales: Sales
let cards = 6_500_000_000
beforeAll(async () => {
  const database = await createTestDatabase()
  way = await steppingWay(database.appUrl)
  server = await startTestServer({}, [], { ...database, appUrl: way.url })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  sales = salesOf(server, venue, manager)
})
nameSampleOnFailure()
afterAll(async () => {
  expect(await server.deps.db.scoped(EVERY_STORE, (trx) => findBroken(trx))).toEqual([])
  await server.stop()
  way.close()
})

/** Works for so long like a server that is restarted whenever it dies. */
async function goOn(milliseconds: number, step: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    server.clock.advance(step)
    await processPayments(server.deps).catch(() => undefined)
  }
}

/** Kills the server after the statements that process payments (`cutPoints`), each time with a new order, until one passes uncut. */
async function behindEach(prepare: () => Promise<(after: string) => Promise<void>>): Promise<number> {
  for (const statement of cutPoints('payments', SLICES)) {
    const expectDone = await prepare()
    way.cutAt(statement, 'unanswered')
    await processPayments(server.deps).catch(() => undefined)
    const [wasCut, passed] = [way.disarm(), way.passed()]
    // A row that is still locked is skipped, and the clock below does not wait for PostgreSQL.
    await way.rolledBack()
    await goOn(70_000, 10_000)
    await expectDone(`cut behind statement ${statement}`)
    if (!wasCut) return passed
  }
  return 0
}

const orderOf = async (id: string) => (await venue.rows('consumeOrder').where('id', id))[0]
const runsOf = async (id: string) => {
  const [play] = await venue.rows('playRecord').where('consumeId', id)
  return (await venue.rows('run').where('playId', play?.id)).length
}

describe('a server that is killed between any two statements', { timeout: PATIENCE }, () => {
  it('begins the ride of a paid order once, and none of an unpaid one', async () => {
    for (const [digit, state, lines, runs] of [
      [0, 'paid', ['deposit 500', 'scan 3500'], 1],
      [4, 'closed', [], 0],
    ] as const) {
      const cuts = await behindEach(async () => {
        const { message: id } = await sales.charge(guest, { payCode: codeEnding(digit) })
        return async (after) => {
          expect([after, (await orderOf(id))?.state]).toEqual([after, state])
          expect([after, await sales.ledgerOf(id)]).toEqual([after, lines])
          expect([after, await runsOf(id)]).toEqual([after, runs])
        }
      })
      expect(cuts).toBeGreaterThan(5)
    }
  })

  it('credits a recharge at a kiosk once, with one receipt that can be printed again, and its gift', async () => {
    const { kiosk } = await openKiosk(server, manager, { printId: 'K9' })
    const giftId = newId()
    await venue.inEveryStore((trx) =>
      trx.insertInto('gift').values({ id: giftId, orgCode: STORE, name: '玩偶' }).execute(),
    )
    const ruleId = await venue.rechargeRule({
      recharge: 20_000,
      price: 20_000,
      selfService: true,
      giftId,
      giftCount: 1,
    })
    const cuts = await behindEach(async () => {
      const physicalCard = String(++cards)
      const userId = await venue.member({ physicalCard })
      const { visit } = (await kiosk.visit({ body: { card: physicalCard } })).result
      const id = newId()
      await kiosk.recharge({ body: { visit, ruleId, price: 200, payCode: codeEnding(0) }, key: id })
      const papers = async () => (await venue.rows('printJob').where('orderId', id)).map(({ copyNo }) => copyNo).sort()
      return async (after) => {
        expect([after, (await venue.rows('rechargeOrder').where('id', id))[0]?.state]).toEqual([after, 'paid'])
        expect([after, (await venue.wallets(userId)).balance?.value]).toEqual([after, 20_000])
        expect([after, await venue.rows('orderGift').where('id', id)]).toMatchObject([after, [{ state: 'notGifted' }]])
        expect([after, await papers()]).toEqual([after, [0]])
        await manager.rechargeOrders.printReceipt({ body: { id } })
        expect([after, await papers()]).toEqual([after, [0, 1]])
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })

  it('refunds money once, whether or not its provider does it', async () => {
    for (const isRefused of [false, true]) {
      const cuts = await behindEach(async () => {
        const { message: orderId } = await sales.charge(guest, { payCode: codeEnding(0) })
        expect(await sales.ended(orderId)).toBe('paid')
        // The sandbox does not refund what it has already returned by itself.
        if (isRefused)
          await venue.inEveryStore((trx) =>
            trx.updateTable('sandboxTrade').set({ reversedAt: server.clock.now() }).where('id', '=', orderId).execute(),
          )
        const key = newId()
        const body = { orderKind: 'consume', orderId, reason: '改期', password: DEMO_PASSWORD } as const
        await manager.refunds.add({ key, body })
        return async (after) => {
          const refunded = isRefused ? 0 : 3000
          expect([after, await orderOf(orderId)]).toMatchObject([
            after,
            { state: isRefused ? 'paid' : 'refunded', refunded },
          ])
          expect([after, await sales.ledgerOf(key)]).toEqual([after, isRefused ? [] : ['scan -3000']])
          // The provider has it again, so that it agrees with the order.
          if (isRefused)
            await venue.inEveryStore((trx) =>
              trx.updateTable('sandboxTrade').set({ reversedAt: null }).where('id', '=', orderId).execute(),
            )
        }
      })
      expect(cuts).toBeGreaterThan(5)
    }
  })

  it('starts a queued ride once', async () => {
    for (const edge of ['unsent', 'unanswered'] as const) {
      for (const statement of cutPoints(edge, SLICES)) {
        const { message: id } = await sales.charge(guest, { consumePayMode: 'cash', usageMode: 'lineup' })
        const { id: vehicleId } = await venue.vehicle()
        const key = newId()
        const start = () => manager.queue.start({ key, body: { starts: [{ id, vehicleId }] } })
        way.cutAt(statement, edge)
        await start().catch((error: unknown) => {
          if (!(error instanceof ServerError) || error.code !== 'common.unavailable') throw error
          return start()
        })
        const wasCut = way.disarm()
        expect(await runsOf(id)).toBe(1)
        expect(await venue.rows('run').where('vehicleId', vehicleId)).toMatchObject([{ state: 'RUNNING' }])
        if (!wasCut) break
      }
    }
  })
})
