import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { type Venue, venueOf } from '#tests/support/venue.ts'
import { checkLedger } from './check.job.ts'
import { expireValue } from './expire.job.ts'
import { replayLedger } from './index.ts'

let server: TestServer
let venue: Venue
let manager: TestClient
beforeAll(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  manager = await server.signIn('manager')
})
afterAll(() => server.stop())

const inDays = (days: number): Date => new Date(server.clock.now().getTime() + days * 86_400_000)
const notices = async () => (await manager.announcements.listByUser({})).result.sysMsgList.map(({ titile }) => titile)

describe('the check of the ledger', () => {
  it('tells nobody anything while it adds up', async () => {
    const before = await notices()
    expect(await checkLedger(server.deps)).toBe(0)
    expect(await notices()).toEqual(before)
  })

  it('tells once a day who may put wallets right of what differs, and where', async () => {
    const member = await venue.member({ balance: 1000 })
    const spoil = (value: number) =>
      withClient(server.database.ownerUrl, (owner) =>
        owner.query('update wallet set value = $2 where member_id = $1', [member, value]),
      )
    await spoil(1001)
    expect(await checkLedger(server.deps)).toBe(2)
    expect(await checkLedger(server.deps)).toBe(2)
    const { result } = await manager.announcements.listByUser({})
    const told = result.sysMsgList.filter(({ titile }) => titile.includes('账本核对'))
    expect(told).toMatchObject([{ titile: expect.stringContaining('2 处不一致') }])
    expect(told[0]?.msgContent).toContain(`会员 ${member}，钱包与账本（balance）：现有 1001，账本算得 1000`)
    const cashier = await server.signIn('cashier')
    const { result: others } = await cashier.announcements.listByUser({})
    expect(others.sysMsgList.filter(({ titile }) => titile.includes('账本核对'))).toEqual([])
    await spoil(1000)
  })
})

it('writes off what has ended, of every store and once, and leaves the rest', async () => {
  const members = [await venue.member(), await venue.member({ orgCode: 'A01A02' })]
  for (const [index, member] of members.entries()) {
    await venue.post({ kind: 'recharge', orgCode: index === 0 ? 'A01A01' : 'A01A02' }, [
      { account: 'balance', member, delta: 500, validUntil: inDays(1) },
      { account: 'give', member, delta: 70, validUntil: inDays(3) },
      { account: 'frequency', member, project: 'kart', delta: 4, validUntil: inDays(1) },
    ])
    await venue.post({ orgCode: index === 0 ? 'A01A01' : 'A01A02' }, [{ account: 'balance', member, delta: 30 }])
  }
  expect(await expireValue(server.deps)).toBe(0)
  server.clock.advance(2 * 86_400_000)
  expect(await expireValue(server.deps)).toBe(4)
  expect(await expireValue(server.deps)).toBe(0)
  for (const member of members) {
    expect(await venue.wallets(member)).toEqual({
      balance: { value: 30, held: 0 },
      give: { value: 70, held: 0 },
      'frequency kart': { value: 0, held: 0 },
    })
  }
  expect(await venue.inEveryStore(replayLedger)).toEqual([])
})
