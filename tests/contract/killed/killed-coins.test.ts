import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { STORE } from '#tests/support/venue/venue.ts'

let killable: Killable
let { server, venue, manager, everywhere, expectRows } = {} as Killable
beforeAll(async () => {
  killable = await startKillable('coins', 'ledger')
  ;({ server, venue, manager, everywhere, expectRows } = killable)
})
nameSampleOnFailure()
afterAll(() => killable.stop())

/** A coin machine that the server takes for online; returns its id. */
async function newMachine(): Promise<string> {
  const serialNumber = newId()
  await manager.devices.add({ body: { serialNumber, deviceType: 'COIN' } })
  const deviceId = String((await manager.devices.list({ query: { serialNumber } })).result.records[0]?.id)
  const row = { deviceId, orgCode: STORE, online: true, coinsLeft: 500, seenAt: server.clock.now() }
  await venue.inEveryStore((trx) => trx.insertInto('coinMachine').values(row).execute())
  return deviceId
}

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('a sale of coins once, with its payment', async () => {
    const cuts = await everywhere(async () => {
      const deviceId = await newMachine()
      const userId = await venue.member({ coins: 30 })
      const key = newId()
      const body = { deviceId, userId, payMode: 'coins', count: 20 }
      return {
        sent: { method: 'POST', path: '/coin/sysCoinOutput/add', key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, message: key, result: { asked: 20, amount: 0 } })
          await expectRows({
            coin_output: `id = '${key}' and state = 'notIssued' and pay_state = 'paid' and asked = 20`,
            ledger_line: `cause_id = '${key}' and cause_kind = 'coinOut' and account = 'coins' and delta = -20`,
            wallet: `member_id = '${userId}' and kind = 'coins' and value = 10`,
            audit_entry: trailOf('/coin/sysCoinOutput/add', key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })

  it('a return of coins once, with the wallet', async () => {
    const cuts = await everywhere(async () => {
      const userId = await venue.member({ coins: 3 })
      const key = newId()
      return {
        sent: { method: 'POST', path: '/coin/sysCoinReturn/add', key, body: { userId, coins: 12 } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, message: key, result: { before: 3, after: 15 } })
          await expectRows({
            coin_return: `id = '${key}' and coins = 12`,
            ledger_line: `cause_id = '${key}' and cause_kind = 'coinIn' and account = 'coins' and delta = 12`,
            wallet: `member_id = '${userId}' and kind = 'coins' and value = 15`,
            audit_entry: trailOf('/coin/sysCoinReturn/add', key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })
})
