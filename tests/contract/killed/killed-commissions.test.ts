import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { cutEverywhere } from '#tests/support/faults/cut-everywhere.ts'
import { type SteppingWay, steppingWay } from '#tests/support/faults/stepping-way.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { type Refunds, refundsOf } from '#tests/support/venue/refunds.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

/** For some hundreds of calls on a loaded machine. */
const PATIENCE = 240_000

let way: SteppingWay
let server: TestServer
let venue: Venue
let manager: TestClient
let sales: Refunds
let roleId: string
let everywhere: ReturnType<typeof cutEverywhere>
beforeAll(async () => {
  const database = await createTestDatabase()
  way = await steppingWay(database.appUrl)
  everywhere = cutEverywhere(way, 'promoters')
  server = await startTestServer({}, [], { ...database, appUrl: way.url })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  sales = refundsOf({ venue, manager, cashier: manager })
  await manager.promoterRoles.add({ body: { roleName: 'killed', sharePercent: 10, recharges: 'all' } })
  roleId = (await manager.promoterRoles.list({ query: { roleName: 'killed' } })).result.records[0]?.id ?? ''
  await manager.storeSettings.edit({ body: { orgCode: STORE, commissionDays: 0 } })
})
nameSampleOnFailure()
afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
  await server.stop()
  way.close()
})

const runJob = async () => server.deps.registry.jobs.get('commissions.post')?.work(server.deps, 0)
const promoterOf = async (query: { userId?: string; accountId?: string }) => {
  await manager.promoters.add({ body: { roleId, ...query } })
  const [row] = (await manager.promoters.list({ query })).result.records
  return { id: row?.id ?? '', code: row?.promoterCode ?? '' }
}
/** A member whom a promoter referred. */
async function referred(code: string): Promise<string> {
  const userId = await venue.member()
  await manager.promotedMembers.bind({ key: newId(), body: { userId, code } })
  return userId
}

it('binds a member, gives a commission and takes it back once, wherever the server is killed', {
  timeout: PATIENCE,
}, async () => {
  const member = await venue.member()
  const { id, code } = await promoterOf({ userId: member })
  await everywhere(async () => {
    const [userId, key] = [await venue.member(), newId()]
    return {
      work: () => manager.promotedMembers.bind({ key, body: { userId, code } }),
      expectDone: async () =>
        expect(await venue.rows('promotedMember').where('memberId', userId)).toMatchObject([
          { id: key, promoterId: id },
        ]),
    }
  })
  await everywhere(async () => {
    const orderId = await sales.recharge(await referred(code), { price: 10_000, recharge: 10_000 })
    return {
      work: runJob,
      async expectDone() {
        const rows = await venue.rows('commission').where('orderId', orderId)
        expect(rows).toMatchObject([{ promoterId: id, share: 1000 }])
        expect(await sales.ledgerOf(String(rows[0]?.id))).toEqual(['give 1000'])
      },
    }
  })
  const userId = await referred(code)
  await everywhere(async () => {
    const first = await sales.recharge(userId, {
      price: 1000,
      recharge: 1000,
      give: 0,
      integral: 0,
      frequency: 0,
      laps: 0,
    })
    await runJob()
    await sales.refund('recharge', first)
    const second = await sales.recharge(userId, { price: 3000, recharge: 3000 })
    return {
      work: runJob,
      async expectDone() {
        expect(await venue.rows('commission').where('orderId', first)).toMatchObject([{ back: 100, netted: 100 }])
        expect(await venue.rows('commission').where('orderId', second)).toMatchObject([{ share: 300, deducted: 100 }])
      },
    }
  })
})

it('requests and pays a payout once, with the cash of the drawer', { timeout: PATIENCE }, async () => {
  const colleague = await server.signIn('hq')
  const { id: promoterId, code } = await promoterOf({ accountId: demoUsers.coach.id })
  await sales.recharge(await referred(code), { price: 10_000_000, recharge: 10_000_000 })
  await runJob()
  const { id: shiftId } = (await manager.shifts.open({ key: newId(), body: { floatAmount: 5000, remark: '' } })).result
  await everywhere(async () => {
    const [id, key] = [newId(), newId()]
    return {
      async work() {
        await colleague.promoterPayouts.request({ key: id, body: { promoterId, amount: 1 } })
        await manager.promoterPayouts.pay({ key, body: { id, payoutMode: 'cash', shiftId } })
      },
      async expectDone() {
        expect(await venue.rows('promoterPayout').where('id', id)).toMatchObject([{ state: 'paid', shiftId }])
        expect(await venue.rows('shiftEntry').where('id', id)).toMatchObject([{ kind: 'cashOut', amount: 100 }])
        expect(await sales.ledgerOf(id)).toEqual(['cash -100'])
      },
    }
  })
})
