import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { KILLED_PATIENCE, type Killable, startKillable } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { HOME, shareCards } from '#tests/support/visitors.ts'

let killable: Killable
let { venue, manager, everywhere, expectRows } = {} as Killable
beforeAll(async () => {
  killable = await startKillable('sessions', 'refunds', 'ledger')
  ;({ venue, manager, everywhere, expectRows } = killable)
  await shareCards(venue)
})
nameSampleOnFailure()
afterAll(() => killable.stop())

/** The body of a ride of 35.00, paid by a member of the other store. */
async function rideOf(userId: string) {
  const [rule, vehicle] = [await venue.rule({ price: 3500 }), await venue.vehicle()]
  return {
    consumeType: 'BALANCE' as const,
    consumeVehicleMode: 'circlemode' as const,
    sysDepartConsumeRoleId: rule.id,
    vehicleId: vehicle.id,
    userId,
    racer: '车手',
  }
}

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('a ride at another store of the chain once, with the entries of both stores', async () => {
    await everywhere(async () => {
      const userId = await venue.member({ orgCode: HOME, balance: 3000, give: 1000 })
      const key = newId()
      return {
        sent: { method: 'POST', path: '/consume/sysConsume/add', key, body: await rideOf(userId) },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { payState: expect.any(String) } })
          await expectRows({
            consume_order: `id = '${key}' and state = 'paid' and home_org_code = '${HOME}' and home_member_id = '${userId}'`,
            play_record: `consume_id = '${key}' and state = 'CONSUMED'`,
            ledger_line: [`cause_id = '${key}' and delta in (-3000, -500, 3000, 500)`, 4],
            wallet: [`member_id = '${userId}' and value = case kind when 'give' then 500 else 0 end`, 2],
            audit_entry: `action = '/consume/sysConsume/add' and record_id = '${key}'`,
          })
        },
      }
    })
  })

  it('its refund in part once, with the entries of both stores', async () => {
    await everywhere(async () => {
      const userId = await venue.member({ orgCode: HOME, balance: 4000 })
      const order = newId()
      await manager.consume.add({ key: order, body: await rideOf(userId) })
      const key = newId()
      const body = { orderKind: 'consume', orderId: order, amount: 10, reason: '改期', password: DEMO_PASSWORD }
      return {
        sent: { method: 'POST', path: '/refund/sysRefund/add', key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { amount: 10 } })
          await expectRows({
            refund_order: `id = '${key}' and state = 'refunded' and balance = 1000`,
            consume_order: `id = '${order}' and refunded = 1000`,
            ledger_line: [`cause_id = '${key}' and account in ('balance', 'clearing') and abs(delta) = 1000`, 2],
            wallet: `member_id = '${userId}' and kind = 'balance' and value = 1500`,
          })
        },
      }
    })
  })
})
