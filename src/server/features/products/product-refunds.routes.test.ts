import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { refundsOf, refusalOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const { ended } = salesOf(server, venue, cashier)
const { refund, preview, ledgerOf, worth, orderOf, charge } = refundsOf({ venue, manager, cashier })

afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
})

const sell = async (lines: { productId: string; count: number }[], more: object = {}) =>
  (await cashier.productSales.add({ key: newId(), body: { lines, consumePayMode: 'cash', ...more } })).result.id
/** The id of an order's line of a product. */
async function lineOf(order: string, productId: string): Promise<string> {
  const lines = await venue.rows('orderLine').where('orderId', order)
  return String(lines.find((line) => line.productId === productId)?.id)
}
/** What the stock lines of an order say, `kind pieces`. */
const moved = async (order: string) =>
  (await venue.rows('stockLine').where('orderId', order)).map(({ kind, delta }) => `${kind} ${delta}`).sort()

describe('a refund of products', () => {
  it('by line pays for the pieces, and puts them back or writes them off', async () => {
    const [water, gloves] = [await venue.product({ price: 300 }), await venue.product({ price: 3900 })]
    const order = await sell([
      { productId: water, count: 5 },
      { productId: gloves, count: 1 },
    ])
    const lineId = await lineOf(order, water)
    const plan = await preview('consume', order)
    expect(plan).toMatchObject({
      refundable: 54,
      amount: 54,
      goods: [
        { count: 5, left: 5, price: 3 },
        { count: 1, left: 1, price: 39 },
      ],
    })
    const part = (
      await manager.refunds.preview({ query: { orderKind: 'consume', orderId: order, lines: `${lineId}:3` } })
    ).result
    expect(part).toMatchObject({ amount: 9, lines: [{ account: 'cash', change: -9 }], refusal: null })
    const nonsense = { orderKind: 'consume', orderId: order, lines: `${'-'.repeat(36)}:3` } as const
    expect(await refusalOf(manager.refunds.preview({ query: nonsense }))).toBe('common.invalidInput lines')
    const { message, result } = await refund('consume', order, { lines: [{ lineId, count: 3, damaged: 1 }] })
    expect(result).toMatchObject({ refundState: 'refunded', payWay: 'cash', amount: 9 })
    expect(await ledgerOf(message)).toEqual(['cash -900'])
    expect(await orderOf('consumeOrder', order)).toMatchObject({ state: 'paid', refunded: 900 })
    expect(await moved(order)).toEqual(['back 3', 'loss -1', 'sale -1', 'sale -5'])
    expect(await venue.stockOf(water)).toBe(97)
    expect(await refusalOf(refund('consume', order, { lines: [{ lineId, count: 3, damaged: 0 }] }))).toBe(
      'refunds.lineRest lines',
    )
    await refund('consume', order)
    expect(await orderOf('consumeOrder', order)).toMatchObject({ state: 'refunded', refunded: 5400 })
    expect([await venue.stockOf(water), await venue.stockOf(gloves)]).toEqual([99, 100])
    expect(await refusalOf(refund('consume', order))).toBe('refunds.doneBefore')
  })

  it('is refused for pieces, lines and amounts that the order does not have', async () => {
    const productId = await venue.product({ price: 300 })
    const [order, another] = [await sell([{ productId, count: 2 }]), await sell([{ productId, count: 2 }])]
    const lineId = await lineOf(order, productId)
    const foreign = await lineOf(another, productId)
    const line = (count: number, id = lineId, damaged = 0) =>
      refund('consume', order, { lines: [{ lineId: id, count, damaged }] })
    expect([
      await refusalOf(line(3)),
      await refusalOf(line(1, foreign)),
      await refusalOf(line(1, lineId, 2)),
      await refusalOf(refund('consume', order, { amount: 1 })),
      await refusalOf(refund('consume', order, { amount: 3, lines: [{ lineId, count: 1, damaged: 0 }] })),
      await refusalOf(
        refund('consume', order, {
          lines: [
            { lineId, count: 1, damaged: 0 },
            { lineId, count: 1, damaged: 0 },
          ],
        }),
      ),
    ]).toEqual([
      'refunds.lineRest lines',
      'refunds.lineUnknown lines',
      'refunds.lineDamaged lines',
      'refunds.byLine 0.00 amount',
      'common.invalidInput lines',
      'common.invalidInput lines',
    ])
    await expect(refund('consume', order, { by: cashier })).rejects.toMatchObject({ code: 'auth.forbidden' })
    expect(await moved(order)).toEqual(['sale -2'])
  })

  it('returns to paid and gift balance what each paid for it, of products and ride apart', async () => {
    const productId = await venue.product({ price: 1000 })
    const userId = await venue.member({ balance: 6000, give: 2000 })
    await venue.setChargeOrder('proportional')
    const order = await charge({ price: 3000 }, { userId, lines: [{ productId, count: 1 }] })
    await venue.setChargeOrder('paidFirst')
    expect(await orderOf('consumeOrder', order)).toMatchObject({ paidBalance: 3000, paidGive: 1000, goodsGive: 250 })
    const { message } = await refund('consume', order, {
      lines: [{ lineId: await lineOf(order, productId), count: 1, damaged: 0 }],
    })
    expect(await ledgerOf(message)).toEqual(['balance 750', 'give 250'])
    expect(await refusalOf(refund('consume', order, { amount: 30.01 }))).toBe('refunds.aboveRest 30.00 amount')
    await refund('consume', order, { amount: 10 })
    await refund('consume', order)
    expect(await worth(userId)).toMatchObject({ balance: 6000, give: 2000 })
    expect(await orderOf('consumeOrder', order)).toMatchObject({ state: 'refunded', refunded: 4000 })
  })

  it('leaves a ride that cost points, which the whole refund returns', async () => {
    const productId = await venue.product({ price: 1000 })
    const userId = await venue.member({ balance: 1000, integral: 60 })
    const order = await charge(
      { consumeType: 'INTEGRAL', integral: 60 },
      { userId, usageMode: 'lineup', lines: [{ productId, count: 1 }] },
    )
    const [entry] = await venue.rows('queueEntry').where('playId', (await orderOf('consumeOrder', order))?.playId)
    const stateOf = async () => (await venue.rows('queueEntry').where('id', entry?.id))[0]?.state
    await refund('consume', order, { lines: [{ lineId: await lineOf(order, productId), count: 1, damaged: 0 }] })
    expect(await worth(userId)).toMatchObject({ balance: 1000, integral: 0 })
    expect(await orderOf('consumeOrder', order)).toMatchObject({ state: 'paid', refunded: 1000 })
    expect(await stateOf()).toBe('WAITING')
    await refund('consume', order)
    expect(await worth(userId)).toMatchObject({ integral: 60 })
    expect([await stateOf(), (await orderOf('consumeOrder', order))?.state]).toEqual(['CANCELLED', 'refunded'])
  })

  it('of the ride by amount cancels its place in the queue, and the products stay sold', async () => {
    const productId = await venue.product({ price: 500 })
    const userId = await venue.member({ balance: 9000 })
    const order = await charge({ price: 3000 }, { userId, usageMode: 'lineup', lines: [{ productId, count: 1 }] })
    await refund('consume', order, { amount: 30 })
    const { playId } = (await orderOf('consumeOrder', order)) ?? {}
    expect(await venue.rows('queueEntry').where('playId', playId)).toMatchObject([{ state: 'CANCELLED' }])
    expect(await orderOf('consumeOrder', order)).toMatchObject({ state: 'paid', refunded: 3000 })
    expect(await moved(order)).toEqual(['sale -1'])
  })

  it('happens once, also when 50 are tried at once, each of one piece of three', async () => {
    const productId = await venue.product({ price: 300, pieces: 3 })
    const order = await sell([{ productId, count: 3 }])
    const lineId = await lineOf(order, productId)
    const tried = await Promise.allSettled(
      Array.from({ length: 50 }, () => refund('consume', order, { lines: [{ lineId, count: 1, damaged: 0 }] })),
    )
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await orderOf('consumeOrder', order)).toMatchObject({ state: 'refunded', refunded: 900 })
    expect(await venue.stockOf(productId)).toBe(3)
  })

  it('happens once per key', async () => {
    const productId = await venue.product({ price: 300 })
    const order = await sell([{ productId, count: 3 }])
    const lines = [{ lineId: await lineOf(order, productId), count: 1, damaged: 0 }]
    const key = newId()
    await Promise.all(Array.from({ length: 10 }, () => refund('consume', order, { key, lines })))
    expect(await orderOf('consumeOrder', order)).toMatchObject({ refunded: 300 })
    expect(await moved(order)).toEqual(['back 1', 'sale -3'])
  })

  it('by scan puts the pieces back when the provider has paid, and not at all when it refuses', async () => {
    const productId = await venue.product({ price: 300 })
    const paid = async () => {
      const id = await sell([{ productId, count: 4 }], { consumePayMode: 'wechat', payCode: codeEnding(0) })
      expect(await ended(id)).toBe('paid')
      return id
    }
    const answers = (id: string, behaviour: string) =>
      venue.inEveryStore((trx) =>
        trx
          .updateTable('sandboxTrade')
          .set({ behaviour, madeAt: server.clock.now() } as never)
          .where('id', '=', id)
          .execute(),
      )
    const refused = await paid()
    await answers(refused, 'refused')
    const tried = await refund('consume', refused, {
      lines: [{ lineId: await lineOf(refused, productId), count: 2, damaged: 0 }],
    })
    expect(tried.result.refundState).toBe('refunding')
    expect(await moved(refused)).toEqual(['sale -4'])
    expect(await refusalOf(refund('consume', refused))).toBe('refunds.pending')
    await passes(server, 3000)
    expect(await orderOf('consumeOrder', refused)).toMatchObject({ state: 'paid', refunded: 0 })
    expect((await preview('consume', refused)).goods).toMatchObject([{ left: 4 }])
    const order = await paid()
    const lineId = await lineOf(order, productId)
    await refund('consume', order, { lines: [{ lineId, count: 2, damaged: 2 }] })
    await passes(server, 3000)
    expect(await moved(order)).toEqual(['back 2', 'loss -2', 'sale -4'])
    await refund('consume', order)
    await passes(server, 3000)
    expect(await orderOf('consumeOrder', order)).toMatchObject({ state: 'refunded', refunded: 1200 })
    expect(await venue.stockOf(productId)).toBe(94)
  })

  it('keeps to the limits of the store for users who are no managers', async () => {
    const productId = await venue.product({ price: 300 })
    const order = await sell([{ productId, count: 4 }])
    const lineId = await lineOf(order, productId)
    await venue.inEveryStore((trx) =>
      trx.updateTable('store').set({ refundLimit: 500 }).where('orgCode', '=', STORE).execute(),
    )
    await venue.inEveryStore((trx) =>
      trx.insertInto('rolePermission').values({ roleId: 'cashier', permissionId: 'refund:add' }).execute(),
    )
    const by = await server.signIn('cashier')
    expect(await refusalOf(refund('consume', order, { by, lines: [{ lineId, count: 2, damaged: 0 }] }))).toBe(
      'refunds.aboveLimit 5.00 amount',
    )
    await refund('consume', order, { by, lines: [{ lineId, count: 1, damaged: 0 }] })
    await venue.inEveryStore((trx) =>
      trx.updateTable('store').set({ refundLimit: 0 }).where('orgCode', '=', STORE).execute(),
    )
  })

  it('of stock that is not counted writes none', async () => {
    const productId = await venue.product({ tracksStock: false })
    const order = await sell([{ productId, count: 2 }])
    // What was sold uncounted comes back uncounted.
    await manager.products.edit({ body: { id: productId, tracksStock: 'YES' } })
    await refund('consume', order)
    expect([await moved(order), await venue.stockOf(productId)]).toEqual([[], 0])
  })

  it('is printed with the names of the pieces', async () => {
    const name = `水${newId()}`
    const productId = await venue.product({ name })
    const order = await sell([{ productId, count: 3 }])
    const { message } = await refund('consume', order, {
      lines: [{ lineId: await lineOf(order, productId), count: 2, damaged: 0 }],
    })
    const [job] = await venue.rows('printJob').where('orderId', message)
    expect(JSON.stringify(job?.ticket)).toContain(`["商品","${name} × 2"]`)
  })

  it('that voids the last sale returns all pieces', async () => {
    const productId = await venue.product({ price: 300 })
    const order = await sell([{ productId, count: 3 }])
    const { result: last } = await cashier.refunds.lastSale()
    expect(last).toMatchObject({ orderId: order, amount: 9, refusal: null })
    await cashier.refunds.voidSale({ key: newId(), body: { orderKind: 'consume', orderId: order, reason: '打错' } })
    expect(await orderOf('consumeOrder', order)).toMatchObject({ state: 'refunded' })
    expect(await venue.stockOf(productId)).toBe(100)
  })
})
