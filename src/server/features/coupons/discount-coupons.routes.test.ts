import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import { couponDiscount } from '#shared/features/coupons/coupon-discount.calc.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { refundsOf, refusalOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const { ended } = salesOf(server, venue, cashier)
const { refund, preview, ledgerOf, worth, orderOf, charge } = refundsOf({ venue, manager, cashier })

afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

const GUEST = { consumeType: 'NOCARDCONSUME', price: 3333, deposit: 5000 } as const
const coupon = async (given: object) => (await venue.coupons({ kind: 'discount', value: 0, ...given }))[0] ?? ''
const percent = (off: number, given: object = {}) => coupon({ percent: off, ...given })
const amount = (off: number, given: object = {}) => coupon({ value: off, ...given })
const isUsed = async (code: string) => (await venue.rows('couponCode').where('code', code))[0]?.usedFor != null
const add = (body: object) =>
  manager.couponBatches.add({
    key: newId(),
    body: { batchName: newId(), couponKind: 'discount', codeCount: 1, ...body } as never,
  })

describe('a batch of discount coupons', () => {
  it('has a percentage or an amount, and rules that are paid in money', async () => {
    expect(await refusalOf(add({}))).toBe('couponBatches.percentOrAmount couponPercent')
    expect(await refusalOf(add({ couponPercent: 10, couponValue: 5 }))).toBe(
      'couponBatches.percentOrAmount couponPercent',
    )
    expect(await refusalOf(add({ couponPercent: 101 }))).toContain('common.invalidInput')
    const [priced, byCoupon] = [await venue.rule(GUEST), await venue.rule({ consumeType: 'GROUPCOUPON' })]
    expect(await refusalOf(add({ couponPercent: 10, ruleIds: byCoupon.id }))).toBe('coupons.ruleUnknown ruleIds')
    const batchName = newId()
    await add({ batchName, couponPercent: 15, ruleIds: priced.id })
    const [batch] = (await manager.couponBatches.list({ query: { batchName } })).result.records
    expect(batch).toMatchObject({ couponKind: 'discount', couponPercent: 15, couponValue: 0, ruleIds: priced.id })
    const [code] = (await manager.couponCodes.list({ query: { batchName } })).result.records
    expect(code).toMatchObject({ couponKind: 'discount', couponPercent: 15 })
    const shown = await cashier.couponCodes.check({ body: { code: code?.code ?? '' } })
    expect(shown.result).toMatchObject({ couponKind: 'discount', couponPercent: 15, ruleIds: priced.id })
    // A percentage of another kind is not stored.
    await add({ batchName: `${batchName}v`, couponKind: 'value', couponValue: 5, couponPercent: 5 })
    const [value] = (await manager.couponBatches.list({ query: { batchName: `${batchName}v` } })).result.records
    expect(value).toMatchObject({ couponPercent: 0, couponValue: 5 })
  })

  it('takes off on the server what the screens show', async () => {
    const cases = fc.sample(
      fc.tuple(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 0, max: 99_999 }),
      ),
      500,
    )
    const { rows } = await venue.inEveryStore((trx) =>
      sql<{ off: number }>`select coupon_discount((c ->> 0)::integer, (c ->> 1)::bigint, (c ->> 2)::bigint) as off
        from jsonb_array_elements(${JSON.stringify(cases)}) with ordinality as one (c, n) order by n`.execute(trx),
    )
    expect(rows.map(({ off }) => off)).toEqual(
      cases.map(([couponPercent, fen, price]) => couponDiscount({ couponPercent, couponValue: fen / 100 }, price)),
    )
  })
})

