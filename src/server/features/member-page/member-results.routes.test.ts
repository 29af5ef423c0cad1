import { afterAll, expect, it } from 'vitest'
import { memberOnPage } from '#tests/support/member-page.ts'
import { startRankings } from '#tests/support/venue/ranked.ts'

const rankings = await startRankings()
const { server, venue } = rankings
afterAll(() => server.stop())

it('shows own best laps, and the ranking by names of racers only', async () => {
  const [own, other] = [await venue.member({ balance: 100_000 }), await venue.member({ balance: 100_000 })]
  const board = await rankings.newBoard({ name: '竞速' })
  await rankings.drive(board, '闪电', [32_500, 31_200], own)
  await rankings.drive(board, '老司机', [30_100], other)
  const { client } = await memberOnPage(server, venue, own)
  expect((await client.memberHome.bests()).result).toMatchObject([{ rule: '竞速', ms: 31_200 }])
  const [ride] = (await client.memberHome.rides({ query: {} })).result.records
  expect(ride).toMatchObject({ rule: '竞速', state: 'done', bestMs: 31_200 })
  const status = await server.client().guestResults.status({ query: { key: ride?.resultKey ?? '' } })
  expect(status.result.racer).toBe('闪电')
  for (const period of ['day', 'week', 'month', 'quarter', 'year', 'overgame'] as const)
    expect((await client.memberHome.ranking({ query: { period } })).result?.places).toEqual([
      { place: 1, racer: '老司机', ms: 30_100 },
      { place: 2, racer: '闪电', ms: 31_200 },
    ])
})
