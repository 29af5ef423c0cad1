import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { KILLED_PATIENCE, type Killable, startKillable } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'

let killable: Killable
let { venue, manager, everywhere, expectRows } = {} as Killable
beforeAll(async () => {
  killable = await startKillable('products', 'stock', 'ledger')
  ;({ venue, manager, everywhere, expectRows } = killable)
})
nameSampleOnFailure()

/** A batch of coupons for 1.00 each. */
async function couponsForSale(): Promise<string> {
  const batchName = newId()
  const body = { batchName, couponKind: 'value', couponValue: 2, price: 1, codeCount: 1000 } as const
  await manager.couponBatches.add({ key: newId(), body })
  return (await manager.couponBatches.list({ query: { batchName } })).result.records[0]?.id ?? ''
}

afterAll(() => killable.stop())

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('a sale of a product, a gift and a coupon once, with its money, stock and code', async () => {
    const giftName = newId()
    await manager.gifts.add({ body: { giftName, giftMode: 'money', price: 2 } })
    const giftId = (await manager.gifts.list({ query: { giftName } })).result.records[0]?.id ?? ''
    await manager.giftStock.in({ key: newId(), body: { id: giftId, count: 1000, reason: '进货' } })
    const batchId = await couponsForSale()
    await everywhere(async () => {
      const productId = await venue.product({ price: 300, pieces: 10 })
      const userId = await venue.member({ balance: 1000 })
      const key = newId()
      const lines = [
        { productId, count: 2 },
        { productId: giftId, count: 1 },
        { productId: batchId, count: 1 },
      ]
      const body = { lines, consumePayMode: 'balance', userId }
      return {
        sent: { method: 'POST', path: '/product/sysProductSale/add', key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { payState: expect.any(String), amount: 9 } })
          await expectRows({
            consume_order: `id = '${key}' and state = 'paid' and goods = 900`,
            order_line: `order_id = '${key}' and product_id = '${productId}' and pieces = 2 and amount = 600`,
            'order_line of the gift': `order_id = '${key}' and gift_id = '${giftId}' and amount = 200`,
            coupon_code: `batch_id = '${batchId}' and member_id = '${userId}' and line_id is not null and not reserved`,
            ledger_line: `cause_id = '${key}' and account = 'balance' and delta = -900`,
            wallet: `member_id = '${userId}' and kind = 'balance' and value = 100`,
            stock_line: `cause_id = '${key}' and kind = 'sale' and delta = -2`,
            'stock_line of the gift': `cause_id = '${key}' and item_id = '${giftId}' and delta = -1`,
            stock_level: `item_id = '${productId}' and quantity = 8`,
            audit_entry: `action = '/product/sysProductSale/add' and record_id = '${key}'`,
          })
        },
      }
    })
  })

  it('a ride with products once, with the money and stock of both', async () => {
    await everywhere(async () => {
      const productId = await venue.product({ price: 300, pieces: 10 })
      const userId = await venue.member({ balance: 10_000 })
      const [{ id: ruleId }, { id: vehicleId }] = [await venue.rule({ price: 3000 }), await venue.vehicle()]
      const key = newId()
      const body = {
        consumeType: 'BALANCE',
        consumeVehicleMode: 'circlemode',
        sysDepartConsumeRoleId: ruleId,
        vehicleId,
        userId,
        racer: '车手',
        lines: [{ productId, count: 1 }],
      }
      return {
        sent: { method: 'POST', path: '/consume/sysConsume/add', key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { amount: 33 } })
          await expectRows({
            consume_order: `id = '${key}' and amount = 3300 and goods = 300`,
            play_record: `consume_id = '${key}' and state = 'CONSUMED'`,
            order_line: `order_id = '${key}' and kind = 'product'`,
            wallet: `member_id = '${userId}' and kind = 'balance' and value = 6700`,
            stock_level: `item_id = '${productId}' and quantity = 9`,
          })
        },
      }
    })
  })

  it('a refund of lines once, with its money, stock and code', async () => {
    const batchId = await couponsForSale()
    await everywhere(async () => {
      const productId = await venue.product({ price: 300, pieces: 10 })
      const userId = await venue.member({ balance: 1000 })
      const order = newId()
      await manager.productSales.add({
        key: order,
        body: {
          lines: [
            { productId, count: 3 },
            { productId: batchId, count: 1 },
          ],
          consumePayMode: 'balance',
          userId,
        },
      })
      const sold = await venue.rows('orderLine').where('orderId', order)
      const idOf = (place: number) => sold.find((line) => line.place === place)?.id
      const key = newId()
      const body = {
        orderKind: 'consume',
        orderId: order,
        lines: [
          { lineId: idOf(1), count: 2, damaged: 1 },
          { lineId: idOf(2), count: 1 },
        ],
        reason: '退货',
        password: DEMO_PASSWORD,
      }
      return {
        sent: { method: 'POST', path: '/refund/sysRefund/add', key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { amount: 7 } })
          await expectRows({
            refund_order: `id = '${key}' and state = 'refunded' and goods = 700`,
            refund_line: `refund_id = '${key}' and pieces = 2 and damaged = 1`,
            order_line: `order_id = '${order}' and refunded = 2`,
            coupon_code: `batch_id = '${batchId}' and member_id = '${userId}' and returned_by = '${key}'`,
            wallet: `member_id = '${userId}' and kind = 'balance' and value = 700`,
            stock_level: `item_id = '${productId}' and quantity = 8`,
          })
        },
      }
    })
  })
})
