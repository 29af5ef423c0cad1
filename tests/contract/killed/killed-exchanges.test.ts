import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'

const EXCHANGES = '/exchange/sysExchange'
const DAY = 86_400_000

let killable: Killable
let { server, venue, manager, everywhere, expectRows } = {} as Killable
let rateId = ''
beforeAll(async () => {
  killable = await startKillable('exchange', 'ledger')
  ;({ server, venue, manager, everywhere, expectRows } = killable)
  const rate = { fromWallet: 'integral', toWallet: 'give', fromAmount: 3, toAmount: 0.01 } as const
  await manager.exchangeRates.add({ body: { ...rate, minimum: 3, step: 1, remark: 'killed' } })
  rateId = (await manager.exchangeRates.list({ query: { remark: 'killed' } })).result.records[0]?.id ?? ''
})
nameSampleOnFailure()
afterAll(() => killable.stop())

/** A member with points that end on two days. */
async function newMember(): Promise<string> {
  const member = await venue.member()
  for (const days of [5, 9]) {
    const validUntil = new Date(server.clock.now().getTime() + days * DAY)
    await venue.post({}, [{ account: 'integral', member, delta: 60, validUntil }])
  }
  return member
}

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('an exchange once, with its record and both wallets', async () => {
    const cuts = await everywhere(async () => {
      const userId = await newMember()
      const key = newId()
      return {
        sent: { method: 'POST', path: `${EXCHANGES}/add`, key, body: { userId, rateId, amount: 90, received: 0.3 } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, message: key, result: { received: 0.3 } })
          await expectRows({
            wallet_exchange: `member_id = '${userId}' and id = '${key}' and state = 'done' and amount = 90 and received = 30`,
            'ledger_line of the points': `cause_id = '${key}' and account = 'integral' and delta = -90`,
            'ledger_line of the gift': `cause_id = '${key}' and account = 'give' and delta = 30`,
            ledger_line: [`member_id = '${userId}' and cause_kind = 'exchange'`, 2],
            wallet_lot: [`source_id = '${key}'`, 2],
            'wallet of the points': `member_id = '${userId}' and kind = 'integral' and value = 30`,
            'wallet of the gift': `member_id = '${userId}' and kind = 'give' and value = 30`,
            audit_entry: trailOf(`${EXCHANGES}/add`, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })

  it('the reversal of an exchange once, with all value where it came from', async () => {
    const cuts = await everywhere(async () => {
      const userId = await newMember()
      const made = newId()
      await manager.exchanges.add({ key: made, body: { userId, rateId, amount: 90 } })
      const key = newId()
      return {
        sent: { method: 'POST', path: `${EXCHANGES}/reverse`, key, body: { id: made, reason: '换错了' } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            wallet_exchange: `id = '${made}' and state = 'reversed' and reversal_id = '${key}'`,
            ledger_line: [`cause_id = '${key}' and cause_kind = 'exchangeBack' and reverses is not null`, 2],
            wallet_lot: [`member_id = '${userId}' and kind = 'integral' and value_left = 60`, 2],
            'wallet_lot of the gift': [`member_id = '${userId}' and kind = 'give' and value_left <> 0`, 0],
            'wallet of the gift': `member_id = '${userId}' and kind = 'give' and value = 0`,
            audit_entry: trailOf(`${EXCHANGES}/reverse`, made),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })
})
