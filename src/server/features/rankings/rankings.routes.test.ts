import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportLap } from '#tests/support/venue/driven.ts'
import { type Rankings, startRankings } from '#tests/support/venue/ranked.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { publishRankings } from './rankings.job.ts'

let at: Rankings
beforeAll(async () => {
  at = await startRankings()
  // A Wednesday in the middle of a quarter, so that every period has a previous and a next day.
  await at.goTo('2027-02-17')
})
afterAll(() => at.server.stop())

describe('a ranking', () => {
  it('has the best lap first, each member once and each run of a walk-in, in every period', async () => {
    const board = await at.newBoard()
    const member = await at.venue.member({ balance: 1_000_000 })
    await at.drive(board, '会员', [41_000, 40_000], member)
    await at.drive(board, '会员', [39_500], member)
    await at.drive(board, '散客', [40_500, 45_000])
    await at.drive(board, '散客', [42_000])
    for (const period of ['day', 'week', 'month', 'quarter', 'year', 'overgame'] as const) {
      expect(await at.places(board, period), period).toEqual([
        ['会员', 39_500],
        ['散客', 40_500],
        ['散客', 42_000],
      ])
    }
  })

  it('ranks the earlier of two equal laps first, and has as many places as the store wants', async () => {
    const board = await at.newBoard()
    await at.drive(board, '先', [40_000])
    at.server.clock.advance(60_000)
    await at.drive(board, '后', [40_000])
    await at.drive(board, '三', [41_000])
    await at.manager.storeSettings.edit({ body: { orgCode: STORE, rankingMonthCount: 2 } })
    expect(await at.places(board, 'month')).toEqual([
      ['先', 40_000],
      ['后', 40_000],
    ])
    expect(await at.places(board, 'week')).toHaveLength(3)
  })

  it('reads further if the fastest laps are all of one member', async () => {
    const board = await at.newBoard()
    const member = await at.venue.member({ balance: 10_000_000 })
    await at.manager.storeSettings.edit({ body: { orgCode: STORE, rankingWeekCount: 2 } })
    for (let run = 0; run < 10; run++) await at.drive(board, '快', [30_000 + run], member)
    await at.drive(board, '慢', [50_000])
    expect(await at.places(board, 'week')).toEqual([
      ['快', 30_000],
      ['慢', 50_000],
    ])
    await at.manager.storeSettings.edit({ body: { orgCode: STORE, rankingWeekCount: 10 } })
  })

  it('excludes rules without ranking, and laps without a time', async () => {
    const off = await at.newBoard({ ranked: false })
    await at.drive(off, '不算', [40_000])
    expect(await codeOf(at.ask(off))).toBe('ranking.noBoard')
    const board = await at.newBoard()
    const gameLogId = await at.begin(board, '神秘车手')
    await at.cashier.dispatch.lap({ body: { id: gameLogId, number: 1 } })
    expect(await codeOf(at.ask(board))).toBe('ranking.noBoard')
    // The vehicle reports the time of the same lap.
    await reportLap(at.server, { runId: gameLogId, number: 1, ms: 44_000 })
    expect(await at.places(board)).toEqual([['神秘车手', 44_000]])
  })

  it('counts a lap once if reported twice, and concurrent laps each', async () => {
    const board = await at.newBoard()
    const runId = await at.begin(board, '同时')
    const reports = [43_000, 42_000, 42_000, 43_000].map((ms) =>
      reportLap(at.server, { runId, number: ms === 43_000 ? 1 : 2, ms }),
    )
    await Promise.all(reports)
    expect(await at.places(board)).toEqual([['同时', 42_000]])
    expect(await at.venue.rows('runBest').where('runId', runId)).toHaveLength(1)
  })

  it('shows only the caller’s store, with the permission', async () => {
    const board = await at.newBoard()
    await at.drive(board, '甲', [40_000])
    const beside = await at.server.signIn('manager2')
    expect(await codeOf(at.ask(board, 'day', {}, beside))).toBe('ranking.noBoard')
    expect(await codeOf(at.ask(board, 'day', { sysOrgCode: STORE }, beside))).toBe('common.recordNotFound')
    const partner = await at.server.signIn('partner')
    expect(await codeOf(at.ask(board, 'day', {}, partner))).toBe('auth.forbidden')
    expect(await codeOf(partner.rankings.voids({ query: {} }))).toBe('auth.forbidden')
    expect((await at.ask(board, 'day', {}, at.cashier))?.places).toHaveLength(1)
  })
})