describe('a discount coupon', () => {
  it('lowers the price of the whole order, rounded half up, and neither deposit nor products', async () => {
    const code = await percent(15)
    const productId = await venue.product({ price: 300 })
    const order = await charge(GUEST, {
      groupNumber: code.toLowerCase(),
      people: 2,
      consumePayMode: 'cash',
      lines: [{ productId, count: 1 }],
    })
    // 15 % of 66.66 are 9.999.
    expect(await orderOf('consumeOrder', order)).toMatchObject({
      amount: 6666 - 1000 + 300,
      discount: 1000,
      deposit: 5000,
      couponCode: code,
    })
    expect(await ledgerOf(order)).toEqual(['cash 10966', 'deposit 5000'])
    expect(await isUsed(code)).toBe(true)
    await cashier.consumeOrders.printReceipt({ body: { id: order } })
    const receipt = JSON.stringify((await venue.rows('printJob').where('orderId', order))[0]?.ticket)
    expect(receipt).toContain('["优惠券减免","-10.00"]')
    expect(await refusalOf(charge(GUEST, { groupNumber: code, consumePayMode: 'cash' }))).toBe(
      'couponCodes.used groupNumber',
    )
  })

  it('takes its amount off once, whatever the number of people, and no more than the price', async () => {
    const userId = await venue.member({ balance: 20_000, integral: 50 })
    const order = await charge({ price: 3000 }, { groupNumber: await amount(1000), userId, people: 3 })
    expect(await orderOf('consumeOrder', order)).toMatchObject({ amount: 8000, discount: 1000 })
    // The record of several people has the price of each.
    expect(await venue.rows('playRecord').where('consumeId', order)).toMatchObject([{ price: 3000, discount: 0 }])
    const mixed = { consumeType: 'BALANCEANDINTEGRAL', price: 3000, integral: 20 } as const
    const both = await charge(mixed, { groupNumber: await percent(50), userId })
    expect(await ledgerOf(both)).toEqual(['balance -1500', 'integral -20'])
    expect(await venue.rows('playRecord').where('consumeId', both)).toMatchObject([{ price: 1500, discount: 1500 }])
    const free = await charge(GUEST, { groupNumber: await amount(9999), consumePayMode: 'wechat' })
    expect(await orderOf('consumeOrder', free)).toMatchObject({ amount: 0, discount: 3333, payMode: 'cash' })
    expect(await ledgerOf(free)).toEqual(['cash 5000', 'deposit 5000'])
  })

  it('is quoted as it is charged, and stays unused where it takes nothing off', async () => {
    const code = await percent(20)
    const userId = await venue.member({ balance: 20_000, laps: 30 })
    const quote = async (rule: object, more: object = {}) => {
      const { id: sysDepartConsumeRoleId } = await venue.rule(rule)
      return (await cashier.consume.quote({ query: { sysDepartConsumeRoleId, groupNumber: code, ...more } })).result
    }
    expect(await quote({ price: 3000 }, { userId, people: 2 })).toMatchObject({
      amount: 48,
      discount: 12,
      refusal: null,
      lines: [{ account: 'balance', amount: 48 }],
    })
    const laps = { consumeType: 'QUAN', laps: 5 } as const
    expect(await quote(laps, { userId })).toMatchObject({ refusal: { code: 'couponCodes.nothingOff' } })
    expect(await refusalOf(charge(laps, { groupNumber: code, userId }))).toBe('couponCodes.nothingOff groupNumber')
    const test = { consumeType: 'GROUPCOUPON' } as const
    expect(await refusalOf(charge(test, { groupNumber: code }))).toBe('couponCodes.forDiscount groupNumber')
    expect(await refusalOf(cashier.couponCodes.redeem({ body: { code, userId }, key: newId() }))).toBe(
      'couponCodes.forDiscount code',
    )
    const value = (await venue.coupons({ kind: 'value' }))[0] ?? ''
    expect(await refusalOf(charge({}, { groupNumber: value, userId }))).toBe('couponCodes.forValue groupNumber')
    // A code that is none of the store's has nothing to do with such a ride, as ever.
    await charge({ price: 3000 }, { groupNumber: 'KART-9', userId })
    expect(await isUsed(code)).toBe(false)
  })

  it('replaces the discount of a level, and stays unused where that is no smaller', async () => {
    const level = 'fifth'
    await manager.memberLevels.add({ body: { code: level, name: '八折会员', rank: 81, experience: -1, discount: 20 } })
    const userId = await venue.member({ balance: 20_000, memberLevel: level })
    const [small, equal, better] = [await percent(10), await percent(20), await percent(30)]
    const by = (groupNumber: string) => charge({ price: 1000 }, { groupNumber, userId })
    expect(await refusalOf(by(small))).toBe('couponCodes.levelBetter groupNumber')
    expect(await refusalOf(by(equal))).toBe('couponCodes.levelBetter groupNumber')
    expect([await isUsed(small), await isUsed(equal)]).toEqual([false, false])
    expect(await orderOf('consumeOrder', await by(better))).toMatchObject({ amount: 700, discount: 300 })
  })

  it('is only for the rules of its batch and for its member', async () => {
    const rule = await venue.rule({ price: 1000 })
    const code = await percent(10, { ruleIds: [rule.id], count: 2, perMember: 1 })
    const [owner, other] = [await venue.member({ balance: 9000 }), await venue.member({ balance: 9000 })]
    expect(await refusalOf(charge({ price: 1000 }, { groupNumber: code, userId: owner }))).toBe(
      'coupons.otherRule groupNumber',
    )
    await venue.inEveryStore((trx) =>
      trx.updateTable('couponCode').set({ memberId: owner, issuedAt: new Date() }).where('code', '=', code).execute(),
    )
    const by = (userId: string | null) => charge({}, { sysDepartConsumeRoleId: rule.id, groupNumber: code, userId })
    expect(await refusalOf(by(other))).toBe('couponCodes.otherMember groupNumber')
    await by(owner)
    const stranger = (await venue.coupons({ kind: 'discount', value: 100, orgCode: 'A01A02' }))[0] ?? ''
    expect(await refusalOf(charge({}, { groupNumber: stranger, userId: owner }))).toBe('coupons.notFound groupNumber')
  })

  it('is used by one of twenty charges at once, and once by one key', async () => {
    const code = await amount(500)
    const userId = await venue.member({ balance: 100_000 })
    const tried = await Promise.allSettled(
      Array.from({ length: 20 }, () => charge({ price: 1000 }, { groupNumber: code, userId })),
    )
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await worth(userId)).toMatchObject({ balance: 99_500 })
    const key = newId()
    const body = {
      consumeType: 'BALANCE' as const,
      consumeVehicleMode: 'circlemode' as const,
      sysDepartConsumeRoleId: (await venue.rule({ price: 1000 })).id,
      vehicleId: (await venue.vehicle()).id,
      racer: '车手',
      userId,
      groupNumber: await amount(500),
    }
    await Promise.all(Array.from({ length: 20 }, () => cashier.consume.add({ key, body })))
    expect(await worth(userId)).toMatchObject({ balance: 99_000 })
  })

  it('by scan is valid again when nobody pays', async () => {
    const code = await percent(10)
    const scan = (digit: number) => charge(GUEST, { groupNumber: code, payCode: codeEnding(digit) })
    const unpaid = await scan(2)
    expect(await isUsed(code)).toBe(true)
    expect(await ended(unpaid)).toBe('closed')
    expect(await isUsed(code)).toBe(false)
    const paid = await scan(0)
    expect(await ended(paid)).toBe('paid')
    expect(await ledgerOf(paid)).toEqual(['deposit 5000', 'scan 8000'])
  })
})

