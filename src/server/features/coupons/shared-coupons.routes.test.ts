import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { reconcile } from '#server/features/reconciliation/reconcile.service.ts'
import { newId } from '#shared/core/id.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, STORE } from '#tests/support/venue/venue.ts'

const OTHER = 'A01A02'
const CHAIN = 'A01'
const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])
const otherManager = await server.signIn('manager2')
const { stateOf, ledgerOf } = salesOf(server, venue, cashier)
const { refund } = refundsOf({ venue, manager, cashier })
const staffOf = { [STORE]: manager, [OTHER]: otherManager } as Record<string, TestClient>

/** Each store alone, as at night: a code used at a store must agree with that store's ledger and stock. */
const expectConsistent = async () => {
  for (const orgCode of [STORE, OTHER, CHAIN]) await reconcile(server.deps, orgCode)
  for (const orgCode of [STORE, OTHER, CHAIN])
    expect(await venue.rows('reconciliationDifference').where('orgCode', orgCode)).toEqual([])
}
afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
  await expectConsistent()
})

let count = 0
/** A batch of headquarters, issued by the chain unless a store is named. */
async function batch(given: object = {}, by = hq) {
  const batchName = `连锁券${++count}`
  const body = { batchName, couponKind: 'value', couponValue: 20, codeCount: 1, sysOrgCode: CHAIN, ...given } as const
  await by.couponBatches.add({ key: newId(), body })
  const [row] = (await hq.couponBatches.list({ query: { batchName } })).result.records
  if (!row) throw new Error(`no batch ${batchName}`)
  return row
}
const rowsOf = async ({ id }: { id: string }) =>
  (await hq.couponCodes.list({ query: { batchId: id, column: 'codeNumber', order: 'asc' } })).result.records
const oneCode = async (given: object = {}) => (await rowsOf(await batch(given)))[0]?.code ?? ''
const rowOf = async (code: string) => (await hq.couponCodes.list({ query: { code } })).result.records[0]
const both = { storeCodes: `${STORE},${OTHER}` }
const redeem = (code: string, userId: string, by: TestClient, key = newId()) =>
  by.couponCodes.redeem({ key, body: { code, userId } })
/** A ride by a coupon at a store. */
const ride = async (orgCode: string, groupNumber: string, ruleId: string) => {
  const by = staffOf[orgCode] ?? manager
  const vehicleId = (await venue.vehicle({ orgCode })).id
  const place = { consumeVehicleMode: 'circlemode', sysDepartConsumeRoleId: ruleId, vehicleId, racer: '车手' } as const
  return by.consume.add({ key: newId(), body: { ...place, consumeType: 'GROUPCOUPON', groupNumber } })
}

