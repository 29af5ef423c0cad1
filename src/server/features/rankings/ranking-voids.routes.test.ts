import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { daysAfter } from '#shared/core/time.ts'
import { type Rankings, startRankings } from '#tests/support/venue/ranked.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { publishRankings } from './rankings.job.ts'
import { bestsOnScreen } from './rankings.repository.ts'

const HOUR = 3_600_000

let at: Rankings
beforeAll(async () => {
  at = await startRankings()
  // A Wednesday in the middle of a quarter, so that every period has a previous and a next day.
  await at.goTo('2027-02-17')
})
afterAll(() => at.server.stop())

describe('a void', () => {
  const voidOf = (
    given: { period: 'week' | 'month' | 'quarter'; day?: string; reason?: string },
    by = at.manager,
    key = newId(),
  ) => by.rankings.void({ body: { day: at.today(), reason: '计时环故障', ...given }, key })

  it('hides the results of its period from every ranking, now and when published, and is in the audit trail', async () => {
    const board = await at.newBoard()
    await at.goOn(40)
    await at.drive(board, '作废', [20_000])
    const day = at.today()
    await at.goOn(8)
    await at.drive(board, '有效', [41_000])
    await publishRankings(at.server.deps)
    const key = newId()
    const { result } = await voidOf({ period: 'week', day }, at.manager, key)
    expect(await at.ask(board, 'week', { day })).toMatchObject({
      state: 'voided',
      places: [],
      versions: [],
      voided: { reason: '计时环故障', from: result.from, until: result.until, voidBy: at.manager.user.realname },
    })
    expect(await at.ask(board, 'day', { day })).toMatchObject({ state: 'voided', places: [] })
    for (const period of ['quarter', 'year', 'overgame'] as const) {
      expect(await at.places(board, period), period).toEqual([['有效', 41_000]])
    }
    // Results are the same after the rows are marked.
    await publishRankings(at.server.deps)
    expect(await at.places(board, 'overgame')).toEqual([['有效', 41_000]])
    expect((await at.manager.rankings.voids({ query: {} })).result[0]).toMatchObject({ id: key, reason: '计时环故障' })
    expect(await at.venue.rows('auditEntry').where('recordId', key)).toHaveLength(1)
    expect(await at.venue.rows('run').where('racer', '作废')).toHaveLength(1)
  })

  it('corrects a published month, and states the reason', async () => {
    const board = await at.newBoard()
    await at.goTo('2027-06-10')
    await at.drive(board, '六月', [20_000])
    const day = at.today()
    await at.goTo('2027-06-20')
    await at.drive(board, '后来', [41_000])
    await at.goTo('2027-07-02')
    await publishRankings(at.server.deps)
    expect(await at.places(board, 'month', { day })).toEqual([
      ['六月', 20_000],
      ['后来', 41_000],
    ])
    await voidOf({ period: 'week', day, reason: '抄近道' })
    await publishRankings(at.server.deps)
    expect(await at.ask(board, 'month', { day })).toMatchObject({
      version: 2,
      versions: [{ cause: { kind: 'void', reason: '抄近道' } }, { cause: null }],
      partlyVoided: [{ reason: '抄近道' }],
      places: [{ racer: '后来' }],
    })
  })

  it('is created once: for repeated and concurrent calls, and after a crash before the response', async () => {
    await at.goTo('2028-02-16')
    const key = newId()
    const given = { period: 'quarter', reason: '一次' } as const
    const answers = await Promise.all([voidOf(given, at.manager, key), voidOf(given, at.manager, key)])
    expect(answers[0]?.result).toEqual(answers[1]?.result)
    expect((await voidOf(given, at.manager, key)).result).toEqual(answers[0]?.result)
    expect(await codeOf(voidOf({ ...given, reason: '别的' }, at.manager, key))).toBe('common.keyReused')
    const codes = await Promise.all(
      [voidOf({ period: 'month' }), voidOf({ period: 'month' })].map((one) => codeOf(one)),
    )
    expect(codes.filter((code) => code !== 'ranking.voidedAlready')).toHaveLength(1)
    expect(await codeOf(voidOf(given))).toBe('ranking.voidedAlready')
    const { result } = await at.manager.rankings.voids({ query: {} })
    expect(
      result
        .filter(({ from }) => from.startsWith('2028'))
        .map(({ period }) => period)
        .sort(),
    ).toEqual(['month', 'quarter'])
  })

  it('needs the permission, a period that has started, a store in scope, and a reason', async () => {
    expect(await codeOf(voidOf({ period: 'week' }, at.cashier))).toBe('auth.forbidden')
    expect(await codeOf(voidOf({ period: 'week' }, await at.server.signIn('coach')))).toBe('auth.forbidden')
    expect(await codeOf(voidOf({ period: 'week', day: daysAfter(at.today(), 7) }))).toBe('ranking.notYet')
    expect(await codeOf(voidOf({ period: 'week', reason: '' }))).toBe('common.invalidInput')
    const beside = await at.server.signIn('manager2')
    const body = { period: 'week' as const, day: at.today(), reason: '别店', sysOrgCode: STORE }
    expect(await codeOf(beside.rankings.void({ body, key: newId() }))).toBe('common.recordNotFound')
    const { result } = await at.manager.rankings.voids({ query: {} })
    expect(result.map(({ reason }) => reason)).not.toContain('别店')
  })
})

