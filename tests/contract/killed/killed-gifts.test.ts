import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { KILLED_PATIENCE, type Killable, startKillable } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'

let killable: Killable
let { venue, manager, everywhere, expectRows } = {} as Killable
beforeAll(async () => {
  killable = await startKillable('gifts', 'stock', 'ledger')
  ;({ venue, manager, everywhere, expectRows } = killable)
})
nameSampleOnFailure()
afterAll(() => killable.stop())

/** A gift for points with 10 pieces; returns its id. */
async function newGift(): Promise<string> {
  const giftName = newId()
  await manager.gifts.add({ body: { giftName, giftMode: 'points', integral: 50 } })
  const id = (await manager.gifts.list({ query: { giftName } })).result.records[0]?.id ?? ''
  await manager.giftStock.in({ key: newId(), body: { id, count: 10, reason: '进货' } })
  return id
}

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('a purchase by points once, with points and stock', async () => {
    const cuts = await everywhere(async () => {
      const id = await newGift()
      const userId = await venue.member({ integral: 120 })
      const key = newId()
      return {
        sent: { method: 'POST', path: '/gift/sysGift/buy', key, body: { id, userId, count: 2 } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { stock: 8, integral: 20 } })
          await expectRows({
            ledger_line: `cause_id = '${key}' and cause_kind = 'gift' and account = 'integral' and delta = -100`,
            wallet: `member_id = '${userId}' and kind = 'integral' and value = 20`,
            stock_line: `cause_id = '${key}' and kind = 'handOut' and delta = -2 and member_id = '${userId}'`,
            stock_level: `item_id = '${id}' and quantity = 8`,
            audit_entry: `action = '/gift/sysGift/buy' and record_id = '${id}'`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })

  it('the hand-out of a gift of an order once, with its stock', async () => {
    const cuts = await everywhere(async () => {
      const id = await newGift()
      const ruleId = await venue.rechargeRule({ giftId: id, giftCount: 3 })
      const order = newId()
      const recharge = {
        userId: await venue.member(),
        sysDepartRechargeRoleId: ruleId,
        consumePayMode: 'cash',
      } as const
      await manager.rechargeOrders.add({ key: order, body: recharge })
      const key = newId()
      return {
        sent: { method: 'POST', path: '/gift/sysOrderGift/handOut', key, body: { id: order, recipient: '' } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { stock: 7 } })
          await expectRows({
            order_gift: `id = '${order}' and state = 'gifted'`,
            stock_line: `order_id = '${order}' and cause_id = '${key}' and delta = -3`,
            stock_level: `item_id = '${id}' and quantity = 7`,
            audit_entry: `action = '/gift/sysOrderGift/handOut' and record_id = '${order}'`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })

  it('a count of stock once', async () => {
    const cuts = await everywhere(async () => {
      const id = await newGift()
      const { stockLineId: seenLineId } = (await manager.gifts.queryById({ query: { id } })).result
      const key = newId()
      return {
        sent: {
          method: 'POST',
          path: '/gift/sysGiftStock/count',
          key,
          body: { id, counted: 4, seenLineId, reason: '盘点' },
        },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { before: 10, stock: 4 } })
          await expectRows({
            stock_line: `cause_id = '${key}' and kind = 'count' and delta = -6`,
            stock_level: `item_id = '${id}' and quantity = 4`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })
})