describe('a period that is over', () => {
  it('stays as published; a late lap adds a corrected version with its reason', async () => {
    const board = await at.newBoard()
    const { runId, drivenAt } = await at.drive(board, '甲', [40_000])
    const day = at.today()
    await at.goOn(1)
    expect(await at.ask(board, 'day', { day })).toMatchObject({ state: 'closing' })
    await publishRankings(at.server.deps)
    await Promise.all([publishRankings(at.server.deps), publishRankings(at.server.deps)])
    expect(await at.ask(board, 'day', { day })).toMatchObject({
      state: 'published',
      version: 1,
      versions: [{ version: 1, cause: null }],
      places: [{ place: 1, racer: '甲', ms: 40_000, isLate: false }],
    })
    expect(await at.ask(board, 'month', { day })).toMatchObject({ state: 'open' })

    // The vehicle was offline, and reported stored laps a day later.
    await reportLap(at.server, { runId, number: 2, ms: 38_000, doneAt: drivenAt })
    expect(await at.places(board, 'day', { day })).toEqual([['甲', 40_000]])
    await publishRankings(at.server.deps)
    expect(await at.ask(board, 'day', { day })).toMatchObject({
      version: 2,
      versions: [{ version: 2, cause: { kind: 'lap', racer: '甲', ms: 38_000 } }, { version: 1 }],
      places: [{ ms: 38_000, isLate: true }],
    })
    expect(await at.places(board, 'day', { day, version: 1 })).toEqual([['甲', 40_000]])
    // A repeated report corrects nothing.
    await reportLap(at.server, { runId, number: 2, ms: 38_000, doneAt: drivenAt })
    await publishRankings(at.server.deps)
    expect((await at.ask(board, 'day', { day }))?.versions).toHaveLength(2)
  })

  it('is not changed by a slower late lap, a renamed racer or another number of places', async () => {
    const board = await at.newBoard()
    const { runId, drivenAt } = await at.drive(board, '乙', [40_000])
    const day = at.today()
    await at.goOn(1)
    await publishRankings(at.server.deps)
    await reportLap(at.server, { runId, number: 2, ms: 48_000, doneAt: drivenAt })
    await at.venue.inEveryStore((trx) => trx.updateTable('run').set({ racer: '丙' }).where('id', '=', runId).execute())
    await at.manager.storeSettings.edit({ body: { orgCode: STORE, rankingWeekCount: 5 } })
    await publishRankings(at.server.deps)
    const found = await at.ask(board, 'day', { day })
    expect(found).toMatchObject({ version: 1, places: [{ racer: '乙', ms: 40_000 }] })
    await at.manager.storeSettings.edit({ body: { orgCode: STORE, rankingWeekCount: 10 } })
  })

  it('has a ride under its edited rule, also before its end and where one of the two takes no part', async () => {
    const [first, second, off] = [await at.newBoard(), await at.newBoard(), await at.newBoard({ ranked: false })]
    const { runId, drivenAt } = await at.drive(first, '改', [41_000, 40_000])
    const id = String((await at.venue.rows('run').where('id', runId))[0]?.playId)
    const edit = ({ ruleId }: typeof first) =>
      at.manager.playBeforePay.edit({ body: { id, consumeType: 'BALANCE', racer: '改', ruleId } })
    await edit(second)
    expect([await at.places(first), await at.places(second)]).toEqual([[], [['改', 40_000]]])
    await edit(off)
    expect(await at.places(second)).toEqual([])
    const day = at.today()
    await at.goOn(1)
    await publishRankings(at.server.deps)
    // A late lap and an edit at once: both are in the ranking of the new rule, which is published late.
    await Promise.all([edit(first), reportLap(at.server, { runId, number: 3, ms: 39_000, doneAt: drivenAt })])
    await publishRankings(at.server.deps)
    expect(await at.places(first, 'day', { day })).toEqual([['改', 39_000]])
    await edit(second)
    await publishRankings(at.server.deps)
    expect(await at.places(first, 'day', { day })).toEqual([])
    expect(await at.places(second, 'day', { day })).toEqual([['改', 39_000]])
  })
})
