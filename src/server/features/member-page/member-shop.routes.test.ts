import { afterAll, describe, expect, it } from 'vitest'
import { processPayments } from '#server/features/payments/index.ts'
import { newId } from '#shared/core/id.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { until } from '#tests/support/until.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, manager } = await testVenue(['manager'])

afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
})

const onPage = async (given: Parameters<typeof venue.member>[0] = {}) =>
  memberOnPage(server, venue, await venue.member(given))

const setProviders = (enabled: boolean) =>
  venue.inEveryStore((trx) =>
    trx.updateTable('paymentProvider').set({ enabled }).where('orgCode', '=', STORE).execute(),
  )

type OnPage = Awaited<ReturnType<typeof onPage>>
const stateOf = async ({ client }: OnPage, id: string) =>
  (await client.memberShop.purchase({ query: { id } })).result.state

/** Lets the server's clock run until a payment has ended. */
async function ended(member: OnPage, id: string): Promise<string> {
  return until(async () => {
    await processPayments(server.deps)
    const state = await stateOf(member, id)
    if (state === 'nopay') server.clock.advance(5000)
    expect(state).not.toBe('nopay')
    return state
  })
}

describe('a recharge on the phone', () => {
  it('is credited once under its key, also when the answer was lost, and the order names the member', async () => {
    const member = await onPage({ nickname: '闪电' })
    const ruleId = await venue.rechargeRule({ selfService: true })
    const key = newId()
    const recharge = () => member.client.memberShop.recharge({ body: { ruleId, price: 1000 }, key })
    const answers = await Promise.all([recharge(), recharge(), recharge()])
    expect(new Set(answers.map(({ result }) => result.id))).toEqual(new Set([key]))
    expect(await ended(member, key)).toBe('paid')
    expect((await member.client.memberHome.home()).result.wallets).toMatchObject({
      balance: 1200.5,
      give: 50,
      integral: 50,
    })
    // The receipt is on the phone; no counter prints it.
    expect(await venue.rows('printJob').where('orderId', key)).toEqual([])
    await recharge()
    expect((await member.client.memberHome.recharges({ query: {} })).result).toMatchObject({
      total: 1,
      records: [{ id: key, amount: 1000, state: 'paid' }],
    })
    const [order] = await venue.rows('rechargeOrder').where('id', key)
    expect(order).toMatchObject({ memberId: member.id, operatorName: `闪电 ${member.id}`, cashierId: null })
  })

  it('gives nothing where nobody pays or the provider refuses', async () => {
    const member = await onPage()
    const ruleId = await venue.rechargeRule({ selfService: true })
    for (const sandbox of ['refused', 'never'] as const) {
      const key = newId()
      await member.client.memberShop.recharge({ body: { ruleId, price: 1000, sandbox }, key })
      expect(await ended(member, key)).toBe('closed')
    }
    expect((await member.client.memberHome.home()).result.wallets.balance).toBe(0)
  })

  it('is refused at another price, by a rule that is not for self-service, and where no provider takes a phone', async () => {
    const { client } = await onPage()
    const ruleId = await venue.rechargeRule({ selfService: true })
    const ofCounter = await venue.rechargeRule()
    const recharge = (body: { ruleId: string; price: number }) =>
      codeAndFieldOf(client.memberShop.recharge({ body, key: newId() }))
    expect(await recharge({ ruleId, price: 1 })).not.toBe('done')
    expect(await recharge({ ruleId: ofCounter, price: 1000 })).toBe('memberShop.notOffered ruleId')
    await setProviders(false)
    expect(await recharge({ ruleId, price: 1000 })).toBe('payments.phoneOff way')
    expect((await client.memberShop.shop({ query: {} })).result).toMatchObject({ phone: [], recharges: [] })
    await setProviders(true)
  })
})

describe('products on the phone', () => {
  it('are paid from the balance once, with the password where there is one, and leave the stock', async () => {
    const member = await onPage({ balance: 10_000 })
    const productId = await venue.product({ selfService: true, price: 300, pieces: 5 })
    const key = newId()
    const lines = [{ productId, count: 2, price: 3 }]
    const buy = () => member.client.memberShop.buy({ body: { lines, pays: 'wallet' }, key })
    await Promise.all([buy(), buy()])
    expect(await stateOf(member, key)).toBe('paid')
    expect((await member.client.memberHome.home()).result.wallets.balance).toBe(94)
    expect(await venue.stockOf(productId)).toBe(3)
  })

  it('are refused where they are not for self-service, sold out or cost another price, and never from foreign value', async () => {
    const member = await onPage({ balance: 100 })
    const productId = await venue.product({ selfService: true, price: 300, pieces: 1 })
    const ofCounter = await venue.product({ price: 300 })
    const buy = (given: object, pays: 'wallet' | 'scan' = 'wallet') =>
      codeOf(
        member.client.memberShop.buy({
          body: { lines: [{ productId, count: 1, price: 3, ...given }], pays },
          key: newId(),
        }),
      )
    expect(await buy({ productId: ofCounter })).toBe('kiosks.notOffered')
    expect(await buy({ price: 1 })).not.toBe('done')
    expect(await buy({ count: 2 }, 'scan')).toBe('stock.short')
    expect(await buy({})).not.toBe('done')
    expect(await venue.stockOf(productId)).toBe(1)
    expect(await buy({}, 'scan')).toBe('done')
  })

  it('are answered again under their key when no provider takes a phone any more, and are in the trail of sales', async () => {
    const { client } = await onPage()
    const productId = await venue.product({ selfService: true, price: 300 })
    const key = newId()
    const body = { lines: [{ productId, count: 1, price: 3 }], pays: 'scan' as const }
    const first = (await client.memberShop.buy({ body, key })).result
    expect(await codeOf(client.memberShop.buy({ body: { ...body, pays: 'wallet' }, key }))).toBe('common.keyReused')
    await setProviders(false)
    expect((await client.memberShop.buy({ body, key })).result).toEqual(first)
    expect(await codeOf(client.memberShop.buy({ body, key: newId() }))).toBe('payments.phoneOff')
    await setProviders(true)
    const { result } = await manager.logs.history({ query: { kind: '/product/sysProductSale', id: key } })
    expect(result).toHaveLength(1)
  })

  it('cannot be looked at by another member, and a key of another is refused', async () => {
    const [one, other] = [await onPage({ balance: 10_000 }), await onPage({ balance: 10_000 })]
    const productId = await venue.product({ selfService: true, price: 300 })
    const key = newId()
    const body = { lines: [{ productId, count: 1, price: 3 }], pays: 'wallet' as const }
    await one.client.memberShop.buy({ body, key })
    expect(await codeOf(stateOf(other, key))).toBe('common.recordNotFound')
    expect(await codeOf(other.client.memberShop.buy({ body, key }))).toBe('common.keyReused')
    expect((await other.client.memberHome.home()).result.wallets.balance).toBe(100)
  })
})
