import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processPayments } from '#server/features/payments/index.ts'
import { newId } from '#shared/core/id.ts'
import { cutPoints } from '#tests/support/cut-points.ts'
import { codeEnding } from '#tests/support/paid-orders.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { nameSampleOnFailure } from '#tests/support/sample.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { type SteppingWay, steppingWay } from '#tests/support/stepping-way.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue.ts'

const SLICES = ['guest-messages', 'messages', 'payments']
const PATIENCE = 240_000

let way: SteppingWay
let server: TestServer
let venue: Venue
let manager: TestClient
beforeAll(async () => {
  const database = await createTestDatabase()
  way = await steppingWay(database.appUrl)
  server = await startTestServer({}, [], { ...database, appUrl: way.url })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
})
nameSampleOnFailure()
afterAll(async () => {
  await server.stop()
  way.close()
})

const setLeft = (smsCount: number) =>
  venue.inEveryStore((trx) => trx.updateTable('store').set({ smsCount }).where('orgCode', '=', STORE).execute())
const left = async () => (await venue.rows('store').where('orgCode', STORE))[0]?.smsCount

describe('a server that is killed between any two statements', { timeout: PATIENCE }, () => {
  it('raises the SMS of a store once for a paid package', async () => {
    const body = { packageName: '一千条', smsTexts: 1000, price: 60, sellerCode: STORE }
    const admin = await server.signIn('admin')
    await admin.smsPackages.add({ body })
    await setLeft(0)
    const { offers } = (await manager.smsPurchases.offers()).result
    const packageId = offers.find(({ packageName }) => packageName === '一千条')?.id ?? ''
    const buy = (key: string) =>
      manager.smsPurchases.add({ key, body: { packageId, price: 60, payCode: codeEnding(0) } })
    let bought = 0
    for (const edge of ['unsent', 'unanswered'] as const) {
      for (const statement of cutPoints(edge, SLICES)) {
        const key = newId()
        way.cutAt(statement, edge)
        await buy(key).catch(() => buy(key))
        await processPayments(server.deps).catch(() => undefined)
        const wasCut = way.disarm()
        await way.rolledBack()
        for (let step = 0; step < 4; step++) {
          server.clock.advance(10_000)
          await processPayments(server.deps)
        }
        bought += 1
        expect([statement, await left()]).toEqual([statement, bought * 1000])
        expect(await venue.rows('smsPurchase').where('id', key)).toMatchObject([
          { state: 'paid', textsAfter: bought * 1000 },
        ])
        if (!wasCut) break
      }
    }
    expect(bought).toBeGreaterThan(5)
  })
})
