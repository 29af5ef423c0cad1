import { afterAll, describe, expect, it } from 'vitest'
import { processPayments } from '#server/features/payments/index.ts'
import { newId } from '#shared/core/id.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { until } from '#tests/support/until.ts'
import { kioskGuests, openKiosk, visit } from '#tests/support/venue/kiosks.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, manager } = await testVenue(['manager'])
const { guest } = kioskGuests(venue)

const OTHER = 'A01A02'
const SUCCESS = codeEnding(0)

afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
})

type Kiosk = Awaited<ReturnType<typeof openKiosk>>

const product = (given: Parameters<typeof venue.product>[0] = {}) =>
  venue.product({ price: 300, selfService: true, ...given })
const recharge = (given: Parameters<typeof venue.rechargeRule>[0] = {}) =>
  venue.rechargeRule({ recharge: 20_000, price: 20_000, give: 0, selfService: true, ...given })
const buy = ({ kiosk }: Kiosk, productId: string, body: object = {}, key = newId()) =>
  kiosk.buy({ body: { lines: [{ productId, count: 2, price: 3 }], pays: 'wallet', ...body } as never, key })
const paidState = async ({ kiosk }: Kiosk, id: string) => {
  await processPayments(server.deps)
  return (await kiosk.purchase({ query: { id } })).result.payState
}
const requireCashier = () =>
  venue.inEveryStore((trx) =>
    trx.updateTable('store').set({ cashierRequired: 'YES' }).where('orgCode', '=', STORE).execute(),
  )

describe('the shop of a kiosk', () => {
  it('shows products for self-service with what is left, and recharges to members where it takes scan payments', async () => {
    const opened = await openKiosk(server, manager)
    const [water, empty] = [await product({ name: '自助水', pieces: 3 }), await product({ name: '售空', pieces: 0 })]
    await venue.product({ name: '柜台手套' })
    await product({ name: '别店水', orgCode: OTHER })
    const offered = await recharge({ name: '会员充 200', shownName: '自助充 200', give: 2000 })
    await venue.rechargeRule({ name: '柜台充值' })
    const { card } = await guest()
    const { visit: visitToken } = await visit(opened, card)
    const shop = async (body: object, at = opened) => (await at.kiosk.shop({ body })).result
    const { products, recharges } = await shop({ visit: visitToken })
    expect(products.find(({ id }) => id === water)).toMatchObject({ name: '自助水', price: 3, most: 3 })
    expect(products.find(({ id }) => id === empty)).toMatchObject({ most: 0 })
    expect(products.map(({ name }) => name)).not.toContain('柜台手套')
    expect(products.map(({ name }) => name)).not.toContain('别店水')
    expect(recharges.map(({ name }) => name)).not.toContain('柜台充值')
    expect(recharges.find(({ ruleId }) => ruleId === offered)).toMatchObject({
      name: '自助充 200',
      price: 200,
      balance: 200,
      give: 20,
    })
    expect((await shop({})).recharges).toEqual([])
    const ofWallets = await openKiosk(server, manager, { pays: 'wallet' })
    expect(await shop({}, ofWallets)).toEqual({ products: [], recharges: [] })
    expect((await shop({ visit: (await visit(ofWallets, card)).visit }, ofWallets)).recharges).toEqual([])
    expect((await opened.kiosk.state()).result.hasShop).toBe(true)
  })
})