describe('a revoked void', () => {
  const takeBack = (id: string, { by = at.manager, key = newId(), reason = '计时没有问题' } = {}) =>
    by.rankings.takeBack({ body: { id, reason }, key })
  const voided = async (period: 'week' | 'month', day = at.today()): Promise<string> => {
    const body = { period, day, reason: '误判' }
    return (await at.manager.rankings.void({ body, key: newId() })).result.id
  }

  it('restores its results, except on days of another void, and corrects published rankings', async () => {
    await at.goTo('2028-05-17')
    const board = await at.newBoard()
    await at.drive(board, '误判的', [20_000])
    const day = at.today()
    const week = await voided('week')
    const month = await voided('month')
    await publishRankings(at.server.deps)
    await at.goTo('2028-06-21')
    await publishRankings(at.server.deps)
    expect(await at.places(board, 'overgame')).toEqual([])
    await takeBack(week)
    await publishRankings(at.server.deps)
    expect(await at.places(board, 'overgame')).toEqual([])
    const { result } = await takeBack(month)
    expect(result).toEqual({ id: month, from: '2028-05-01', until: '2028-05-31' })
    expect(await at.places(board, 'overgame')).toEqual([['误判的', 20_000]])
    await publishRankings(at.server.deps)
    for (const period of ['day', 'week', 'month'] as const) {
      expect(await at.ask(board, period, { day }), period).toMatchObject({
        state: 'published',
        voided: null,
        partlyVoided: [],
        places: [{ racer: '误判的' }],
      })
    }
    const { result: voids } = await at.manager.rankings.voids({ query: {} })
    const by = at.manager.user.realname
    expect(voids.find(({ id }) => id === month)).toMatchObject({
      reason: '误判',
      takenBack: { reason: '计时没有问题', by },
    })
    expect(await at.venue.rows('auditEntry').where('recordId', month)).toHaveLength(2)
    // It can be voided again.
    expect(await voided('month', day)).not.toBe(month)
  })

  it('is revoked once: for repeated, concurrent and later calls', async () => {
    await at.goTo('2028-09-13')
    const id = await voided('week')
    const key = newId()
    const answers = await Promise.all([takeBack(id, { key }), takeBack(id, { key })])
    expect(answers[0]?.result).toEqual(answers[1]?.result)
    expect(await codeOf(takeBack(id, { key, reason: '别的' }))).toBe('common.keyReused')
    const other = await voided('week')
    const codes = await Promise.all([takeBack(other), takeBack(other)].map((one) => codeOf(one)))
    expect(codes.filter((code) => code !== 'ranking.notVoided')).toHaveLength(1)
    expect(await codeOf(takeBack(id))).toBe('ranking.notVoided')
  })

  it('needs the permission, a store in scope, and a reason', async () => {
    const id = await voided('month')
    expect(await codeOf(takeBack(id, { by: at.cashier }))).toBe('auth.forbidden')
    expect(await codeOf(takeBack(id, { by: await at.server.signIn('coach') }))).toBe('auth.forbidden')
    expect(await codeOf(takeBack(id, { by: await at.server.signIn('manager2') }))).toBe('ranking.notVoided')
    expect(await codeOf(takeBack(id, { reason: ' ' }))).toBe('common.invalidInput')
    const voids = (await at.manager.rankings.voids({ query: {} })).result
    expect(voids.find((one) => one.id === id)?.takenBack).toBeNull()
  })
})