describe('a batch of coupons for several stores', () => {
  it('of the chain is redeemed at each store that it names, once, and at no other', async () => {
    const code = await oneCode(both)
    const [mine, theirs] = [await venue.member(), await venue.member({ orgCode: OTHER })]
    expect((await otherManager.couponCodes.check({ body: { code } })).result).toMatchObject({ couponValue: 20 })
    const key = newId()
    const { result } = await redeem(code, theirs, otherManager, key)
    expect(result).toMatchObject({ give: 20, userId: theirs })
    expect((await redeem(code, theirs, otherManager, key)).result).toEqual(result)
    expect(await codeAndFieldOf(redeem(code, mine, cashier))).toBe('couponCodes.used code')
    expect(await rowOf(code)).toMatchObject({ codeState: 'used', useStore: OTHER, userId: theirs, sysOrgCode: CHAIN })

    const onlyThere = await oneCode({ storeCodes: OTHER })
    expect(await codeOf(cashier.couponCodes.check({ body: { code: onlyThere } }))).toBe('coupons.notFound')
    expect(await codeOf(redeem(onlyThere, mine, cashier))).toBe('coupons.notFound')
    await redeem(onlyThere, theirs, otherManager)
    await expectConsistent()
  })

  it('gives each code to one of twenty callers of two stores at the same moment', async () => {
    const code = await oneCode(both)
    const [mine, theirs] = [await venue.member(), await venue.member({ orgCode: OTHER })]
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, place) =>
        place % 2 === 0 ? redeem(code, mine, cashier) : redeem(code, theirs, otherManager),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const given = [await venue.wallets(mine), await venue.wallets(theirs)].map(({ give }) => give?.value ?? 0)
    expect(given.sort()).toEqual([0, 2000])
  })

  it('waits for another store that is using a code, and is refused once that has committed', async () => {
    const code = await oneCode(both)
    const [mine, theirs] = [await venue.member(), await venue.member({ orgCode: OTHER })]
    const use = newId()
    const second = await venue.inEveryStore(async (trx) => {
      await sql`select take_coupon_code(${STORE}, ${code}, '{}', 'value', ${mine}, null, ${use}, ${server.clock.now()})`.execute(
        trx,
      )
      const answer = codeOf(redeem(code, theirs, otherManager))
      await until(async () => {
        const { rows } = await venue.inEveryStore((other) => sql`select from pg_locks where not granted`.execute(other))
        expect(rows).not.toEqual([])
      })
      return { answer }
    })
    expect(await second.answer).toBe('couponCodes.used')
    await venue.inEveryStore((trx) => sql`select undo_coupon(${STORE}, ${use}, ${server.clock.now()})`.execute(trx))
    await redeem(code, theirs, otherManager)
  })

  it('opens no row to the stores that it names', async () => {
    const row = await batch(both)
    const [code] = await rowsOf(row)
    for (const by of [manager, otherManager]) {
      expect((await by.couponBatches.list({ query: { batchName: row.batchName } })).result.records).toEqual([])
      expect((await by.couponCodes.list({ query: { batchId: row.id } })).result.records).toEqual([])
      expect(await codeOf(by.couponBatches.edit({ body: { id: row.id, remark: 'x' } }))).toBe('common.recordNotFound')
      expect(await codeOf(by.couponCodes.void({ body: { id: code?.id ?? '', voidReason: 'x' } }))).toBe(
        'common.recordNotFound',
      )
    }
  })

  it('is listed and filtered by the stores where it is valid', async () => {
    const chains = await batch({ storeCodes: OTHER })
    const own = await batch({ sysOrgCode: STORE })
    const shared = await batch({ sysOrgCode: STORE, storeCodes: OTHER })
    expect(shared).toMatchObject({ sysOrgCode: STORE, storeCodes: OTHER })
    expect(shared.storeNames).toBe('极速卡丁·滨江店、极速卡丁·城西店')
    expect(own).toMatchObject({ storeCodes: '', storeNames: '' })
    const validAt = async (validStore: string) => {
      const { records } = (await hq.couponBatches.list({ query: { validStore, pageSize: 200 } })).result
      return [chains, own, shared].map(({ id }) => records.some((row) => row.id === id))
    }
    expect(await validAt(OTHER)).toEqual([true, false, true])
    expect(await validAt(STORE)).toEqual([false, true, true])
    // The issuing store sees the names of the others, and the audit trail what was added.
    const { records } = (await manager.couponBatches.list({ query: { batchName: shared.batchName } })).result
    expect(records).toMatchObject([{ storeNames: shared.storeNames }])
    const { result } = await hq.logs.history({ query: { kind: '/coupon/sysCouponBatch', id: shared.id } })
    expect(result[0]).toMatchObject({ after: { storeCodes: OTHER } })
  })

  it('is refused with stores that its issuer does not see, and without any for a chain', async () => {
    const add = (given: object, by = hq) => codeAndFieldOf(batch(given, by))
    expect(await add({ sysOrgCode: STORE, storeCodes: OTHER }, manager)).toBe('couponBatches.storeUnknown storeCodes')
    expect(await add(both, manager)).toBe('rules.chooseStore sysOrgCode')
    expect(await add({})).toBe('rules.chooseStore sysOrgCode')
    expect(await add({ storeCodes: `${STORE},A01A99` })).toBe('couponBatches.storeUnknown storeCodes')
    expect(await add({ storeCodes: CHAIN, sysOrgCode: STORE })).toBe('couponBatches.storeUnknown storeCodes')
    expect(await add({ storeCodes: 'a b' })).toBe('common.invalidInput storeCodes')
  })

  it('is refused for two stores that belong to no chain', async () => {
    const stores = (parentId: string | null) =>
      venue.inEveryStore((trx) =>
        trx.updateTable('store').set({ parentId }).where('orgCode', 'in', [STORE, OTHER]).execute(),
      )
    const chain = (await venue.rows('store').where('orgCode', STORE))[0]?.parentId ?? ''
    await stores(null)
    const added = await codeAndFieldOf(batch({ sysOrgCode: STORE, storeCodes: OTHER }))
    await stores(String(chain))
    expect(added).toBe('couponBatches.storeUnknown storeCodes')
  })
})

