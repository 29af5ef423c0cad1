import { beforeAll, describe, expect, it } from 'vitest'
import { replayLedger } from '#server/features/ledger/index.ts'
import { reconcile } from '#server/features/reconciliation/reconcile.service.ts'
import { newId } from '#shared/core/id.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
const { charge, refund, worth, ledgerOf, orderOf } = refundsOf({ venue, manager, cashier })

beforeAll(async () => {
  await venue.setHungLimit(1000)
})

const coinRule = { consumeType: 'COIN', toolType: 'COIN', coins: 4, price: 0 } as const
const giftRule = { consumeType: 'GIFT', toolType: 'GIFT', price: 1500 } as const

/** A pending ride of a member by a rule. */
async function pending(rule: Parameters<typeof venue.rule>[0], userId: string, people = 1): Promise<string> {
  const { id: ruleId } = await venue.rule(rule)
  const { id: vehicleId } = await venue.vehicle()
  const body = venue.start({ ruleId, vehicleId, userId, people })
  return (await cashier.playBeforePay.add({ body, key: newId() })).result.id
}
const settle = (id: string, consumeType: 'COIN' | 'GIFT', userId: string) =>
  cashier.playBeforePay.settle({
    key: newId(),
    body: { id, consumeType, userId, consumeVehicleMode: 'circlemode', usageMode: 'lineup', consumePayMode: 'wechat' },
  })

async function agrees(): Promise<void> {
  expect(await venue.inEveryStore(replayLedger)).toEqual([])
  await reconcile(server.deps, STORE)
  expect((await manager.reconciliation.list({ query: {} })).result.records).toEqual([])
}

describe('a rule of coins', () => {
  it('takes coins for each person, or once, and nothing else', async () => {
    const userId = await venue.member({ balance: 9000, coins: 20 })
    const each = await charge(coinRule, { userId, people: 3 })
    expect(await ledgerOf(each)).toEqual(['coins -12'])
    const once = await charge({ ...coinRule, priceMode: 'one' }, { userId, people: 3 })
    expect(await ledgerOf(once)).toEqual(['coins -4'])
    expect(await orderOf('consumeOrder', once)).toMatchObject({ amount: 0, paidCoins: 4, paidBalance: 0 })
    expect(await codeOf(charge(coinRule, { userId, people: 2 }))).toBe('members.insufficientCoins')
    expect(await worth(userId)).toEqual({ balance: 9000, coins: 4 })
    await agrees()
  })

  it('is returned whole by a refund', async () => {
    const userId = await venue.member({ coins: 9 })
    const id = await charge(coinRule, { userId, people: 2, usageMode: 'lineup' })
    expect(await worth(userId)).toEqual({ coins: 1 })
    const key = newId()
    await refund('consume', id, { key })
    expect(await worth(userId)).toEqual({ coins: 9 })
    expect((await venue.rows('refundOrder').where('id', key))[0]).toMatchObject({ coins: 8, amount: 0 })
    await agrees()
  })

  it('holds the coins of a ride that is paid later, and takes what it held', async () => {
    const userId = await venue.member({ coins: 9 })
    const id = await pending(coinRule, userId, 2)
    expect((await venue.wallets(userId)).coins).toEqual({ value: 9, held: 8 })
    expect(await codeOf(pending(coinRule, userId))).toBe('members.insufficientCoins')
    await settle(id, 'COIN', userId)
    expect((await venue.wallets(userId)).coins).toEqual({ value: 1, held: 0 })
    await agrees()
  })

  it('is in the figures of its day, and in the sums of the orders', async () => {
    const before = (await manager.consumeOrders.sums({ query: {} })).result.coins
    const userId = await venue.member({ coins: 9 })
    await charge(coinRule, { userId, people: 2 })
    expect((await manager.consumeOrders.sums({ query: {} })).result.coins).toBe(before + 8)
  })

  it('needs a number of coins, and a length', async () => {
    const body = { consumeRoleName: '代币游戏', consumeTypeRole: 'COIN', toolType: 'COIN' } as const
    expect(await codeAndFieldOf(manager.consumeRules.add({ body: { ...body, duration: 5 } }))).toBe(
      'rules.coinsNeeded coins',
    )
    expect(await codeAndFieldOf(manager.consumeRules.add({ body: { ...body, coins: 2 } }))).toBe(
      'rules.lengthNeeded countCycleNumber',
    )
    await manager.consumeRules.add({ body: { ...body, coins: 2, duration: 5 } })
  })
})

describe('a rule of the gift balance', () => {
  it('never takes paid balance', async () => {
    const userId = await venue.member({ balance: 9000, give: 4000 })
    const id = await charge(giftRule, { userId, people: 2 })
    expect(await ledgerOf(id)).toEqual(['give -3000'])
    expect(await orderOf('consumeOrder', id)).toMatchObject({ amount: 3000, paidGive: 3000, paidBalance: 0 })
    expect(await codeOf(charge(giftRule, { userId }))).toBe('members.insufficientGive')
    await refund('consume', id)
    expect(await worth(userId)).toEqual({ balance: 9000, give: 4000 })
    await agrees()
  })

  it('holds gift balance of a ride that is paid later', async () => {
    const userId = await venue.member({ balance: 9000, give: 2000 })
    const id = await pending(giftRule, userId)
    expect(await venue.wallets(userId)).toEqual({
      balance: { value: 9000, held: 0 },
      give: { value: 2000, held: 1500 },
    })
    expect(await codeOf(pending(giftRule, userId))).toBe('members.insufficientGive')
    await settle(id, 'GIFT', userId)
    expect(await worth(userId)).toEqual({ balance: 9000, give: 500 })
    await agrees()
  })
})
