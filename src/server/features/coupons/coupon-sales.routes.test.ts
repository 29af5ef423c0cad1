import { afterAll, describe, expect, it } from 'vitest'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import type { SaleInput } from '#shared/features/products/product-sales.contract.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])
const { ledgerOf, charge, ended } = salesOf(server, venue, cashier)
const { refund } = refundsOf({ venue, manager, cashier })

afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

let count = 0
/** A batch whose codes give 20.00 for 15.00; returns its id. */
async function batch(given: object = {}, by = manager): Promise<string> {
  const batchName = `出售券${++count}`
  const body = { batchName, couponKind: 'value', couponValue: 20, price: 15, codeCount: 10, ...given } as const
  await by.couponBatches.add({ key: newId(), body })
  return (await by.couponBatches.list({ query: { batchName } })).result.records[0]?.id ?? ''
}
const sell = (lines: SaleInput['lines'], more: Partial<SaleInput> & { key?: string } = {}) => {
  const { key = newId(), ...rest } = more
  return cashier.productSales.add({ key, body: { lines, consumePayMode: 'cash', ...rest } })
}
/** Sells codes of a batch to a member. */
const sellTo = (userId: string, id: string, pieces = 1, more: Parameters<typeof sell>[1] = {}) =>
  sell([{ productId: id, count: pieces, price: 15 }], { userId, ...more })
const codesOf = async (member: string) =>
  (await venue.rows('couponCode').where('memberId', member)).toSorted(
    (one, other) => Number(one.number) - Number(other.number),
  )
const redeem = (userId: string, code: string) =>
  codeOf(cashier.couponCodes.redeem({ key: newId(), body: { userId, code } }))
const listedCode = async (code: unknown) => {
  const [row] = (await manager.couponCodes.list({ query: { code: String(code) } })).result.records
  if (!row) throw new Error('the code is not listed')
  return row
}
const lineOf = async (order: string) => String((await venue.rows('orderLine').where('orderId', order))[0]?.id)
const offered = async () => (await cashier.productSales.offered({ query: { sysOrgCode: STORE } })).result