describe('a ride by a coupon of another store', () => {
  it('is paid by a rule of its own store, and a refund makes the code good again at each', async () => {
    const rules = [demoRule('GROUPCOUPON', STORE).id, demoRule('GROUPCOUPON', OTHER).id] as const
    const worth = { couponKind: 'rule', couponValue: 30, sysOrgCode: STORE, storeCodes: OTHER } as const
    expect(await codeAndFieldOf(batch({ ...worth, ruleIds: rules[0] }))).toBe('couponBatches.storeWithoutRule ruleIds')
    const code = await oneCode({ ...worth, ruleIds: rules.join(',') })
    // A counter gets the rules of its own store.
    expect((await otherManager.couponCodes.check({ body: { code } })).result.ruleIds).toBe(rules[1])
    const wrong = await venue.rule({ orgCode: OTHER, consumeType: 'GROUPCOUPON', price: 0 })
    expect(await codeOf(ride(OTHER, code, wrong.id))).toBe('coupons.otherRule')
    const { message: order } = await ride(OTHER, code, rules[1])
    expect(await ledgerOf(order)).toEqual(['coupon 3000'])
    expect(await rowOf(code)).toMatchObject({ useStore: OTHER, orderId: order, sysOrgCode: STORE })
    expect(await codeOf(ride(STORE, code, rules[0]))).toBe('couponCodes.used')
    await refund('consume', order, { by: otherManager })
    expect(await rowOf(code)).toMatchObject({ codeState: 'unused', useStore: null, orderId: null })
    await ride(STORE, code, rules[0])
    expect(await rowOf(code)).toMatchObject({ codeState: 'used', useStore: STORE })
  })

  it('has its price lowered as it is quoted', async () => {
    const code = await oneCode({ ...both, couponKind: 'discount', couponValue: 0, couponPercent: 25 })
    const { id } = await venue.rule({ orgCode: OTHER, consumeType: 'NOCARDCONSUME', price: 4000 })
    const ride = { sysDepartConsumeRoleId: id, groupNumber: code }
    const { result } = await otherManager.consume.quote({ query: ride })
    expect(result).toMatchObject({ discount: 10, lines: [{ amount: 30 }] })
    const vehicleId = (await venue.vehicle({ orgCode: OTHER })).id
    const place = { consumeVehicleMode: 'circlemode', vehicleId, racer: '车手', consumePayMode: 'cash' } as const
    const { message: order } = await otherManager.consume.add({
      key: newId(),
      body: { ...ride, consumeType: 'NOCARDCONSUME', ...place },
    })
    expect(await ledgerOf(order)).toEqual(['cash 3000'])
    expect(await stateOf((await venue.rows('playRecord').where('consumeId', order))[0]?.id as string)).toBe('CONSUMED')
  })
})

