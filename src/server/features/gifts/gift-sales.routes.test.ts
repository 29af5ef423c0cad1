import { afterAll, describe, expect, it } from 'vitest'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import type { SaleInput } from '#shared/features/products/product-sales.contract.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
const other = await server.signIn('manager2')
const { ledgerOf, charge, ended } = salesOf(server, venue, cashier)
const { refund } = refundsOf({ venue, manager, cashier })

afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

let count = 0
/** A gift for 5.00 of the store with so many pieces; returns its id. */
async function gift(pieces: number, given: object = {}, by = manager): Promise<string> {
  const giftName = `出售礼品${++count}`
  await by.gifts.add({ body: { giftName, giftMode: 'money', price: 5, ...given } })
  const id = (await by.gifts.list({ query: { giftName } })).result.records[0]?.id ?? ''
  if (pieces > 0) await by.giftStock.in({ key: newId(), body: { id, count: pieces, reason: '进货' } })
  return id
}
const stockOf = async (id: string) => (await manager.gifts.queryById({ query: { id } })).result.stock
const nameOf = async (id: string) => (await manager.gifts.queryById({ query: { id } })).result.giftName
const sell = (lines: SaleInput['lines'], more: Partial<SaleInput> & { key?: string } = {}) => {
  const { key = newId(), ...rest } = more
  return cashier.productSales.add({ key, body: { lines, consumePayMode: 'cash', ...rest } })
}
const sellRefusal = (productId: string, price?: number) => codeAndFieldOf(sell([{ productId, count: 1, price }]))
const offered = async () => (await cashier.productSales.offered({ query: { sysOrgCode: STORE } })).result
const lineOf = async (order: string) => String((await venue.rows('orderLine').where('orderId', order))[0]?.id)
/** What the stock lines of an order say, `kind pieces`. */
const moved = async (order: string) =>
  (await venue.rows('stockLine').where('orderId', order)).map(({ kind, delta }) => `${kind} ${delta}`).sort()

describe('a gift for money', () => {
  it('is offered among the products and sold like one, with stock, money and figures', async () => {
    const id = await gift(6)
    expect((await offered()).find((one) => one.id === id)).toMatchObject({ priceKind: 'fixed', price: 5, stock: 6 })
    const productId = await venue.product({ price: 300 })
    const { result } = await sell([
      { productId: id, count: 2, price: 5 },
      { productId, count: 1 },
    ])
    expect(result).toMatchObject({
      amount: 13,
      goods: [
        { kind: 'product', productId: id, name: await nameOf(id), count: 2, amount: 10 },
        { productId, amount: 3 },
      ],
    })
    expect([await ledgerOf(result.id), await moved(result.id)]).toEqual([['cash 1300'], ['sale -1', 'sale -2']])
    expect(await stockOf(id)).toBe(4)
    const { rows } = (await manager.statistics.products({ query: {} })).result
    expect(rows.find((row) => row.productId === id)).toMatchObject({ name: await nameOf(id), sold: 2, amount: 10 })
    // It keeps its name in the figures when it is no longer sold.
    await manager.gifts.edit({ body: { id, giftMode: 'handOut' } })
    expect((await manager.statistics.products({ query: {} })).result.rows).toContainEqual(
      expect.objectContaining({ productId: id, sold: 2 }),
    )
    expect((await offered()).some((one) => one.id === id)).toBe(false)
    expect(await codeOf(manager.gifts.delete({ query: { id } }))).toBe('gifts.inUse')
  })

  it('is a line of the order of a ride, whose coupon takes nothing off it', async () => {
    const id = await gift(3)
    const userId = await venue.member({ balance: 9000 })
    const [groupNumber = ''] = await venue.coupons({ kind: 'discount', value: 0, percent: 50 })
    const { result } = await charge({ price: 4000 }, { userId, groupNumber, lines: [{ productId: id, count: 1 }] })
    expect(result).toMatchObject({ amount: 25, goods: [{ kind: 'ride' }, { kind: 'product', productId: id }] })
    expect(await ledgerOf(result.id)).toEqual(['balance -2500'])
    expect(await stockOf(id)).toBe(2)
  })

  it('is sold to 10 of 50 at once when 10 are left, and says what is short', async () => {
    const id = await gift(10)
    const sold = await Promise.allSettled(Array.from({ length: 50 }, () => sell([{ productId: id, count: 1 }])))
    expect(sold.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await stockOf(id)).toBe(0)
    const item = await nameOf(id)
    await expect(sell([{ productId: id, count: 1 }])).rejects.toMatchObject({
      code: 'stock.short',
      details: { field: 'lines', item, available: 0 },
    })
  })

  it('is sold once per key', async () => {
    const id = await gift(5)
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 10 }, () => sell([{ productId: id, count: 2 }], { key })))
    expect(new Set(answers.map(({ result }) => result.id))).toEqual(new Set([key]))
    expect([await stockOf(id), await moved(key)]).toEqual([3, ['sale -2']])
  })

  it('is taken back by the piece, and is back in stock when nobody has paid', async () => {
    const id = await gift(9)
    const { result } = await sell([{ productId: id, count: 4 }])
    const lines = [{ lineId: await lineOf(result.id), count: 2, damaged: 1 }]
    await refund('consume', result.id, { lines })
    expect([await stockOf(id), await moved(result.id)]).toEqual([6, ['back 2', 'loss -1', 'sale -4']])
    await refund('consume', result.id)
    expect(await stockOf(id)).toBe(8)
    const unpaid = await sell([{ productId: id, count: 3 }], { consumePayMode: 'wechat', payCode: codeEnding(2) })
    expect(await stockOf(id)).toBe(5)
    expect(await ended(unpaid.result.id)).toBe('closed')
    expect(await stockOf(id)).toBe(8)
  })

  it('is refused at another price, of another store, switched off, or without a price in money', async () => {
    const id = await gift(2)
    expect(await sellRefusal(id, 4)).toBe('products.priceChanged lines')
    const theirs = await gift(2, {}, other)
    expect(await sellRefusal(theirs)).toBe('products.unknown lines')
    const mine = await venue.product({ price: 300 })
    expect(
      await codeAndFieldOf(
        sell([
          { productId: mine, count: 1 },
          { productId: theirs, count: 1 },
        ]),
      ),
    ).toBe('products.unknown lines')
    expect(await sellRefusal(await gift(2, { isActive: 'NO' }))).toBe('products.inactive lines')
    expect(await sellRefusal(await gift(2, { giftMode: 'points', integral: 50 }))).toBe('products.notForMoney lines')
    expect(await sellRefusal(await gift(2, { price: 0 }))).toBe('products.notForMoney lines')
    expect(await stockOf(id)).toBe(2)
  })
})