describe('the best lap of a member', () => {
  it('is on the ticket of the next ride by the same rule, unless it is voided', async () => {
    await at.goTo('2028-11-15')
    const board = await at.newBoard()
    const userId = await at.venue.member({ balance: 1_000_000 })
    const ticketOf = async (ruleId = board.ruleId, member = userId) => {
      const { id: vehicleId } = await at.venue.vehicle({ vehicleType: board.vehicleType })
      const body = at.venue.start({ ruleId, vehicleId, userId: member })
      const { result } = await at.cashier.playBeforePay.add({ key: newId(), body })
      await at.cashier.dispatch.stop({ body: { id: result.gameLogId, now: true } })
      return result.ticket
    }
    expect(await ticketOf()).not.toHaveProperty('bestMs')
    await at.drive(board, '我', [42_000, 40_500, 41_000], userId)
    expect(await ticketOf()).toMatchObject({ bestMs: 40_500 })
    expect(await ticketOf((await at.newBoard()).ruleId)).not.toHaveProperty('bestMs')
    expect(await ticketOf(board.ruleId, await at.venue.member({ balance: 1_000_000 }))).not.toHaveProperty('bestMs')
    await at.manager.rankings.void({ body: { period: 'week', day: at.today(), reason: 'x' }, key: newId() })
    expect(await ticketOf()).not.toHaveProperty('bestMs')
  })
})

describe('clearing today’s display', () => {
  it('changes only what the screen shows', async () => {
    await at.goTo('2029-03-07')
    const board = await at.newBoard()
    await at.drive(board, '上午', [40_000])
    at.server.clock.advance(HOUR)
    const key = newId()
    const clear = (by = at.manager) => by.rankings.clearToday({ body: {}, key })
    const answers = await Promise.all([clear(), clear()])
    expect(answers[0]?.result).toEqual(answers[1]?.result)
    at.server.clock.advance(HOUR)
    await at.drive(board, '下午', [45_000])
    expect(await at.places(board, 'day', { shown: 'screen' })).toEqual([['下午', 45_000]])
    const onScreen = await at.venue.inEveryStore((trx) => bestsOnScreen(trx, STORE, at.server.clock.now(), 5))
    expect(onScreen).toMatchObject([{ racer: '下午', ms: 45_000 }])
    expect(await at.places(board)).toEqual([
      ['上午', 40_000],
      ['下午', 45_000],
    ])
    expect((await at.ask(board))?.clearedTime).toBe(answers[0]?.result.clearedTime)
    expect(await at.places(board, 'week', { shown: 'screen' })).toHaveLength(2)
    await at.goOn(1)
    expect(await at.ask(board, 'day', { shown: 'screen' })).toMatchObject({ clearedTime: null })
  })

  it('is for managers of the store', async () => {
    expect(await codeOf(at.cashier.rankings.clearToday({ body: {}, key: newId() }))).toBe('auth.forbidden')
    const beside = await at.server.signIn('manager2')
    const body = { sysOrgCode: STORE }
    expect(await codeOf(beside.rankings.clearToday({ body, key: newId() }))).toBe('common.recordNotFound')
  })
})