describe('a gift coupon of several stores', () => {
  const gift = async (giftName: string, by: TestClient, stock: number) => {
    await by.gifts.add({ body: { giftName } })
    const id = (await by.gifts.list({ query: { giftName } })).result.records[0]?.id ?? ''
    if (stock > 0) await by.giftStock.in({ key: newId(), body: { id, count: stock, reason: '进货' } })
    return id
  }

  it("hands out the store's own gift of the name, from its own stock", async () => {
    const giftName = newId()
    const mine = await gift(giftName, manager, 1)
    const given = { couponKind: 'gift', couponValue: 0, giftId: mine, sysOrgCode: STORE, storeCodes: OTHER } as const
    expect(await codeAndFieldOf(batch(given))).toBe('couponBatches.storeWithoutGift giftId')
    const theirs = await gift(giftName, otherManager, 5)
    expect(await codeAndFieldOf(batch({ ...given, ...both, sysOrgCode: CHAIN }))).toMatch(/gift\w+ giftId|gifts/)
    const code = await oneCode({ ...given, giftCount: 2 })
    expect((await otherManager.couponCodes.check({ body: { code } })).result).toMatchObject({ giftName, giftCount: 2 })
    const { result } = await otherManager.couponCodes.fetchGift({ key: newId(), body: { code } })
    expect(result).toMatchObject({ giftName, stock: 3 })
    expect((await hq.gifts.queryById({ query: { id: theirs } })).result.stock).toBe(3)
    expect((await hq.gifts.queryById({ query: { id: mine } })).result.stock).toBe(1)
    expect(await codeOf(cashier.couponCodes.fetchGift({ key: newId(), body: { code } }))).toBe('couponCodes.used')
    await expectConsistent()
  })
})

describe('codes of members of several stores', () => {
  it('are issued to members of each, listed at their counter, and count towards one limit', async () => {
    const row = await batch({ ...both, codeCount: 5, perMember: 1 })
    const [mine, theirs] = [await venue.member(), await venue.member({ orgCode: OTHER })]
    const issue = (userIds: string[], codeCount = 1) =>
      hq.couponBatches.issue({ key: newId(), body: { id: row.id, audience: 'members', userIds, codeCount } })
    expect((await issue([mine, theirs])).result).toMatchObject({ codes: 2, members: 2 })
    expect((await issue([theirs])).result).toMatchObject({ codes: 0, full: 1 })
    const [code] = (await otherManager.couponCodes.ofMember({ query: { userId: theirs } })).result
    expect(code).toMatchObject({ couponName: row.batchName, userId: theirs })
    expect(await codeOf(redeem(code?.code ?? '', mine, cashier))).toBe('couponCodes.otherMember')
    // Another store does not know the member, and does not ask to swipe the card again.
    expect(await codeOf(cashier.couponCodes.check({ body: { code: code?.code ?? '' } }))).toBe(
      'couponCodes.otherMember',
    )
    const free = (await rowsOf(row)).find(({ userId }) => userId === null)?.code ?? ''
    expect(await codeOf(redeem(free, theirs, otherManager))).toBe('couponCodes.perMember')
    await redeem(code?.code ?? '', theirs, otherManager)
    const more = await batch({ sysOrgCode: STORE })
    expect(
      await codeOf(hq.couponBatches.issue({ body: { id: more.id, audience: 'members', userIds: [theirs] } })),
    ).toBe('members.notFound')
  })

  it('credited at another store are reversed by headquarters, not by the issuing store', async () => {
    const code = await oneCode({ sysOrgCode: STORE, storeCodes: OTHER })
    const theirs = await venue.member({ orgCode: OTHER })
    await redeem(code, theirs, otherManager)
    const body = { id: (await rowOf(code))?.id ?? '', reason: '换错会员' }
    await expect(manager.couponCodes.reverse({ key: newId(), body })).rejects.toMatchObject({
      code: 'couponCodes.usedElsewhere',
      details: { field: 'id', store: '极速卡丁·城西店' },
    })
    await hq.couponCodes.reverse({ key: newId(), body })
    expect(await venue.wallets(theirs)).toMatchObject({ give: { value: 0 } })
    expect(await rowOf(code)).toMatchObject({ codeState: 'unused', userId: null, useStore: null })
    await expectConsistent()
    await redeem(code, await venue.member(), cashier)
  })
})
