import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { endOverdue } from './order-gifts.job.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
const { refund } = refundsOf({ venue, manager, cashier })
const HOUR = 3_600_000

let count = 0

/** A gift of the store with so many pieces; returns its id. */
async function gift(pieces: number): Promise<string> {
  const giftName = `赠品${++count}`
  await manager.gifts.add({ body: { giftName } })
  const [row] = (await manager.gifts.list({ query: { giftName } })).result.records
  if (!row) throw new Error('no gift')
  if (pieces > 0) await manager.giftStock.in({ key: newId(), body: { id: row.id, count: pieces, reason: '进货' } })
  return row.id
}
const stockOf = async (id: string) => (await manager.gifts.queryById({ query: { id } })).result.stock

/** A recharge in cash by a rule with this gift; returns the id of the order. */
async function recharged(giftId: string | null, giftCount = 1): Promise<string> {
  const ruleId = await venue.rechargeRule({ giftId, giftCount: giftId === null ? 0 : giftCount })
  const userId = await venue.member({ realname: '王小明' })
  const key = newId()
  await cashier.rechargeOrders.add({
    key,
    body: { userId, sysDepartRechargeRoleId: ruleId, consumePayMode: 'cash' },
  })
  return key
}
const stateOf = async (id: string) => (await manager.orderGifts.queryById({ query: { id } })).result
const handOut = (id: string, by = cashier, recipient = '') =>
  by.orderGifts.handOut({ key: newId(), body: { id, recipient } })
const overdue = () => endOverdue(server.deps)

