import { afterAll, describe, expect, it } from 'vitest'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const { hang, settle, stateOf, ledgerOf, ended } = salesOf(server, venue, cashier)
const { refund, orderOf, worth } = refundsOf({ venue, manager, cashier })

afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

const GUEST = { consumeType: 'NOCARDCONSUME', price: 4000, deposit: 1000 } as const
const coupon = async (given: object = {}) =>
  (await venue.coupons({ kind: 'discount', value: 0, percent: 25, ...given }))[0] ?? ''
const isUsed = async (code: string) => (await venue.rows('couponCode').where('code', code))[0]?.usedFor != null
/** The order by which a record is settled. */
const settled = async (id: string, type: ConsumeType, more: Parameters<typeof settle>[2], key = newId()) =>
  (await settle(id, type, more, key)).message
const heldOf = async (member: string) => (await venue.wallets(member)).balance?.held ?? 0

describe('a discount coupon for a pending ride', () => {
  it('of a member takes the lowered price once, and frees the whole hold', async () => {
    const userId = await venue.member({ balance: 9000 })
    const [id, groupNumber] = [await hang({ price: 4000 }, userId), await coupon()]
    expect(await heldOf(userId)).toBe(4000)
    const key = newId()
    const order = await settled(id, 'BALANCE', { groupNumber }, key)
    expect(await settled(id, 'BALANCE', { groupNumber }, key)).toBe(order)
    expect(await ledgerOf(order)).toEqual(['balance -3000'])
    expect(await orderOf('consumeOrder', order)).toMatchObject({
      amount: 3000,
      discount: 1000,
      couponCode: groupNumber,
    })
    expect([await heldOf(userId), await worth(userId)]).toEqual([0, { balance: 6000 }])
    expect(await isUsed(groupNumber)).toBe(true)
    const next = await hang({ price: 4000 }, userId)
    expect(await codeAndFieldOf(settle(next, 'BALANCE', { groupNumber }))).toBe('couponCodes.used groupNumber')
    expect([await stateOf(next), await heldOf(userId)]).toEqual(['PENDING', 4000])
    await settle(next, 'BALANCE')
  })

  it('takes held value that has ended since, and frees only what it takes off', async () => {
    const userId = await venue.member()
    const validUntil = new Date(server.clock.now().getTime() + 3_600_000)
    await venue.post({}, [
      { account: 'balance', member: userId, delta: 3000, validUntil },
      { account: 'give', member: userId, delta: 1000, validUntil },
    ])
    const id = await hang({ price: 4000 }, userId)
    server.clock.advance(2 * 3_600_000)
    expect(await ledgerOf(await settled(id, 'BALANCE', { groupNumber: await coupon() }))).toEqual(['balance -3000'])
    expect(await venue.wallets(userId)).toEqual({ balance: { value: 0, held: 0 }, give: { value: 1000, held: 0 } })
    expect(await codeOf(hang({ price: 500 }, userId))).toBe('members.insufficientBalance')
  })

  it('splits the lowered price as the store says, of what is held of each balance', async () => {
    await venue.setChargeOrder('giftFirst')
    const userId = await venue.member({ balance: 9000, give: 1500 })
    const id = await hang({ price: 4000 }, userId)
    const order = await settled(id, 'BALANCE', { groupNumber: await coupon({ percent: 75 }) })
    await venue.setChargeOrder('paidFirst')
    expect(await ledgerOf(order)).toEqual(['give -1000'])
    expect(await venue.wallets(userId)).toEqual({ balance: { value: 9000, held: 0 }, give: { value: 500, held: 0 } })
  })

  it('may be free, and applies to the money of a ride for points too', async () => {
    const userId = await venue.member({ balance: 4000, integral: 50 })
    const free = await hang({ price: 4000 }, userId)
    expect(await ledgerOf(await settled(free, 'BALANCE', { groupNumber: await coupon({ percent: 100 }) }))).toEqual([])
    expect([await stateOf(free), await heldOf(userId)]).toEqual(['CONSUMED', 0])
    const mixed = await hang({ consumeType: 'BALANCEANDINTEGRAL', price: 4000, integral: 20 }, userId)
    const order = await settled(mixed, 'BALANCEANDINTEGRAL', { groupNumber: await coupon({ percent: 0, value: 500 }) })
    expect(await ledgerOf(order)).toEqual(['balance -3500', 'integral -20'])
    expect(await worth(userId)).toEqual({ balance: 500, integral: 30 })
  })

  it('replaces the level discount of the payer where it takes off more', async () => {
    const level = 'tenth'
    await manager.memberLevels.add({ body: { code: level, name: '九折会员', rank: 82, experience: -1, discount: 10 } })
    const [silver, plain] = [
      await venue.member({ balance: 9000, memberLevel: level }),
      await venue.member({ balance: 9000 }),
    ]
    const rule = { price: 4000, levelDiscount: true }
    const id = await hang(rule, silver)
    expect(await codeOf(settle(id, 'BALANCE', { groupNumber: await coupon({ percent: 10 }) }))).toBe(
      'couponCodes.levelBetter',
    )
    expect(await stateOf(id)).toBe('PENDING')
    expect(await ledgerOf(await settled(id, 'BALANCE', { groupNumber: await coupon() }))).toEqual(['balance -3000'])
    const other = await hang(rule, silver)
    const order = await settled(other, 'BALANCE', { groupNumber: await coupon({ percent: 10 }), userId: plain })
    expect(await ledgerOf(order)).toEqual(['balance -3600'])
    expect(await heldOf(silver)).toBe(0)
  })

  it('of a walk-in lowers what is due, and is valid again when nobody pays', async () => {
    const [id, groupNumber] = [await hang(GUEST), await coupon()]
    const scan = (payCode: string) => settled(id, 'NOCARDCONSUME', { groupNumber, payCode })
    expect(await ended(await scan(codeEnding(2)))).toBe('closed')
    expect([await stateOf(id), await isUsed(groupNumber)]).toEqual(['PENDING', false])
    const order = await scan(codeEnding(0))
    expect(await ended(order)).toBe('paid')
    expect(await ledgerOf(order)).toEqual(['deposit 1000', 'scan 4000'])
    expect(await isUsed(groupNumber)).toBe(true)
  })

  it('in cash gives change by the lowered price, and a refund gives the code back', async () => {
    const [id, groupNumber] = [await hang({ ...GUEST, deposit: 0 }), await coupon()]
    const short = { groupNumber, consumePayMode: 'cash', received: 29 } as const
    expect(await codeOf(settle(id, 'NOCARDCONSUME', short))).toMatch(/cash|received/i)
    const order = await settled(id, 'NOCARDCONSUME', { ...short, received: 30 })
    expect(await ledgerOf(order)).toEqual(['cash 3000'])
    await refund('consume', order)
    expect(await isUsed(groupNumber)).toBe(false)
  })

  it('is refused for a ride without a price in money, for another rule and for another kind, and stays unused', async () => {
    const userId = await venue.member({ laps: 30, balance: 9000 })
    const groupNumber = await coupon()
    const laps = await hang({ consumeType: 'QUAN', laps: 5 }, userId)
    expect(await codeOf(settle(laps, 'QUAN', { groupNumber }))).toBe('couponCodes.nothingOff')
    const { id: rule } = await venue.rule({ price: 100 })
    const id = await hang({ price: 4000 }, userId)
    expect(await codeOf(settle(id, 'BALANCE', { groupNumber: await coupon({ ruleIds: [rule] }) }))).toBe(
      'coupons.otherRule',
    )
    const value = (await venue.coupons({ kind: 'value' }))[0] ?? ''
    expect(await codeOf(settle(id, 'BALANCE', { groupNumber: value }))).toBe('couponCodes.forValue')
    expect([await isUsed(groupNumber), await stateOf(id), await heldOf(userId)]).toEqual([false, 'PENDING', 4000])
  })

  it('is used by one of two rides that are settled at once, of twenty calls', async () => {
    const userId = await venue.member({ balance: 90_000 })
    const rides = [await hang({ price: 4000 }, userId), await hang({ price: 4000 }, userId)]
    const groupNumber = await coupon()
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, place) => settle(rides[place % 2] ?? '', 'BALANCE', { groupNumber })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await worth(userId)).toEqual({ balance: 87_000 })
    expect(await heldOf(userId)).toBe(4000)
  })
})
