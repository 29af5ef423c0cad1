import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { demoRule, STORE } from '#tests/support/venue/venue.ts'

const CODES = '/coupon/sysCouponCode'
const BATCHES = '/coupon/sysCouponBatch'
const OTHER = 'A01A02'

let killable: Killable
let { server, venue, manager, everywhere, expectRows } = {} as Killable
beforeAll(async () => {
  killable = await startKillable('coupons', 'gifts', 'stock', 'sessions')
  ;({ server, venue, manager, everywhere, expectRows } = killable)
})
nameSampleOnFailure()
afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
  await killable.stop()
})

const rowOf = async (code: string) => {
  const rows = venue.inEveryStore((trx) => trx.selectFrom('couponCode').selectAll().where('code', '=', code).execute())
  const [row] = await rows
  if (!row) throw new Error(`no code ${code}`)
  return row
}

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('a redemption once', async () => {
    const cuts = await everywhere(async () => {
      const [code = ''] = await venue.coupons({ value: 1500, perMember: 1 })
      const { id } = await rowOf(code)
      const userId = await venue.member()
      const key = newId()
      return {
        sent: { method: 'POST', path: `${CODES}/redeem`, key, body: { code, userId } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { code, give: 15 } })
          await expectRows({
            coupon_code: `id = '${id}' and used_for = '${key}' and member_id = '${userId}'`,
            ledger_line: `cause_id = '${key}' and cause_kind = 'coupon' and delta = 1500`,
            'ledger_line of the member': `member_id = '${userId}'`,
            wallet: `member_id = '${userId}' and kind = 'give' and value = 1500`,
            audit_entry: trailOf(`${CODES}/redeem`, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('the hand-out of a gift once, with its stock', async () => {
    const giftName = newId()
    await manager.gifts.add({ body: { giftName } })
    const giftId = (await manager.gifts.list({ query: { giftName } })).result.records[0]?.id ?? ''
    await manager.giftStock.in({ key: newId(), body: { id: giftId, count: 1000, reason: '进货' } })
    const cuts = await everywhere(async () => {
      const [code = ''] = await venue.coupons({ kind: 'gift', value: 0, giftId, giftCount: 2 })
      const { id } = await rowOf(code)
      const key = newId()
      return {
        sent: { method: 'POST', path: `${CODES}/fetchGift`, key, body: { code } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { code, giftName, giftCount: 2 } })
          await expectRows({
            coupon_code: `id = '${id}' and used_for = '${key}'`,
            stock_line: `cause_id = '${key}' and handed_for = 'coupon' and delta = -2`,
            audit_entry: trailOf(`${CODES}/fetchGift`, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('an issue once', async () => {
    const cuts = await everywhere(async () => {
      const [code = ''] = await venue.coupons({ count: 5, perMember: 3 })
      const { batchId } = await rowOf(code)
      const userIds = [await venue.member(), await venue.member()]
      const body = { id: batchId, audience: 'members', userIds, codeCount: 2 }
      return {
        sent: { method: 'POST', path: `${BATCHES}/issue`, key: newId(), body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { codes: 4, members: 2, full: 0 } })
          await expectRows({
            coupon_code: [`batch_id = '${batchId}' and member_id is not null`, 4],
            audit_entry: trailOf(`${BATCHES}/issue`, batchId),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('a batch with all of its codes, or none', async () => {
    const cuts = await everywhere(async () => {
      const batchName = newId()
      const body = { batchName, couponKind: 'value', couponValue: 5, codeCount: 30 }
      return {
        sent: { method: 'POST', path: `${BATCHES}/add`, key: newId(), body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          const batch = `select id from coupon_batch where name = '${batchName}'`
          await expectRows({ coupon_batch: `name = '${batchName}'`, coupon_code: [`batch_id in (${batch})`, 30] })
        },
      }
    })
    expect(cuts).toBeGreaterThan(3)
  })

  it('a reversal of a redemption once', async () => {
    const cuts = await everywhere(async () => {
      const [code = ''] = await venue.coupons({ value: 1500 })
      const { id } = await rowOf(code)
      const userId = await venue.member()
      await manager.couponCodes.redeem({ key: newId(), body: { code, userId } })
      const key = newId()
      return {
        sent: { method: 'POST', path: `${CODES}/reverse`, key, body: { id, reason: '换错会员' } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            coupon_code: `id = '${id}' and used_for is null and member_id is null`,
            coupon_reversal: `id = '${key}' and code_id = '${id}' and value = 1500`,
            ledger_line: `cause_id = '${key}' and cause_kind = 'couponBack' and delta = -1500`,
            wallet: `member_id = '${userId}' and kind = 'give' and value = 0`,
            audit_entry: trailOf(`${CODES}/reverse`, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('a void of a code once', async () => {
    const cuts = await everywhere(async () => {
      const [code = ''] = await venue.coupons({})
      const { id } = await rowOf(code)
      return {
        sent: { method: 'POST', path: `${CODES}/void`, body: { id, voidReason: '印错' } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            coupon_code: `id = '${id}' and voided_at is not null and void_reason = '印错'`,
            audit_entry: trailOf(`${CODES}/void`, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(3)
  })

  it('a redemption at another store than that of the batch once', async () => {
    const hq = await server.signIn('hq')
    const other = await server.signIn('manager2')
    const cuts = await everywhere(async () => {
      const batchName = newId()
      const body = { batchName, couponKind: 'value', couponValue: 15, codeCount: 1, storeCodes: OTHER } as const
      await hq.couponBatches.add({ key: newId(), body: { ...body, sysOrgCode: STORE } })
      const batchId = (await hq.couponBatches.list({ query: { batchName } })).result.records[0]?.id ?? ''
      const code = (await hq.couponCodes.list({ query: { batchId } })).result.records[0]?.code ?? ''
      const userId = await venue.member({ orgCode: OTHER })
      const key = newId()
      return {
        sent: { method: 'POST', path: `${CODES}/redeem`, key, body: { code, userId }, token: other.token },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { code, give: 15 } })
          await expectRows({
            coupon_code: `code = '${code}' and used_for = '${key}' and used_org = '${OTHER}' and org_code = '${STORE}'`,
            ledger_line: `cause_id = '${key}' and org_code = '${OTHER}' and delta = 1500`,
            wallet: `member_id = '${userId}' and kind = 'give' and value = 1500`,
          })
          const again = await other.couponCodes.redeem({ key, body: { code, userId } })
          expect(again.result).toEqual(reply.result)
          await expectRows({ ledger_line: `member_id = '${userId}'` })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('the settlement of a pending ride with a coupon once, with its hold', async () => {
    const price = demoRule().price ?? 0
    const cuts = await everywhere(async () => {
      const userId = await venue.member({ balance: price })
      const { id } = await killable.newPlay(userId)
      const [groupNumber = ''] = await venue.coupons({ kind: 'discount', value: 500 })
      const key = newId()
      const body = { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', groupNumber }
      return {
        sent: { method: 'POST', path: '/playbeforepay/sysPlayBeforePay/doconsume', key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, message: key })
          await expectRows({
            play_record: `id = '${id}' and state = 'CONSUMED' and consume_id = '${key}'`,
            consume_order: `id = '${key}' and amount = ${price - 500} and coupon_code = '${groupNumber}'`,
            coupon_code: `code = '${groupNumber}' and used_for = '${key}'`,
            ledger_line: `cause_id = '${key}' and delta = ${500 - price}`,
            hold: `id = '${id}' and state = 'captured'`,
            wallet: `member_id = '${userId}' and kind = 'balance' and value = 500 and held = 0`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('a charge by a coupon, and the refund that gives it back, once', async () => {
    const cashier = await server.signIn('cashier')
    const { id: sysDepartConsumeRoleId } = await venue.rule({ consumeType: 'GROUPCOUPON' })
    const orderOf = (groupNumber: string) => ({
      consumeType: 'GROUPCOUPON' as const,
      consumeVehicleMode: 'circlemode' as const,
      usageMode: 'lineup' as const,
      sysDepartConsumeRoleId,
      racer: '车手',
      groupNumber,
    })
    const productId = await venue.product({ pieces: 1000 })
    const lines = [{ productId, count: 2 }]
    const charges = await everywhere(async () => {
      const [code = ''] = await venue.coupons({ kind: 'rule', value: 6800 })
      const key = newId()
      const body = { ...orderOf(code), consumePayMode: 'cash', lines }
      return {
        sent: { method: 'POST', path: '/consume/sysConsume/add', key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            coupon_code: `code = '${code}' and used_for = '${key}'`,
            consume_order: `coupon_code = '${code}' and state = 'paid'`,
            ledger_line: `cause_id = '${key}' and account = 'coupon' and delta = 6800`,
            'ledger_line of the products': `cause_id = '${key}' and account = 'cash' and delta = 600`,
            stock_line: `order_id = '${key}' and kind = 'sale' and delta = -2`,
          })
        },
      }
    })
    const { charge } = refundsOf({ venue, manager, cashier })
    const refunds = await everywhere(async () => {
      const [code = ''] = await venue.coupons({ kind: 'rule', value: 6800 })
      const orderId = await charge(
        { consumeType: 'GROUPCOUPON' },
        {
          groupNumber: code,
          usageMode: 'lineup',
          consumePayMode: 'cash',
          lines,
        },
      )
      const body = { orderKind: 'consume', orderId, reason: '顾客改期', password: 'pitlane-demo' }
      return {
        sent: { method: 'POST', path: '/refund/sysRefund/add', key: newId(), body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            coupon_code: `code = '${code}' and used_for is null and used_at is null`,
            consume_order: `coupon_code = '${code}' and state = 'refunded'`,
            stock_line: `order_id = '${orderId}' and kind = 'back' and delta = 2`,
            ledger_line: `cause_kind = 'refund' and account = 'cash' and delta = -600 and cause_id in (
              select id from refund_order where order_id = '${orderId}')`,
          })
        },
      }
    })
    expect(Math.min(charges, refunds)).toBeGreaterThan(2)
  })
})
