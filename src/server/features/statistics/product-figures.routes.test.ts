import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { daysAfter } from '#shared/core/time.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const { ended } = salesOf(server, venue, cashier)
// So that a minute later is never another day.
server.clock.set(new Date('2026-11-20T04:00:00Z'))
const { refund, charge } = refundsOf({ venue, manager, cashier })

type Lines = { productId: string; count: number }[]
const sell = async (lines: Lines, more: object = {}) =>
  (await cashier.productSales.add({ key: newId(), body: { lines, consumePayMode: 'cash', ...more } })).result.id

const productsOf = async (query: object = { period: 'today' }) =>
  (await manager.statistics.products({ query: { sysOrgCode: STORE, ...query } })).result
/** What the figures say of the type PRODUCT. */
async function figureOf(query: object = { period: 'today' }): Promise<number> {
  const { rows } = (await manager.statistics.figures({ query: { by: 'type', sysOrgCode: STORE, ...query } })).result
  return rows.find(({ key }) => key === 'PRODUCT')?.now.consumption ?? 0
}
async function shownOf(productId: string, query?: object) {
  const row = (await productsOf(query)).rows.find((one) => one.productId === productId)
  return row && [row.sold, row.refunded, row.amount]
}

describe('sales by product', () => {
  it('are pieces and money of all sales that were paid, less refunds, and sum up to the figure of products', async () => {
    const [water, gloves] = [await venue.product({ price: 300 }), await venue.product({ price: 3900 })]
    const mixed: Lines = [
      { productId: water, count: 5 },
      { productId: gloves, count: 1 },
    ]
    const order = await sell(mixed)
    const userId = await venue.member({ balance: 2000, give: 8000, integral: 100 })
    await venue.setChargeOrder('proportional')
    await sell(mixed, { consumePayMode: 'balance', userId })
    await charge({ consumeType: 'INTEGRAL', integral: 60 }, { userId, lines: [{ productId: water, count: 2 }] })
    await venue.setChargeOrder('paidFirst')
    const walkIn = { consumeType: 'NOCARDCONSUME', price: 3000, deposit: 5000 } as const
    const ride = await charge(walkIn, { consumePayMode: 'cash', lines: [{ productId: gloves, count: 2 }] })
    // Nobody pays this one.
    expect(await ended(await sell(mixed, { consumePayMode: 'wechat', payCode: codeEnding(2) }))).toBe('closed')
    expect([await shownOf(water), await shownOf(gloves)]).toEqual([
      [12, 0, 36],
      [4, 0, 156],
    ])
    const [line] = (await venue.rows('orderLine').where('orderId', order)).filter(
      ({ productId }) => productId === water,
    )
    await refund('consume', order, { lines: [{ lineId: String(line?.id), count: 2, damaged: 1 }] })
    await refund('consume', ride)
    expect([await shownOf(water), await shownOf(gloves)]).toEqual([
      [12, 2, 30],
      [4, 2, 78],
    ])
    const { total, rows } = await productsOf()
    expect(total.amount).toBe(await figureOf())
    expect(rows.map(({ amount }) => amount)).toEqual([78, 30])
  })

  it('count on the day of the payment, and a refund on its own day, also by scan', async () => {
    const water = await venue.product({ price: 300 })
    const order = await sell([{ productId: water, count: 3 }], { consumePayMode: 'wechat', payCode: codeEnding(0) })
    expect(await ended(order)).toBe('paid')
    const { until: day } = await productsOf()
    server.clock.advance(24 * 3_600_000)
    const signedIn = await server.signIn('manager', STORE)
    const [line] = await venue.rows('orderLine').where('orderId', order)
    const later = refundsOf({ venue, manager: signedIn, cashier })
    const lines = [{ lineId: String(line?.id), count: 1, damaged: 0 }]
    const { result } = await later.refund('consume', order, { lines })
    const on = (date: string) => ({ period: 'range', from: date, until: date })
    // The provider has not paid back yet.
    expect([result.refundState, await shownOf(water, on(daysAfter(day, 1)))]).toEqual(['refunding', undefined])
    await passes(server, 60_000)
    expect(await shownOf(water, on(day))).toEqual([3, 0, 9])
    expect(await shownOf(water, on(daysAfter(day, 1)))).toEqual([0, 1, -3])
    const both = { period: 'range', from: day, until: daysAfter(day, 1) }
    expect((await productsOf(both)).total.amount).toBe(await figureOf(both))
  })

  it('are those of the stores of who may see figures', async () => {
    await sell([{ productId: await venue.product(), count: 1 }])
    const other = await server.signIn('manager2')
    expect((await other.statistics.products({ query: { period: 'today' } })).result.rows).toEqual([])
    await expect(cashier.statistics.products({ query: {} })).rejects.toMatchObject({ code: 'auth.forbidden' })
  })
})
