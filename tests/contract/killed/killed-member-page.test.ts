import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'

let killable: Killable
beforeAll(async () => {
  killable = await startKillable('member-page')
})
nameSampleOnFailure()
afterAll(() => killable.stop())

describe('a server that is killed between any two statements and called again by a phone', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('has ordered a recharge once, with one payment and nothing credited before it', async () => {
    const { server, venue, everywhere, expectRows } = killable
    const ruleId = await venue.rechargeRule({ selfService: true })
    const path = '/m/shop/recharge'
    const cuts = await everywhere(async () => {
      const { id, token } = await memberOnPage(server, venue, await venue.member())
      const key = newId()
      return {
        sent: { method: 'POST', path, key, body: { ruleId, price: 1000, sandbox: 'never' }, token },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id: key, state: 'nopay', amount: 1000 } })
          await expectRows({
            recharge_order: `id = '${key}' and member_id = '${id}'`,
            payment: `id = '${key}' and order_kind = 'recharge'`,
            ledger_line: [`cause_id = '${key}'`, 0],
            audit_entry: trailOf(path, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('has sold products once from the balance, and taken the stock once', async () => {
    const { server, venue, everywhere, expectRows } = killable
    const path = '/m/shop/buy'
    const cuts = await everywhere(async () => {
      const { id, token } = await memberOnPage(server, venue, await venue.member({ balance: 1000 }))
      const productId = await venue.product({ selfService: true, price: 300, pieces: 5 })
      const key = newId()
      const body = { lines: [{ productId, count: 2, price: 3 }], pays: 'wallet' }
      return {
        sent: { method: 'POST', path, key, body, token },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id: key, state: 'paid', amount: 6 } })
          await expectRows({
            consume_order: `id = '${key}' and member_id = '${id}' and state = 'paid'`,
            wallet: `member_id = '${id}' and kind = 'balance' and value = 400`,
            stock_level: `item_id = '${productId}' and quantity = 3`,
            audit_entry: trailOf(path, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('has booked once and cancelled once', async () => {
    const { server, venue, manager, everywhere, expectRows } = killable
    const times = { startTime: '2099-01-01 10:00:00', endTime: '2099-01-01 11:00:00' }
    const { id: sessionId } = (await manager.reservationSessions.add({ body: times, key: newId() })).result
    for (const path of ['/m/bookings/book', '/m/bookings/cancel']) {
      const isCancel = path.endsWith('cancel')
      const cuts = await everywhere(async () => {
        const { id, token, client } = await memberOnPage(server, venue, await venue.member())
        const booked = newId()
        const key = isCancel ? newId() : booked
        if (isCancel) await client.memberBookings.book({ body: { sessionId }, key: booked })
        const state = isCancel ? 'CANCELLED' : 'CONFIRMED'
        return {
          sent: { method: 'POST', path, key, body: isCancel ? { id: booked } : { sessionId }, token },
          async expectDone({ reply }) {
            expect(reply).toMatchObject({ success: true, result: { id: booked, state } })
            await expectRows({ reservation: `id = '${booked}' and member_id = '${id}' and state = '${state}'` })
          },
        }
      })
      expect(cuts).toBeGreaterThanOrEqual(2)
    }
  })
})