describe('a refund of an order with a discount coupon', () => {
  it('returns what was paid; the last part gives the code back, unless it has expired', async () => {
    const code = await amount(1000)
    const userId = await venue.member({ balance: 9000 })
    const order = await charge({ price: 3000 }, { groupNumber: code, userId })
    expect(await preview('consume', order)).toMatchObject({ refundable: 20, payWay: 'balance' })
    await refund('consume', order, { amount: 5 })
    expect(await isUsed(code)).toBe(true)
    await refund('consume', order)
    expect([await isUsed(code), await worth(userId)]).toEqual([false, expect.objectContaining({ balance: 9000 })])
    const last = await charge({ price: 3000 }, { groupNumber: code, userId })
    await venue.inEveryStore((trx) =>
      trx
        .updateTable('couponCode')
        .set({ validUntil: new Date(0) })
        .where('code', '=', code)
        .execute(),
    )
    await refund('consume', last)
    expect(await refusalOf(charge({ price: 3000 }, { groupNumber: code, userId }))).toContain('coupons.expired')
  })

  it('that cost nothing gives the code back', async () => {
    const code = await percent(100)
    const userId = await venue.member({ balance: 9000 })
    const order = await charge({ price: 3000 }, { groupNumber: code, userId, usageMode: 'lineup' })
    expect(await ledgerOf(order)).toEqual([])
    expect((await refund('consume', order)).result).toMatchObject({ amount: 0, lines: [] })
    expect([await isUsed(code), (await orderOf('consumeOrder', order))?.state]).toEqual([false, 'refunded'])
    expect(await refusalOf(refund('consume', order))).toBe('refunds.doneBefore')
    const guest = await charge({ ...GUEST, deposit: 0 }, { groupNumber: code, usageMode: 'lineup' })
    await manager.queue.cancel({ key: newId(), body: { id: guest, remark: '不玩了' } })
    expect([await isUsed(code), (await orderOf('consumeOrder', guest))?.state]).toEqual([false, 'refunded'])
  })

  it('by scan gives the code back when the provider has paid, with what is left of the products', async () => {
    const code = await percent(100)
    const productId = await venue.product({ price: 300 })
    const order = await charge(GUEST, {
      groupNumber: code,
      payCode: codeEnding(0),
      lines: [{ productId, count: 1 }],
    })
    expect(await ended(order)).toBe('paid')
    const lines = await venue.rows('orderLine').where('orderId', order)
    const lineId = String(lines.find(({ kind }) => kind === 'product')?.id)
    await refund('consume', order, { lines: [{ lineId, count: 1, damaged: 0 }] })
    await passes(server, 3000)
    expect([await isUsed(code), (await orderOf('consumeOrder', order))?.state]).toEqual([true, 'paid'])
    // No provider is asked for nothing.
    expect((await refund('consume', order)).result).toMatchObject({ amount: 0, refundState: 'refunded' })
    expect([await isUsed(code), (await orderOf('consumeOrder', order))?.state]).toEqual([false, 'refunded'])
  })
})
