import { hash } from '@node-rs/argon2'
import { afterAll, describe, expect, it } from 'vitest'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { refundsOf, refusalOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { HOME, shareCards } from '#tests/support/visitors.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const { ended, coupon: groupCoupon } = salesOf(server, venue, cashier)
const { refund, preview, ledgerOf, worth, orderOf, charge } = refundsOf({ venue, manager, cashier })

afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

type Asked = Parameters<typeof charge>[1]

const RIDE = { consumeType: 'GROUPCOUPON' } as const
const coupon = async (given: object = {}) => (await venue.coupons({ kind: 'rule', value: 6800, ...given }))[0] ?? ''
const isUsed = async (code: string) => (await venue.rows('couponCode').where('code', code))[0]?.usedFor != null
/** A ride by coupon with two pieces of a product of 3.00; returns the order. */
const ride = async (groupNumber: string, productId: string, more: Asked = {}) =>
  charge(RIDE, { groupNumber, lines: [{ productId, count: 2 }], consumePayMode: 'cash', ...more })
const lineOf = async (order: string) => {
  const lines = await venue.rows('orderLine').where('orderId', order)
  return String(lines.find(({ kind }) => kind === 'product')?.id)
}
const answers = (id: string, behaviour: string) =>
  venue.inEveryStore((trx) =>
    trx
      .updateTable('sandboxTrade')
      .set({ behaviour, madeAt: server.clock.now() } as never)
      .where('id', '=', id)
      .execute(),
  )

describe('products beside a ride by coupon', () => {
  it('are paid in cash, and the ride by the code, as one order', async () => {
    const [code, productId] = [await coupon(), await venue.product({ price: 300 })]
    const order = await ride(code, productId, { received: 10 })
    expect(await orderOf('consumeOrder', order)).toMatchObject({
      payMode: 'cash',
      amount: 7400,
      goods: 600,
      received: 1000,
      couponCode: code,
    })
    expect(await ledgerOf(order)).toEqual(['cash 600', 'coupon 6800'])
    expect([await isUsed(code), await venue.stockOf(productId)]).toEqual([true, 98])
    const [play] = await venue.rows('playRecord').where('consumeId', order)
    const [ticket] = await venue.rows('printJob').where('orderId', play?.id)
    expect(ticket?.ticket).toMatchObject({ paid: { amount: 6, received: 10 } })
    await cashier.consumeOrders.printReceipt({ body: { id: order } })
    const [receipt] = await venue.rows('printJob').where('orderId', order)
    expect(JSON.stringify(receipt?.ticket)).toContain('["找零","4.00"]')
    const { records } = (await manager.consumeOrders.list({ query: { id: order } })).result
    expect(records).toMatchObject([{ amount: 74, revenue: 6 }])
    expect((await manager.consumeOrders.sums({ query: { id: order } })).result).toMatchObject({ amount: 74, cash: 6 })
    expect(await refusalOf(ride(await coupon(), productId, { received: 5.99 }))).toContain('sessions.receivedShort')
  })

  it('are paid from the balance of the member, with the consumption password', async () => {
    const [code, productId] = [await groupCoupon({ value: 5000 }), await venue.product({ price: 300 })]
    const userId = await venue.member({ balance: 400, give: 400, consumePassword: await hash('2468') })
    const pays = (more: Asked) => ride(code, productId, { consumePayMode: 'balance', ...more })
    expect(await refusalOf(pays({}))).toBe('members.required userId')
    expect(await refusalOf(pays({ userId }))).toBe('members.passwordRequired password')
    expect(await refusalOf(pays({ userId, password: '2468', lines: [{ productId, count: 3 }] }))).toContain(
      'members.insufficientBalance',
    )
    await venue.setChargeOrder('proportional')
    const order = await pays({ userId, password: '2468' })
    await venue.setChargeOrder('paidFirst')
    expect(await ledgerOf(order)).toEqual(['balance -300', 'coupon 5000', 'give -300'])
    expect(await orderOf('consumeOrder', order)).toMatchObject({ payMode: 'balance', amount: 5600, goodsGive: 300 })
    await refund('consume', order, { lines: [{ lineId: await lineOf(order), count: 1, damaged: 0 }] })
    expect(await worth(userId)).toMatchObject({ balance: 250, give: 250 })
    await refund('consume', order)
    expect(await worth(userId)).toMatchObject({ balance: 400, give: 400 })
    expect(await venue.rows('groupCoupon').where('code', code)).toMatchObject([{ usesMade: 0 }])
  })

  it('are quoted with what the coupon leaves to pay, and a guest pays no ride from a balance', async () => {
    const { id: sysDepartConsumeRoleId } = await venue.rule(RIDE)
    const quote = async (more: object) =>
      (await cashier.consume.quote({ query: { sysDepartConsumeRoleId, goods: 6, ...more } })).result
    const [groupNumber, userId] = [await coupon(), await venue.member({ balance: 500, give: 300 })]
    expect(await quote({ groupNumber, consumePayMode: 'cash' })).toMatchObject({
      payMode: 'cash',
      amount: 74,
      lines: [
        { account: 'cash', amount: 6 },
        { account: 'coupon', amount: 68 },
      ],
    })
    expect(await quote({ groupNumber, userId, consumePayMode: 'balance' })).toMatchObject({
      payMode: 'balance',
      lines: [{ account: 'balance', amount: 5 }, { account: 'give', amount: 1 }, { account: 'coupon' }],
    })
    const guest = { consumeType: 'NOCARDCONSUME', price: 3000 } as const
    expect(await refusalOf(charge(guest, { userId, consumePayMode: 'balance' }))).toBe(
      'sessions.guestBalance consumePayMode',
    )
  })

  it('are paid from the balance of a member of another store of the chain, and taken back', async () => {
    await shareCards(venue)
    const userId = await venue.member({ orgCode: HOME, balance: 500, give: 300 })
    const productId = await venue.product({ price: 300 })
    const order = await ride(await coupon(), productId, { userId, consumePayMode: 'balance' })
    expect(await ledgerOf(order)).toEqual([
      'balance -500',
      'clearing balance 500',
      'clearing give 100',
      'coupon 6800',
      'give -100',
    ])
    expect(await worth(userId)).toEqual({ balance: 0, give: 200 })
    await refund('consume', order)
    expect(await worth(userId)).toEqual({ balance: 500, give: 300 })
    await shareCards(venue, 'NO')
  })

  it('that are short, or of a code that is used, leave nothing', async () => {
    const [code, productId] = [await coupon(), await venue.product({ pieces: 3 })]
    expect(await refusalOf(ride(code, productId, { lines: [{ productId, count: 4 }] }))).toContain('stock.short')
    expect(await isUsed(code)).toBe(false)
    await ride(code, productId)
    expect(await refusalOf(ride(code, productId, { lines: [{ productId, count: 1 }] }))).toBe(
      'couponCodes.used groupNumber',
    )
    expect(await venue.stockOf(productId)).toBe(1)
  })

  it('are sold once of twenty orders by one code, and of twenty calls with one key', async () => {
    const [code, productId] = [await coupon(), await venue.product()]
    const done = await Promise.allSettled(Array.from({ length: 20 }, () => ride(code, productId)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await venue.stockOf(productId)).toBe(98)
    const key = newId()
    const body = {
      ...RIDE,
      consumeVehicleMode: 'circlemode' as const,
      usageMode: 'lineup' as const,
      sysDepartConsumeRoleId: (await venue.rule(RIDE)).id,
      racer: '车手',
      groupNumber: await coupon(),
      consumePayMode: 'cash' as const,
      lines: [{ productId, count: 1 }],
    }
    await Promise.all(Array.from({ length: 20 }, () => cashier.consume.add({ key, body })))
    expect([await venue.stockOf(productId), await ledgerOf(key)]).toEqual([97, ['cash 300', 'coupon 6800']])
  })

  it('by scan begin the ride when they are paid, and give the code back when nobody pays', async () => {
    const [code, productId] = [await coupon(), await venue.product({ price: 300 })]
    const scan = (digit: number) => ride(code, productId, { consumePayMode: 'wechat', payCode: codeEnding(digit) })
    const unpaid = await scan(2)
    expect([await isUsed(code), await ledgerOf(unpaid)]).toEqual([true, []])
    expect(await ended(unpaid)).toBe('closed')
    expect([await isUsed(code), await venue.stockOf(productId)]).toEqual([false, 100])
    const paid = await scan(0)
    expect(await ended(paid)).toBe('paid')
    expect(await ledgerOf(paid)).toEqual(['coupon 6800', 'scan 600'])
    expect(await venue.rows('payment').where('id', paid)).toMatchObject([{ amount: 600 }])
    expect(await venue.rows('playRecord').where('consumeId', paid)).toMatchObject([{ state: 'CONSUMED' }])
  })
})

describe('a refund of a ride by coupon with products', () => {
  it('by line returns the money of the pieces; the whole returns the rest and the code', async () => {
    const [code, productId] = [await coupon(), await venue.product({ price: 300 })]
    const order = await ride(code, productId)
    const lineId = await lineOf(order)
    const part = await refund('consume', order, { lines: [{ lineId, count: 1, damaged: 0 }] })
    expect(part.result).toMatchObject({ payWay: 'cash', amount: 3, lines: [{ account: 'cash', change: -3 }] })
    expect([await isUsed(code), (await orderOf('consumeOrder', order))?.state]).toEqual([true, 'paid'])
    expect(await refusalOf(refund('consume', order, { amount: 68 }))).toBe('refunds.onlyWhole amount')
    expect(await preview('consume', order)).toMatchObject({ payWay: 'cash', refundable: 71, amount: 71 })
    const rest = await refund('consume', order)
    expect(await ledgerOf(rest.message)).toEqual(['cash -300', 'coupon -6800'])
    expect([await isUsed(code), (await orderOf('consumeOrder', order))?.state]).toEqual([false, 'refunded'])
    expect((await manager.refunds.sums({ query: { orderId: order } })).result).toMatchObject({ amount: 74, cash: 6 })
    const slip = JSON.stringify((await venue.rows('printJob').where('orderId', rest.message))[0]?.ticket)
    expect(slip).toContain('"3.00 现金"')
    expect(await venue.stockOf(productId)).toBe(100)
  })

  it('from the safe pays out what was paid in money', async () => {
    const order = await ride(await coupon(), await venue.product({ price: 300 }))
    const { message } = await refund('consume', order, { safeReason: '收银员已下班' })
    expect(await venue.rows('safePayout').where('causeId', message)).toMatchObject([{ amount: 600 }])
  })

  it('leaves a free ride when all pieces are returned, and gives the code back with the ride', async () => {
    const [code, productId] = [await coupon({ value: 0 }), await venue.product({ price: 300 })]
    const order = await ride(code, productId)
    await refund('consume', order, { lines: [{ lineId: await lineOf(order), count: 2, damaged: 0 }] })
    expect([await isUsed(code), (await orderOf('consumeOrder', order))?.state]).toEqual([true, 'paid'])
    expect((await refund('consume', order)).result).toMatchObject({ payWay: 'coupon', amount: 0 })
    expect([await isUsed(code), (await orderOf('consumeOrder', order))?.state]).toEqual([false, 'refunded'])
  })

  it('by scan gives the code back when the provider has paid, and not when it refuses', async () => {
    const [code, productId] = [await coupon(), await venue.product({ price: 300 })]
    const order = await ride(code, productId, { consumePayMode: 'wechat', payCode: codeEnding(0) })
    expect(await ended(order)).toBe('paid')
    await answers(order, 'refused')
    const refused = await refund('consume', order)
    expect([refused.result.refundState, await isUsed(code)]).toEqual(['refunding', true])
    await passes(server, 3000)
    expect([await isUsed(code), (await orderOf('consumeOrder', order))?.state]).toEqual([true, 'paid'])
    await answers(order, 'success')
    const done = await refund('consume', order)
    await passes(server, 3000)
    expect(await ledgerOf(done.message)).toEqual(['coupon -6800', 'scan -600'])
    expect([await isUsed(code), (await orderOf('consumeOrder', order))?.state]).toEqual([false, 'refunded'])
    expect(await venue.stockOf(productId)).toBe(100)
  })

  it('that voids the last sale, or cancels it in the queue, returns money and code once', async () => {
    const [code, productId] = [await coupon(), await venue.product({ price: 300 })]
    const order = await ride(code, productId)
    expect((await cashier.refunds.lastSale()).result).toMatchObject({ orderId: order, amount: 6 })
    await cashier.refunds.voidSale({ key: newId(), body: { orderKind: 'consume', orderId: order, reason: '打错' } })
    expect(await isUsed(code)).toBe(false)
    const queued = await ride(code, productId, { usageMode: 'lineup' })
    const cancelled = await manager.queue.cancel({
      key: newId(),
      body: { id: queued, remark: '不玩了', password: 'pitlane-demo' },
    })
    expect(cancelled.result).toMatchObject({ payWay: 'cash', amount: 6 })
    expect([await isUsed(code), await venue.stockOf(productId)]).toEqual([false, 100])
  })

  it('happens once of twenty at once', async () => {
    const [code, productId] = [await coupon(), await venue.product()]
    const order = await ride(code, productId)
    const done = await Promise.allSettled(Array.from({ length: 20 }, () => refund('consume', order)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect([await isUsed(code), await venue.stockOf(productId)]).toEqual([false, 100])
  })
})
