import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idFrom } from '#server/core/content-id.ts'
import { DEMO_PASSWORD, demoUsers } from '#server/db/seed/access.ts'
import { demoRechargeRules } from '#server/db/seed/venue.data.ts'
import { valueOnWire } from '#shared/core/family-names.ts'
import { newId } from '#shared/core/id.ts'
import { RechargeState } from '#shared/features/recharge/recharge-orders.schema.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { demoRule } from '#tests/support/venue/venue.ts'

const PLAYS = '/playbeforepay/sysPlayBeforePay'

let killable: Killable
let { venue, manager, everywhere, expectRows, newPlay } = {} as Killable
beforeAll(async () => {
  killable = await startKillable('sessions', 'refunds', 'recharge', 'shifts')
  ;({ venue, manager, everywhere, expectRows, newPlay } = killable)
})
nameSampleOnFailure()
afterAll(() => killable.stop())

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  const { price = 0 } = demoRule()

  it('a start once', async () => {
    const cuts = await everywhere(async () => {
      const member = await venue.member({ balance: price })
      const { id: vehicleId } = await venue.vehicle()
      const key = newId()
      const body = venue.start({ vehicleId, userId: member })
      return {
        sent: { method: 'POST', path: `${PLAYS}/add`, key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id: key, hold: 'held' } })
          await expectRows({
            play_record: `member_id = '${member}'`,
            'play_record of the key': `id = '${key}' and state = 'PENDING'`,
            run: `play_id = '${key}' and state = 'RUNNING'`,
            queue_entry: `play_id = '${key}'`,
            hold: `member_id = '${member}' and id = '${key}' and state = 'held'`,
            hold_line: `hold_id = '${key}' and kind = 'balance' and amount = ${price}`,
            print_job: `order_id = '${key}'`,
            wallet: `member_id = '${member}' and held = ${price} and value = ${price}`,
            audit_entry: trailOf(`${PLAYS}/add`, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('a charge once', async () => {
    const cuts = await everywhere(async () => {
      const member = await venue.member({ balance: 2 * price })
      const { id } = await newPlay(member)
      const key = newId()
      const body = { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', userId: member }
      return {
        sent: { method: 'POST', path: `${PLAYS}/doconsume`, key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, message: key })
          await expectRows({
            play_record: `id = '${id}' and state = 'CONSUMED'`,
            consume_order: `play_id = '${id}'`,
            'consume_order of the key': `id = '${key}'`,
            ledger_line: `member_id = '${member}' and cause_kind <> 'opening'`,
            'ledger_line of the key': `cause_id = '${key}' and delta = -${price}`,
            hold: `member_id = '${member}' and state = 'captured'`,
            wallet: `member_id = '${member}' and held = 0 and value = ${price}`,
            wallet_lot: `member_id = '${member}' and value_left = ${price}`,
            audit_entry: trailOf(`${PLAYS}/doconsume`, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('a charge that starts at once, and a charge of a guest with a scan payment', async () => {
    const path = '/consume/sysConsume/add'
    const guestRule = await venue.rule({ consumeType: 'NOCARDCONSUME', price, deposit: 500 })
    for (const isScan of [false, true]) {
      const cuts = await everywhere(async () => {
        const userId = await venue.member({ balance: 2 * price })
        const { id: vehicleId } = await venue.vehicle()
        const key = newId()
        const rule = isScan
          ? { consumeType: 'NOCARDCONSUME', sysDepartConsumeRoleId: guestRule.id, payCode: '134567890123456782' }
          : { consumeType: 'BALANCE', sysDepartConsumeRoleId: demoRule().id, userId }
        const body = { ...rule, consumeVehicleMode: 'circlemode', vehicleId, racer: '车手' }
        return {
          sent: { method: 'POST', path, key, body },
          async expectDone({ reply }) {
            expect(reply).toMatchObject({ success: true, message: key })
            const payState = isScan ? 'nopay' : 'paid'
            await expectRows({
              consume_order: `id = '${key}' and state = '${payState}'`,
              play_record: `consume_id = '${key}' and state = '${isScan ? 'NOPAY' : 'CONSUMED'}'`,
              run: [`vehicle_id = '${vehicleId}'`, isScan ? 0 : 1],
              payment: [`id = '${key}'`, isScan ? 1 : 0],
              vehicle: [`kept_for = '${key}'`, isScan ? 1 : 0],
              ledger_line: [`cause_id = '${key}'`, isScan ? 0 : 1],
              'wallet of the member': [
                `member_id = '${userId}' and kind = 'balance' and value = ${isScan ? 2 * price : price}`,
                1,
              ],
              audit_entry: trailOf(path, key),
            })
          },
        }
      })
      expect(cuts).toBeGreaterThanOrEqual(2)
    }
  })

  it('the return of a deposit once', async () => {
    const path = '/consume/sysConsume/returnDeposit'
    const guestRule = await venue.rule({ consumeType: 'NOCARDCONSUME', price, deposit: 500 })
    const cuts = await everywhere(async () => {
      const { id: vehicleId } = await venue.vehicle()
      const guest = { consumeType: 'NOCARDCONSUME', sysDepartConsumeRoleId: guestRule.id, racer: '车手' } as const
      const ride = { consumePayMode: 'cash', consumeVehicleMode: 'circlemode', vehicleId } as const
      const order = await manager.consume.add({ body: { ...guest, ...ride }, key: newId() })
      const { id } = order.result
      const key = newId()
      return {
        sent: { method: 'POST', path, key, body: { id } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            consume_order: `id = '${id}' and deposit_returned_at is not null`,
            'ledger_line of the drawer': `cause_kind = 'depositReturn' and account = 'cash' and delta = -500
              and reverses in (select seq from ledger_line where cause_id = '${id}')`,
            audit_entry: trailOf(path, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('a cancellation once', async () => {
    const cuts = await everywhere(async () => {
      const member = await venue.member({ balance: price })
      const { id } = await newPlay(member)
      return {
        sent: { method: 'DELETE', path: `${PLAYS}/delete?id=${id}` },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            play_record: `id = '${id}' and state = 'CANCELLED'`,
            hold: `member_id = '${member}' and state = 'released'`,
            run: `play_id = '${id}' and state = 'ENDED'`,
            queue_entry: `play_id = '${id}' and state = 'CANCELLED'`,
            wallet: `member_id = '${member}' and held = 0 and value = ${price}`,
            wallet_lot: `member_id = '${member}' and value_left = ${price}`,
            audit_entry: trailOf(`${PLAYS}/delete`, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(10)
  })

  it('a hand-over of a shift once', async () => {
    const path = '/shift/sysShift/handover'
    const cuts = await everywhere(async () => {
      const before = (await manager.shifts.current()).result
      if (before) await manager.shifts.close({ body: { id: before.id, counted: 0 }, key: newId() })
      const shift = (await manager.shifts.open({ body: { floatAmount: 20 }, key: newId() })).result
      const move = { id: shift.id, kind: 'cashIn' as const, amount: 5, reason: '零钱' }
      await manager.shifts.move({ body: move, key: newId() })
      const key = newId()
      const body = { id: shift.id, counted: 24, cashierId: demoUsers.cashier.id }
      return {
        sent: { method: 'POST', path, key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { differenceAmount: -1, next: { id: key } } })
          await expectRows({
            shift: `id = '${shift.id}' and expected = 2500 and counted = 2400 and closed_at is not null`,
            'shift that is open': `operator_id = '${demoUsers.manager.id}' and closed_at is null`,
            'shift of the key': `id = '${key}' and taken_over = '${shift.id}' and opening_float = 2400`,
            ledger_line: [`shift_id in ('${shift.id}', '${key}')`, 3],
            'ledger_line of the float': `cause_id = '${key}' and cause_kind = 'float' and delta = 2400 and shift_id = '${key}'`,
            audit_entry: [`action = '${path}' and record_id in ('${shift.id}', '${key}')`, 2],
            announcement: `id = '${idFrom('count', shift.id, demoUsers.manager.id)}'`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(8)
  })

  it('a refund once, with the value, the order and the slip', async () => {
    const path = '/refund/sysRefund/add'
    const cuts = await everywhere(async () => {
      const member = await venue.member({ balance: price })
      const { id } = await newPlay(member)
      const order = newId()
      const body = { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', userId: member } as const
      await manager.playBeforePay.settle({ key: order, body })
      const key = newId()
      const asked = { orderKind: 'consume', orderId: order, reason: '测试', password: DEMO_PASSWORD }
      return {
        sent: { method: 'POST', path, key, body: asked },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, message: key })
          await expectRows({
            refund_order: `order_id = '${order}'`,
            'refund_order of the key': `id = '${key}' and state = 'refunded' and amount = ${price}`,
            consume_order: `id = '${order}' and state = 'refunded' and refunded = ${price}`,
            ledger_line: `cause_id = '${key}' and delta = ${price} and reverses is not null`,
            wallet: `member_id = '${member}' and held = 0 and value = ${price}`,
            wallet_lot: `member_id = '${member}' and value_left = ${price}`,
            print_job: `order_id = '${key}'`,
            audit_entry: trailOf(path, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('a recharge of a new member once, with the money, the value, the card of the member and the receipt', async () => {
    const path = '/memberrecharge/sysMemberRecharge/add'
    const [sold] = demoRechargeRules
    let guests = 0
    const cuts = await everywhere(async () => {
      guests += 1
      const key = newId()
      const phone = `1735550${String(guests).padStart(4, '0')}`
      const member = { phone, realname: '新会员', physicalCard: '' }
      const body = { member, sysDepartRechargeRoleId: sold?.id, consumePayMode: 'cash' }
      return {
        sent: { method: 'POST', path, key, body },
        async expectDone({ reply }) {
          const result = { payState: valueOnWire(RechargeState, 'paid'), isNew: 'YES' }
          expect(reply).toMatchObject({ success: true, message: key, result })
          await expectRows({
            member: `phone = '${phone}'`,
            recharge_order: `id = '${key}' and state = 'paid' and amount = ${sold?.price}`,
            'ledger_line of the money': `cause_id = '${key}' and account = 'cash' and delta = ${sold?.price}`,
            ledger_line: [`cause_id = '${key}'`, 3],
            wallet_lot: [`source_id = '${key}'`, 2],
            print_job: `order_id = '${key}'`,
            audit_entry: trailOf(path, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(10)
  })
})