describe('the gift of a recharge', () => {
  it('waits to be handed out once the recharge is paid, and only where the rule includes one', async () => {
    const id = await gift(3)
    const order = await recharged(id, 2)
    expect(await stateOf(order)).toMatchObject({
      giftId: id,
      pieces: 2,
      giftState: 'notGifted',
      giftState_dictText: '未赠送',
      userName: '王小明',
      endTime: null,
    })
    expect(await stockOf(id)).toBe(3)
    const without = await recharged(null)
    expect(await venue.rows('orderGift').where('id', without)).toEqual([])
  })

  it('is written step by step as in one statement', async () => {
    const giftId = await gift(1)
    const ruleId = await venue.rechargeRule({ giftId, giftCount: 1 })
    const key = newId()
    // A new member is not the common case of one statement.
    await manager.rechargeOrders.add({
      key,
      body: {
        member: { phone: '', realname: '新会员', physicalCard: 'GIFT0001' },
        sysDepartRechargeRoleId: ruleId,
        consumePayMode: 'cash',
      },
    })
    expect(await stateOf(key)).toMatchObject({ giftId, pieces: 1, giftState: 'notGifted', userName: '新会员' })
  })

  it('is written for each of 20 recharges at once', async () => {
    const id = await gift(0)
    await Promise.all(Array.from({ length: 20 }, () => recharged(id)))
    expect(await venue.rows('orderGift').where('giftId', id)).toHaveLength(20)
  })

  it('is handed out once even at 20 at once, and takes stock', async () => {
    const id = await gift(20)
    const order = await recharged(id)
    const tried = await Promise.allSettled(Array.from({ length: 20 }, () => handOut(order)))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stockOf(id)).toBe(19)
    expect(await stateOf(order)).toMatchObject({ giftState: 'gifted', endedBy: cashier.user.realname })
    await expect(handOut(order)).rejects.toMatchObject({ code: 'gifts.handedOut' })
    const [line] = (await manager.giftOutbound.list({ query: { itemId: id } })).result.records
    expect(line).toMatchObject({ handedFor: 'order', orderId: order, recipient: '王小明', delta: -1 })
  })

  it('stays to be handed out where stock lacks', async () => {
    const order = await recharged(await gift(0))
    await expect(handOut(order)).rejects.toMatchObject({ code: 'stock.short' })
    expect(await stateOf(order)).toMatchObject({ giftState: 'notGifted' })
  })

  it('is refused with a reason, and only a manager hands it out then', async () => {
    const id = await gift(2)
    const order = await recharged(id)
    await cashier.orderGifts.refuse({ key: newId(), body: { id: order, reason: '顾客不要' } })
    expect(await stateOf(order)).toMatchObject({ giftState: 'notGiving', endedFor: 'refused', reason: '顾客不要' })
    await expect(handOut(order)).rejects.toMatchObject({ code: 'gifts.notGiving' })
    await handOut(order, manager, '王太太')
    expect(await stateOf(order)).toMatchObject({ giftState: 'gifted', endedFor: '', recipient: '王太太' })
    expect(await stockOf(id)).toBe(1)
    await expect(
      cashier.orderGifts.refuse({ key: newId(), body: { id: order, reason: '顾客不要' } }),
    ).rejects.toMatchObject({ code: 'gifts.handedOut' })
  })

  it('is not given any more after the hours of the store, to the minute', async () => {
    const id = await gift(5)
    const kept = await recharged(id)
    await handOut(kept)
    const order = await recharged(id)
    const paid = server.clock.now()
    server.clock.set(new Date(paid.getTime() + 24 * HOUR - 60_000))
    await overdue()
    expect(await stateOf(order)).toMatchObject({ giftState: 'notGifted' })
    server.clock.advance(120_000)
    expect(await overdue()).toBeGreaterThan(0)
    expect(await stateOf(order)).toMatchObject({ giftState: 'notGiving', endedFor: 'overdue', endedBy: '' })
    expect(await stateOf(kept)).toMatchObject({ giftState: 'gifted' })
    await handOut(order, manager)
    expect(await stateOf(order)).toMatchObject({ giftState: 'gifted' })
    server.clock.set(paid)
  })

  it('is not given after its order is refunded, even by a manager', async () => {
    const id = await gift(5)
    const order = await recharged(id)
    await refund('recharge', order)
    expect(await stateOf(order)).toMatchObject({ giftState: 'notGiving', endedFor: 'refunded' })
    await expect(handOut(order, manager)).rejects.toMatchObject({ code: 'gifts.orderRefunded' })
    expect(await stockOf(id)).toBe(5)
  })

  it('that was handed out stays so when its order is refunded', async () => {
    const order = await recharged(await gift(1))
    await handOut(order)
    await refund('recharge', order)
    expect(await stateOf(order)).toMatchObject({ giftState: 'gifted' })
  })

  it('is either handed out or refunded when both are tried at once, never both', async () => {
    const id = await gift(20)
    for (let round = 0; round < 5; round++) {
      const order = await recharged(id)
      const before = await stockOf(id)
      const [given] = await Promise.allSettled([handOut(order), refund('recharge', order)])
      const { giftState } = await stateOf(order)
      expect(giftState).toBe(given.status === 'fulfilled' ? 'gifted' : 'notGiving')
      expect(await stockOf(id)).toBe(given.status === 'fulfilled' ? before - 1 : before)
    }
  })
})

describe('a recharge rule', () => {
  it('includes a gift of its own store, whose name its list shows', async () => {
    const giftId = await gift(0)
    await manager.rechargeRules.add({ body: { roleName: `送礼${++count}`, recharge: 100, giftId } })
    const [rule] = (await manager.rechargeRules.list({ query: { roleName: `送礼${count}` } })).result.records
    expect(rule).toMatchObject({ giftId, giftCount: 1, giftName: expect.stringContaining('赠品') })
    await expect(
      manager.rechargeRules.add({ body: { roleName: `送礼${++count}`, recharge: 100, giftId: newId() } }),
    ).rejects.toMatchObject({ code: 'gifts.unknown', details: { field: 'giftId' } })
    await expect(manager.gifts.delete({ query: { id: giftId } })).rejects.toMatchObject({ code: 'gifts.inUse' })
    await manager.rechargeRules.edit({ body: { id: rule?.id ?? '', giftId: '' } })
    expect(await venue.rows('rechargeRule').where('id', rule?.id)).toMatchObject([
      { giftId: null, giftCount: 0, orgCode: STORE },
    ])
    await manager.gifts.delete({ query: { id: giftId } })
  })
})