describe('products at a kiosk', () => {
  it('are paid from the balance once, however often they are sent, also where the store requires a cashier', async () => {
    const opened = await openKiosk(server, manager)
    const water = await product({ pieces: 5 })
    const { id, card } = await guest()
    await requireCashier()
    const body = { visit: (await visit(opened, card)).visit }
    const key = newId()
    const answers = await Promise.all([1, 2, 3].map(() => buy(opened, water, body, key)))
    for (const { result } of answers) expect(result).toEqual({ id: key, payState: 'paid', amount: 6, isPrinted: false })
    server.clock.advance(16 * 60_000)
    expect((await buy(opened, water, body, key)).result.payState).toBe('paid')
    expect(await codeOf(buy(opened, water, body))).toBe('kiosks.visitEnded')
    expect((await venue.wallets(id)).balance).toMatchObject({ value: 9400 })
    expect(await venue.stockOf(water)).toBe(3)
    expect(await venue.rows('consumeOrder').where('id', key)).toMatchObject([
      { operatorId: opened.id, operatorName: opened.name, cashierId: null, memberId: id, consumeType: 'PRODUCT' },
    ])
  })

  it('are paid by a guest’s pay code, and the receipt is printed on the kiosk’s printer', async () => {
    const [opened, other] = [await openKiosk(server, manager, { printId: 'K9' }), await openKiosk(server, manager)]
    const water = await product({ pieces: 5 })
    const { result } = await buy(opened, water, { pays: 'scan', payCode: SUCCESS })
    expect(result).toMatchObject({ payState: 'nopay', amount: 6, isPrinted: true })
    const { id } = result
    expect(await codeOf(opened.kiosk.receipt({ body: { id }, key: newId() }))).toBe('sessions.orderNotPaid')
    await until(async () => expect(await paidState(opened, id)).toBe('paid'))
    expect(await codeOf(other.kiosk.purchase({ query: { id } }))).toBe('common.recordNotFound')
    expect(await codeOf(other.kiosk.receipt({ body: { id }, key: newId() }))).toBe('kiosks.notOffered')
    const printing = openKiosk(server, manager, { printId: 'K8' })
    expect(await codeOf((await printing).kiosk.receipt({ body: { id }, key: newId() }))).toBe('common.recordNotFound')
    const key = newId()
    for (let time = 0; time < 2; time++) await opened.kiosk.receipt({ body: { id }, key })
    expect(await venue.rows('printJob').where('orderId', id)).toMatchObject([{ printId: 'K9' }])
  })

  it('are those for self-service of the store, at their price, and paid as the kiosk takes it', async () => {
    const opened = await openKiosk(server, manager)
    const ofWallets = await openKiosk(server, manager, { pays: 'wallet' })
    const { id, card } = await guest()
    const { visit: visitToken } = await visit(opened, card)
    const water = await product()
    const refused = (productId: string, body: object, at = opened) => codeAndFieldOf(buy(at, productId, body))
    const counterOnly = await venue.product({ price: 300 })
    expect(await refused(counterOnly, { visit: visitToken })).toBe('kiosks.notOffered lines')
    expect(await refused(counterOnly, { pays: 'scan', payCode: SUCCESS })).toBe('kiosks.notOffered lines')
    const giftName = newId()
    await manager.gifts.add({ body: { giftName, giftMode: 'money', price: 3 } })
    const gift = (await manager.gifts.list({ query: { giftName } })).result.records[0]?.id ?? ''
    expect(await refused(gift, { visit: visitToken })).toBe('kiosks.notOffered lines')
    expect(await refused(await product({ orgCode: OTHER }), { visit: visitToken })).toBe('products.unknown lines')
    expect(await refused(await product({ price: 500 }), { visit: visitToken })).toBe('products.priceChanged lines')
    expect(await refused(await product({ pieces: 1 }), { visit: visitToken })).toBe('stock.short lines')
    expect(await refused(water, {})).toBe('kiosks.notOffered pays')
    expect(await refused(water, { pays: 'scan', payCode: SUCCESS }, ofWallets)).toBe('kiosks.notOffered pays')
    expect(await refused(water, { pays: 'scan' })).toBe('sessions.payCodeRequired payCode')
    await manager.memberRecords.setPassword({ body: { id, password: '4711' } } as never)
    expect(await refused(water, { visit: visitToken })).toBe('members.passwordRequired password')
    expect((await venue.wallets(id)).balance).toMatchObject({ value: 10_000 })
    expect((await buy(opened, water, { visit: visitToken, password: '4711' })).result.payState).toBe('paid')
  })
})

describe('a recharge at a kiosk', () => {
  const buyRecharge = ({ kiosk }: Kiosk, visitToken: string, ruleId: string, given: object = {}, key = newId()) =>
    kiosk.recharge({ body: { visit: visitToken, ruleId, price: 200, payCode: SUCCESS, ...given }, key })

  it('is credited once when its payment has arrived, and prints where the kiosk prints', async () => {
    const [quiet, printing] = [await openKiosk(server, manager), await openKiosk(server, manager, { printId: 'K7' })]
    const ruleId = await recharge({ give: 1000 })
    const { id, card } = await guest()
    await requireCashier()
    const key = newId()
    const visitToken = (await visit(quiet, card)).visit
    const answers = await Promise.all([1, 2, 3].map(() => buyRecharge(quiet, visitToken, ruleId, {}, key)))
    for (const { result } of answers) {
      expect(result).toEqual({ id: key, payState: 'nopay', amount: 200, isPrinted: false })
    }
    await until(async () => expect(await paidState(quiet, key)).toBe('paid'))
    expect(await venue.wallets(id)).toMatchObject({ balance: { value: 30_000 }, give: { value: 1000 } })
    expect(await venue.rows('printJob').where('orderId', key)).toEqual([])
    expect(await venue.rows('rechargeOrder').where('id', key)).toMatchObject([
      { operatorId: quiet.id, operatorName: quiet.name, cashierId: null, memberId: id },
    ])
    const printed = (await buyRecharge(printing, (await visit(printing, card)).visit, ruleId)).result
    await until(async () => expect(await paidState(printing, printed.id)).toBe('paid'))
    expect(await venue.rows('printJob').where('orderId', printed.id)).toMatchObject([{ printId: 'K7' }])
  })

  it('is by a rule for self-service of the store at the shown price, to the member of the visit', async () => {
    const [opened, other] = [await openKiosk(server, manager), await openKiosk(server, manager)]
    const ofWallets = await openKiosk(server, manager, { pays: 'wallet' })
    const ruleId = await recharge()
    const { id, card } = await guest()
    const { visit: visitToken } = await visit(opened, card)
    const refused = async (rule: string, given: object = {}, at = opened, by = visitToken) =>
      codeAndFieldOf(buyRecharge(at, by, rule, given))
    for (const rule of [
      await venue.rechargeRule({ recharge: 20_000, price: 20_000 }),
      await recharge({ orgCode: OTHER }),
      await recharge({ active: false }),
      newId(),
    ])
      expect(await refused(rule)).toBe('kiosks.notOffered ruleId')
    expect(await refused(ruleId, { price: 1 })).toBe('recharge.priceChanged amount')
    expect(await refused(ruleId, {}, other)).toBe('kiosks.visitEnded visit')
    expect(await refused(ruleId, {}, ofWallets, (await visit(ofWallets, card)).visit)).toBe('kiosks.notOffered ruleId')
    server.clock.advance(16 * 60_000)
    expect(await refused(ruleId)).toBe('kiosks.visitEnded visit')
    expect((await venue.wallets(id)).balance).toMatchObject({ value: 10_000 })
    expect(await venue.rows('rechargeOrder').where('memberId', id)).toEqual([])
  })
})
