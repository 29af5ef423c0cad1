import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { businessDay, daysAfter } from '#shared/core/time.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const PATH = '/ranking/sysRanking'

let killable: Killable
let { server, everywhere, expectRows } = {} as Killable
beforeAll(async () => {
  killable = await startKillable('rankings')
  ;({ server, everywhere, expectRows } = killable)
})
nameSampleOnFailure()
afterAll(() => killable.stop())

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('a void of a week once', async () => {
    let weeks = 0
    const cuts = await everywhere(async () => {
      const day = daysAfter(businessDay(server.clock.now()), -7 * ++weeks)
      const key = newId()
      const path = `${PATH}/void`
      return {
        sent: { method: 'POST', path, key, body: { period: 'week', day, reason: `第 ${weeks} 次` } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id: key } })
          await expectRows({
            ranking_void: `id = '${key}' and '${day}' between starts_on and ends_on`,
            'ranking_void of the week': `'${day}' between starts_on and ends_on`,
            ranking_change: `cause ->> 'reason' = '第 ${weeks} 次'`,
            audit_entry: trailOf(path, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(3)
  })

  it('the reversal of a void once', async () => {
    const path = `${PATH}/takeBack`
    const manager = await server.signIn('manager', STORE)
    let weeks = 60
    const cuts = await everywhere(async () => {
      const day = daysAfter(businessDay(server.clock.now()), -7 * ++weeks)
      const { result } = await manager.rankings.void({ body: { period: 'week', day, reason: 'x' }, key: newId() })
      return {
        sent: { method: 'POST', path, key: newId(), body: { id: result.id, reason: `撤回 ${weeks}` } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id: result.id } })
          await expectRows({
            ranking_void: [`id = '${result.id}'`, 0],
            ranking_void_taken_back: `id = '${result.id}' and taken_back_reason = '撤回 ${weeks}'`,
            audit_entry: trailOf(path, result.id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(3)
  })

  it('a reset of today’s display once', async () => {
    const path = `${PATH}/clearToday`
    const cuts = await everywhere(async () => {
      const key = newId()
      return {
        sent: { method: 'POST', path, key, body: {} },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({ ranking_clear: 'true', request_key: `key = '${key}'` })
        },
      }
    })
    expect(cuts).toBeGreaterThan(3)
  })
})
