import { expect, it } from 'vitest'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { expireValue } from './expire.job.ts'
import { replayLedger } from './index.ts'

const { server, venue } = await testVenue()

const inDays = (days: number): Date => new Date(server.clock.now().getTime() + days * 86_400_000)

it('writes off expired value of every store once, and leaves the rest', async () => {
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
