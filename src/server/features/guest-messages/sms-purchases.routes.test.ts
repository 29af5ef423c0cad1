import { beforeAll, describe, expect, it } from 'vitest'
import { processPayments } from '#server/features/payments/index.ts'
import { newId } from '#shared/core/id.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

/** The store whose provider receives the money. */
const SELLER = 'A01A02'
const { server, venue, admin, hq, manager, cashier } = await testVenue(['admin', 'hq', 'manager', 'cashier'])
const seller = await server.signIn('manager2', SELLER)

const setLeft = (smsCount: number, orgCode = STORE) =>
  venue.inEveryStore((trx) => trx.updateTable('store').set({ smsCount }).where('orgCode', '=', orgCode).execute())
const left = async () => (await venue.rows('store').where('orgCode', STORE))[0]?.smsCount
const purchase = async (id: string) => (await manager.smsPurchases.queryById({ query: { id } })).result

let packageId: string
beforeAll(async () => {
  await venue.inEveryStore((trx) =>
    trx
      .insertInto('paymentProvider')
      .values({
        orgCode: SELLER,
        provider: 'sandbox',
        enabled: true,
        settings: '{}',
        keysSealed: '',
        updatedBy: 'admin',
        updatedAt: server.clock.now(),
      })
      .onConflict((known) => known.columns(['provider', 'orgCode']).doUpdateSet({ enabled: true }))
      .execute(),
  )
  const body = { packageName: '一千条', smsTexts: 1000, price: 60, sellerCode: SELLER }
  await admin.smsPackages.add({ body })
  await admin.smsPackages.add({ body: { ...body, packageName: '停售', isActive: 'NO' } })
  await setLeft(7)
  packageId =
    (await manager.smsPurchases.offers()).result.offers.find(({ packageName }) => packageName === '一千条')?.id ?? ''
})

const buy = (payCode = codeEnding(0), key = newId(), by = manager) =>
  by.smsPurchases.add({ key, body: { packageId, price: 60, payCode } })

describe('SMS packages', () => {
  it('are written by the platform alone, and sold by a store that accepts pay codes', async () => {
    const body = { packageName: '别的', smsTexts: 10, price: 1, sellerCode: SELLER }
    for (const client of [hq, manager, cashier])
      expect(await codeOf(client.smsPackages.add({ body }))).toBe('auth.forbidden')
    expect(await codeOf(admin.smsPackages.add({ body: { ...body, sellerCode: 'A01' } }))).toBe(
      'smsPackages.sellerUnknown',
    )
    expect(await codeOf(admin.smsPackages.add({ body: { ...body, packageName: '一千条' } }))).toBe(
      'smsPackages.nameTaken',
    )
    const { result } = await manager.smsPurchases.offers()
    expect(result).toMatchObject({ left: 7 })
    expect(result.offers.filter(({ id }) => id === packageId)).toEqual([
      { id: packageId, packageName: '一千条', smsTexts: 1000, price: 60 },
    ])
    expect(result.offers.map(({ packageName }) => packageName)).not.toContain('停售')
  })
})

describe('a purchase', () => {
  it('raises what is left once when it is paid, by the seller’s provider', async () => {
    await setLeft(7)
    const key = newId()
    await Promise.all([buy(codeEnding(0), key), buy(codeEnding(0), key)])
    await buy(codeEnding(1), key)
    expect(await left()).toBe(7)
    await Promise.all([processPayments(server.deps), processPayments(server.deps)])
    await passes(server, 10_000)
    expect(await purchase(key)).toMatchObject({ purchaseState: 'paid', smsTexts: 1000, amount: 60, textsAfter: 1007 })
    expect(await left()).toBe(1007)
    expect((await seller.payments.queryById({ query: { id: key } })).result).toMatchObject({
      state: 'paid',
      amount: 60,
      orderKind_dictText: '短信套餐',
    })
    expect(await codeOf(manager.payments.queryById({ query: { id: key } }))).toBe('common.recordNotFound')
    expect(await codeOf(seller.smsPurchases.queryById({ query: { id: key } }))).toBe('common.recordNotFound')
  })

  it.each([
    [5, 'an answer that was lost', 'paid'],
    [6, 'two notifications', 'paid'],
    [2, 'nobody who pays', 'closed'],
    [3, 'a payment that arrives late', 'closed'],
    [4, 'a refused code', 'closed'],
  ] as const)('by a code ending in %i (%s) ends as it must', async (digit, _, purchaseState) => {
    await setLeft(0)
    const { message: id } = await buy(codeEnding(digit))
    await passes(server, 70_000)
    expect(await purchase(id)).toMatchObject({ purchaseState, textsAfter: purchaseState === 'paid' ? 1000 : null })
    expect(await left()).toBe(purchaseState === 'paid' ? 1000 : 0)
  })

  it('is refused by name: another price, a package off sale, a store that is not counted, a cashier', async () => {
    await setLeft(3)
    const body = { packageId, price: 60, payCode: codeEnding(0) }
    expect(await codeOf(manager.smsPurchases.add({ body: { ...body, price: 59 }, key: newId() }))).toBe(
      'smsPackages.priceChanged',
    )
    expect(await codeOf(manager.smsPurchases.add({ body: { ...body, packageId: newId() }, key: newId() }))).toBe(
      'smsPackages.notOnSale',
    )
    expect(await codeOf(buy('12', newId()))).toBe('payments.codeUnknown')
    expect(await codeOf(buy(codeEnding(0), newId(), cashier))).toBe('auth.forbidden')
    expect(await codeOf(hq.smsPurchases.add({ body, key: newId() }))).toBe('auth.chooseStore')
    await setLeft(-1)
    expect(await codeOf(buy())).toBe('smsPackages.notCounted')
  })

  it('leaves a store uncounted that the platform stopped counting meanwhile', async () => {
    await setLeft(3)
    const { message: id } = await buy()
    await setLeft(-1)
    await passes(server, 5000)
    expect(await purchase(id)).toMatchObject({ purchaseState: 'paid', textsAfter: -1 })
    expect(await left()).toBe(-1)
  })
})