describe('a coupon with a price', () => {
  it('is sold to a member beside products, and the codes can be used at once', async () => {
    const id = await batch({ validDays: 30 })
    const productId = await venue.product({ price: 300 })
    const member = await venue.member({ balance: 10_000 })
    expect((await offered()).find((one) => one.id === id)).toMatchObject({ price: 15, priceKind: 'fixed', stock: null })
    const { result } = await sell(
      [
        { productId: id, count: 2, price: 15 },
        { productId, count: 1 },
      ],
      { userId: member, consumePayMode: 'balance' },
    )
    expect(result).toMatchObject({ amount: 33, goods: [{ productId: id, count: 2, amount: 30 }, { amount: 3 }] })
    expect(await ledgerOf(result.id)).toEqual(['balance -3300'])
    const codes = await codesOf(member)
    expect(codes).toMatchObject([{ reserved: false }, { reserved: false }])
    expect(codes[0]?.validUntil).not.toBeNull()
    expect(await redeem(member, String(codes[0]?.code))).toBe('done')
    const { rows } = (await manager.statistics.products({ query: {} })).result
    expect(rows.find((row) => row.productId === id)).toMatchObject({ sold: 2, amount: 30 })
  })

  it('is sold beside a ride in one order, and refunded apart from it', async () => {
    const id = await batch()
    const member = await venue.member({ balance: 10_000 })
    const { result } = await charge({ price: 4000 }, { userId: member, lines: [{ productId: id, count: 2 }] })
    expect(result).toMatchObject({ amount: 70, goods: [{ kind: 'ride' }, { productId: id, count: 2 }] })
    expect(await ledgerOf(result.id)).toEqual(['balance -7000'])
    const line = (await venue.rows('orderLine').where('orderId', result.id)).find(({ batchId }) => batchId === id)
    await refund('consume', result.id, { lines: [{ lineId: String(line?.id), count: 1, damaged: 0 }] })
    const ends = await Promise.all((await codesOf(member)).map(({ code }) => redeem(member, String(code))))
    expect(ends.toSorted()).toEqual(['couponCodes.returned', 'done'])
  })

  it('is sold once per key, and no more codes than there are, of many at once', async () => {
    const id = await batch({ codeCount: 5 })
    const members = await Promise.all(Array.from({ length: 12 }, () => venue.member()))
    const sold = await Promise.all(members.map((member) => codeAndFieldOf(sellTo(member, id))))
    expect(sold.toSorted()).toEqual([
      ...Array.from({ length: 7 }, () => 'couponBatches.tooFew lines'),
      ...Array.from({ length: 5 }, () => 'done'),
    ])
    const another = await batch()
    const [member = ''] = members
    const key = newId()
    await Promise.all(Array.from({ length: 8 }, () => sellTo(member, another, 2, { key })))
    expect((await codesOf(member)).filter(({ batchId }) => batchId === another)).toHaveLength(2)
  })

  it('is sold within the limit per member, also at once, and a refunded one does not count', async () => {
    const id = await batch({ perMember: 2 })
    const member = await venue.member()
    expect(await codeAndFieldOf(sellTo(member, id, 3))).toBe('couponCodes.perMember lines')
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(sellTo(member, id))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(2)
    const [row] = await venue.rows('consumeOrder').where('memberId', member)
    await refund('consume', String(row?.id))
    expect(await codeOf(sellTo(member, id))).toBe('done')
  })

  it('cannot be used before its scan payment, and is free again when nobody has paid', async () => {
    const id = await batch({ codeCount: 1 })
    const member = await venue.member()
    const unpaid = await sellTo(member, id, 1, { consumePayMode: 'wechat', payCode: codeEnding(2) })
    const [code] = await codesOf(member)
    expect(await redeem(member, String(code?.code))).toBe('couponCodes.unpaid')
    const voidIt = { id: String(code?.id), voidReason: '作废' }
    expect(await codeOf(manager.couponCodes.void({ body: voidIt }))).toBe('couponCodes.unpaid')
    expect(await ended(unpaid.result.id)).toBe('closed')
    expect(await codesOf(member)).toEqual([])
    const paid = await sellTo(member, id, 1, { consumePayMode: 'wechat', payCode: codeEnding(0) })
    expect(await ended(paid.result.id)).toBe('paid')
    expect(await redeem(member, String(code?.code))).toBe('done')
  })

  it('keeps a batch that an order names, before its payment and after it was never paid', async () => {
    const id = await batch({ codeCount: 1 })
    const unpaid = await sellTo(await venue.member(), id, 1, { consumePayMode: 'wechat', payCode: codeEnding(2) })
    const remove = () => codeAndFieldOf(manager.couponBatches.delete({ query: { id } }))
    expect(await remove()).toBe('couponBatches.inUse')
    expect(await ended(unpaid.result.id)).toBe('closed')
    expect(await remove()).toBe('couponBatches.inUse')
  })

  it('is refunded while it is unused, and then used by nobody; of a use and a refund at once one wins', async () => {
    const id = await batch()
    const member = await venue.member()
    const { result } = await sellTo(member, id, 3)
    const [first] = await codesOf(member)
    expect(await redeem(member, String(first?.code))).toBe('done')
    await expect(refund('consume', result.id)).rejects.toMatchObject({
      code: 'refunds.couponUsed',
      details: { field: 'lines', left: 2 },
    })
    await refund('consume', result.id, { lines: [{ lineId: await lineOf(result.id), count: 1, damaged: 0 }] })
    const left = (await codesOf(member)).filter(({ usedAt }) => usedAt === null)
    const returned = left.find(({ returnedBy }) => returnedBy !== null)
    expect(await redeem(member, String(returned?.code))).toBe('couponCodes.returned')
    expect((await listedCode(returned?.code)).codeState).toBe('void')
    const last = left.find(({ returnedBy }) => returnedBy === null)
    const ends = await Promise.all([
      redeem(member, String(last?.code)),
      codeOf(refund('consume', result.id, { lines: [{ lineId: await lineOf(result.id), count: 1, damaged: 0 }] })),
    ])
    expect(ends.filter((end) => end === 'done')).toHaveLength(1)
  })

  it('is refused without a member, beside a coupon, at another price, unsold or of a chain', async () => {
    const id = await batch()
    const member = await venue.member({ balance: 20_000 })
    expect(await codeAndFieldOf(sell([{ productId: id, count: 1, price: 15 }]))).toBe('members.required userId')
    expect(await codeAndFieldOf(sell([{ productId: id, count: 1, price: 14 }], { userId: member }))).toBe(
      'products.priceChanged lines',
    )
    const [groupNumber = ''] = await venue.coupons({ kind: 'discount', value: 0, percent: 50 })
    const withCoupon = charge({ price: 4000 }, { userId: member, groupNumber, lines: [{ productId: id, count: 1 }] })
    expect(await codeAndFieldOf(withCoupon)).toBe('products.couponApart lines')
    expect(await codeAndFieldOf(sellTo(member, await batch({ price: 0 })))).toBe('products.notForMoney lines')
    expect(await codeAndFieldOf(batch({ price: 0, selfService: 'YES' }))).toBe(
      'couponBatches.selfServicePriced selfService',
    )
    const ofChain = { sysOrgCode: 'A01', storeCodes: 'A01A01,A01A02' }
    expect(await codeAndFieldOf(batch(ofChain, hq))).toBe('couponBatches.saleOfChain price')
    const free = await batch({ ...ofChain, price: 0 }, hq)
    expect(await codeAndFieldOf(hq.couponBatches.edit({ body: { id: free, price: 3 } }))).toBe(
      'couponBatches.saleOfChain price',
    )
  })

  it('is bought on the phone where it is listed, up to the limit', async () => {
    const id = await batch({ selfService: 'YES', perMember: 2 })
    const hidden = await batch()
    const { client, id: member } = await memberOnPage(server, venue, await venue.member({ balance: 9000 }))
    const most = async () =>
      (await client.memberShop.shop({ query: {} })).result.products.find((one) => one.id === id)?.most
    expect(await most()).toBe(2)
    const buy = (productId: string) =>
      codeOf(
        client.memberShop.buy({ key: newId(), body: { lines: [{ productId, count: 1, price: 15 }], pays: 'wallet' } }),
      )
    expect([await buy(id), await buy(hidden)]).toEqual(['done', 'kiosks.notOffered'])
    expect(await codesOf(member)).toHaveLength(1)
    expect(await most()).toBe(1)
    expect((await client.memberHome.coupons()).result.some(({ code }) => code !== '')).toBe(true)
  })
})
