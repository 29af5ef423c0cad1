import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { type LimitedStart, limitedVenue, refusal } from '#tests/support/venue/limited-rules.ts'
import { lineUp } from '#tests/support/venue/queued.ts'
import { enrolledTerminal, type TestTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server } = await testVenue()
const venue = await limitedVenue(server)

let manager: TestClient
let hq: TestClient
/** Tokens last a week, and some tests move the clock by days. */
beforeEach(async () => {
  manager = await server.signIn('manager2')
  hq = await server.signIn('hq')
})

const start = (given: LimitedStart, client: Pick<TestClient, 'playBeforePay'> = manager, key = newId()) =>
  venue.begin(client, given, key)
const cancel = (id: string) => manager.playBeforePay.delete({ query: { id } })

/** Results of forty concurrent starts, by error code. */
async function fortyAtOnce(given: (index: number) => LimitedStart): Promise<Record<string, number>> {
  const vehicles = await Promise.all(Array.from({ length: 40 }, () => venue.vehicle({ orgCode: venue.orgCode })))
  const codes = await Promise.all(
    vehicles.map(async ({ id: vehicleId }, index) => {
      const outcome = await refusal(start({ ...given(index), vehicleId }, index % 2 ? manager : hq))
      return outcome.code
    }),
  )
  return Object.fromEntries(
    Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => [code, all?.length ?? 0]),
  )
}

describe('how often a rule may be used', () => {
  it('holds per day under concurrency, for members and walk-ins from two counters', async () => {
    const { id: ruleId } = await venue.limitedRule({ name: '限次规则', limited: true, dailyLimit: 7 })
    const member = await venue.richMember()
    const outcomes = await fortyAtOnce((index) => ({ ruleId, userId: index % 3 ? '' : member }))
    expect(outcomes).toEqual({ 'no refusal': 7, 'sessions.ruleUsedUp': 33 })
    expect(await refusal(start({ ruleId }))).toMatchObject({
      message: '限次规则 今日次数已用完（7/7）',
      details: { field: 'ruleId', used: 7, limit: 7 },
    })
    expect(await refusal(start({ ruleId }, server.client(manager.token, 'en')))).toMatchObject({
      message: '限次规则 is used up for today (7 of 7)',
    })
    // A separate rule with the same member.
    const { id: another } = await venue.limitedRule({ limited: true, dailyLimit: 1 })
    await start({ ruleId: another, userId: member })
  })

  it('counts per store', async () => {
    const [here, there] = [venue.orgCode, STORE]
    for (const orgCode of [here, there]) {
      const { id: ruleId } = await venue.rule({ orgCode, name: '同名规则', limited: true, dailyLimit: 1 })
      const once = async () => start({ ruleId, vehicleId: (await venue.vehicle({ orgCode })).id }, hq)
      await once()
      expect(await refusal(once())).toMatchObject({ code: 'sessions.ruleUsedUp', details: { used: 1, limit: 1 } })
    }
  })

  it('holds per member under concurrency', async () => {
    const { id: ruleId } = await venue.limitedRule({ name: '会员限次', limited: true, memberLimit: 2 })
    const [first, second] = [await venue.richMember(), await venue.richMember()]
    const outcomes = await fortyAtOnce((index) => ({ ruleId, userId: index % 2 ? first : second }))
    expect(outcomes).toEqual({ 'no refusal': 4, 'sessions.ruleMemberLimit': 36 })
    expect(await refusal(start({ ruleId, userId: first }))).toMatchObject({
      message: '该会员使用 会员限次 的次数已用完（2/2）',
      details: { field: 'ruleId', used: 2, limit: 2 },
    })
    expect(await refusal(start({ ruleId }))).toMatchObject({
      code: 'sessions.ruleMembersOnly',
      message: '会员限次 仅限会员使用，请先选择会员',
    })
  })

  it('holds per member on a member day under concurrency', async () => {
    const everyDay = [1, 2, 3, 4, 5, 6, 7]
    const { id: ruleId } = await venue.limitedRule({ name: '天天会员日', memberDays: everyDay, memberDayLimit: 2 })
    const [first, second] = [await venue.richMember(), await venue.richMember()]
    const outcomes = await fortyAtOnce((index) => ({ ruleId, userId: index % 4 < 2 ? first : second }))
    expect(outcomes).toEqual({ 'no refusal': 4, 'sessions.ruleMemberDayLimit': 36 })
  })

  it('does not count cancelled rides, and returns the first result for a repeated start', async () => {
    const { id: ruleId } = await venue.limitedRule({ limited: true, dailyLimit: 1 })
    const given = { ruleId, vehicleId: (await venue.vehicle({ orgCode: venue.orgCode })).id }
    const key = newId()
    await start(given, manager, key)
    expect(await start(given, manager, key)).toBe(key)
    expect(await refusal(start({ ruleId }))).toMatchObject({ code: 'sessions.ruleUsedUp' })
    await cancel(key)
    await start({ ruleId })
    expect(await refusal(start({ ruleId }))).toMatchObject({ code: 'sessions.ruleUsedUp' })
  })

  it('does not count a paid ride that is cancelled or refunded in the queue', async () => {
    const limits = {
      limited: true,
      dailyLimit: 1,
      memberLimit: 1,
      memberDays: [1, 2, 3, 4, 5, 6, 7],
      memberDayLimit: 1,
    }
    const refund = { orderKind: 'consume', reason: '不玩了', password: DEMO_PASSWORD } as const
    const ways = [
      (id: string) => manager.queue.cancel({ body: { id, remark: '不玩了' }, key: newId() }),
      (orderId: string) => manager.refunds.add({ body: { ...refund, orderId }, key: newId() }),
    ]
    for (const undo of ways) {
      const { id: ruleId } = await venue.limitedRule(limits)
      const userId = await venue.richMember()
      const offered = async () => {
        const { result } = await manager.consumeRules.listForMember({ query: { userId, id: ruleId, pageSize: 10 } })
        return result.records
      }
      const { id } = await lineUp(venue, { by: manager, userId, sysDepartConsumeRoleId: ruleId })
      expect(await offered()).toMatchObject([{ usedToday: 1, memberUsed: 1, memberUsedToday: 1 }])
      expect(await refusal(start({ ruleId, userId }))).toMatchObject({ code: 'sessions.ruleUsedUp' })
      await undo(id)
      expect(await offered()).toMatchObject([{ usedToday: 0, memberUsed: 0, memberUsedToday: 0 }])
      await start({ ruleId, userId })
      expect(await refusal(start({ ruleId, userId }))).toMatchObject({ code: 'sessions.ruleUsedUp' })
    }
  })

  it('counts rides of merged numbers for the member', async () => {
    const { id: ruleId } = await venue.limitedRule({ limited: true, memberLimit: 2 })
    const [sourceId, targetId] = [await venue.richMember(), await venue.richMember()]
    const id = await start({ ruleId, userId: sourceId })
    const body = { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' } as const
    await manager.playBeforePay.settle({ body, key: newId() })
    await start({ ruleId, userId: targetId })
    await manager.memberMerge.merge({ body: { sourceId, targetId, reason: '同一人' }, key: newId() })
    for (const userId of [targetId, sourceId])
      expect(await refusal(start({ ruleId, userId }))).toMatchObject({
        code: 'sessions.ruleMemberLimit',
        details: { used: 2 },
      })
    const query = { userId: targetId, id: ruleId, pageSize: 10 }
    const { records } = (await manager.consumeRules.listForMember({ query })).result
    expect(records).toMatchObject([{ memberUsed: 2, memberUsedToday: 2 }])
  })

  it('applies only if the rule is limited; 0 means never', async () => {
    const { id: open } = await venue.limitedRule({ limited: false, dailyLimit: 0, memberLimit: 0 })
    await start({ ruleId: open })
    const { id: never } = await venue.limitedRule({ limited: true, dailyLimit: 0 })
    expect(await refusal(start({ ruleId: never }))).toMatchObject({ details: { used: 0, limit: 0 } })
  })

  it('restarts with the store’s business day, but not per member', async () => {
    const ofDay = (dayStartHour: number) =>
      venue.inEveryStore((trx) =>
        trx.updateTable('store').set({ dayStartHour }).where('orgCode', '=', venue.orgCode).execute(),
      )
    await ofDay(4)
    // Tuesday, 03:00 in Shanghai: an hour of Monday is left.
    server.clock.set(nextWeekday(1, 19))
    manager = await server.signIn('manager2')
    const { id: daily } = await venue.limitedRule({ limited: true, dailyLimit: 1 })
    const { id: once } = await venue.limitedRule({ limited: true, memberLimit: 1 })
    const { id: mondays } = await venue.limitedRule({ name: '会员日', memberDays: [1, 3], memberDayLimit: 1 })
    const member = await venue.richMember()
    const used = async (ruleId: string) => (await refusal(start({ ruleId, userId: member }))).code
    expect(await Promise.all([daily, once, mondays].map(used))).toEqual(['no refusal', 'no refusal', 'no refusal'])
    const over = ['sessions.ruleUsedUp', 'sessions.ruleMemberLimit', 'sessions.ruleMemberDayLimit']
    expect(await Promise.all([daily, once, mondays].map(used))).toEqual(over)
    expect(await refusal(start({ ruleId: mondays }))).toMatchObject({ code: 'sessions.ruleMembersOnly' })
    await start({ ruleId: mondays, userId: await venue.richMember() })
    server.clock.advance(59 * 60_000)
    expect(await used(daily)).toBe('sessions.ruleUsedUp')
    server.clock.advance(2 * 60_000)
    expect(await Promise.all([daily, once, mondays].map(used))).toEqual([
      'no refusal',
      'sessions.ruleMemberLimit',
      'sessions.ruleWeekday',
    ])
    expect(await refusal(start({ ruleId: mondays, userId: member }))).toMatchObject({
      message: '会员日 仅限星期一、星期三使用',
    })
    expect(await refusal(start({ ruleId: mondays, userId: member }, server.client(manager.token, 'en')))).toMatchObject(
      {
        message: '会员日 is only offered on Monday, Wednesday',
      },
    )
    await ofDay(0)
  })
})

/** The next such weekday (1 for Monday) at an hour in UTC. */
function nextWeekday(weekday: number, hour: number): Date {
  const at = new Date(server.clock.now().getTime() + 86_400_000)
  at.setUTCHours(hour, 0, 0, 0)
  at.setUTCDate(at.getUTCDate() + ((weekday - at.getUTCDay() + 7) % 7))
  return at
}

describe('the conditions of a rule', () => {
  beforeAll(async () => void (await venue.levels('low', 'mid', 'high')))

  it('include members of its level and higher, and treat walk-ins separately', async () => {
    const { id: ruleId } = await venue.limitedRule({ name: '金卡规则', memberLevel: 'mid' })
    for (const memberLevel of ['mid', 'high']) await start({ ruleId, userId: await venue.richMember({ memberLevel }) })
    for (const memberLevel of ['', 'low'])
      expect(await refusal(start({ ruleId, userId: await venue.richMember({ memberLevel }) }))).toMatchObject({
        code: 'sessions.ruleLevel',
        message: '金卡规则 需要会员等级 mid 卡',
        details: { field: 'ruleId' },
      })
    expect(await refusal(start({ ruleId }))).toMatchObject({ code: 'sessions.ruleMembersOnly' })
    // The error does not reveal whether the member exists.
    const foreigner = await venue.member()
    for (const userId of ['999999', foreigner])
      expect(await refusal(start({ ruleId, userId }))).toMatchObject({ code: 'members.notFound' })
  })

  it('exclude immediate starts if it is for the queue, except with a wristband', async () => {
    const { id: ruleId } = await venue.limitedRule({ name: '排队规则', useMode: 'lineup' })
    expect(await refusal(start({ ruleId }))).toMatchObject({
      code: 'sessions.ruleLineup',
      message: '排队规则 仅限排队使用，不能立即开始',
    })
    await start({ ruleId: (await venue.limitedRule({ useMode: 'immediate' })).id })
    await start({ ruleId: (await venue.limitedRule({ useMode: 'lineup', useBracelet: true })).id })
  })
})

describe('an offline start', () => {
  let terminal: TestTerminal
  beforeAll(async () => {
    const now = () => server.clock.now().getTime()
    terminal = await enrolledTerminal(server, await server.signIn('manager2'), { now })
  })

  it('is accepted beyond its limits, counted, and marked', async () => {
    const { id: ruleId } = await venue.limitedRule({ limited: true, dailyLimit: 1 })
    const late = (given: LimitedStart) => start({ ...given, offline: true }, terminal.with(manager))
    const [first, second] = [await late({ ruleId }), await late({ ruleId })]
    expect(await venue.stored(first)).toMatchObject({ ruleConflict: '' })
    expect(await venue.stored(second)).toMatchObject({ ruleConflict: 'sessions.ruleUsedUp' })
    const { records } = (await manager.playBeforePay.list({ query: { id: second } })).result
    expect(records).toMatchObject([{ offline: true, ruleConflict: 'sessions.ruleUsedUp' }])
    await cancel(first)
    expect(await refusal(start({ ruleId }))).toMatchObject({ code: 'sessions.ruleUsedUp' })
    await cancel(second)
    await start({ ruleId })
    const lineup = await venue.limitedRule({ useMode: 'lineup', memberLevel: 'mid' })
    expect(await venue.stored(await late({ ruleId: lineup.id }))).toMatchObject({ ruleConflict: 'sessions.ruleLineup' })
  })
})

describe('a ride that changes its rule', () => {
  const edit = (id: string, ruleId: string) =>
    hq.playBeforePay.edit({ body: { id, ruleId, consumeType: 'BALANCE', racer: '车手' } })

  it('uses the new rule and releases the old one', async () => {
    const [from, to] = [
      await venue.limitedRule({ limited: true, dailyLimit: 1 }),
      await venue.limitedRule({ limited: true, dailyLimit: 1 }),
    ]
    const userId = await venue.richMember()
    const id = await start({ ruleId: from.id, userId })
    expect(await refusal(start({ ruleId: from.id }))).toMatchObject({ code: 'sessions.ruleUsedUp' })
    await edit(id, to.id)
    await start({ ruleId: from.id })
    const last = await start({ ruleId: (await venue.limitedRule()).id, userId })
    expect(await refusal(edit(last, to.id))).toMatchObject({
      code: 'sessions.ruleUsedUp',
      details: { field: 'ruleId', used: 1, limit: 1 },
    })
    // The same rule again uses nothing.
    await edit(id, to.id)
    const saturdays = await venue.limitedRule({
      name: '从不',
      memberDays: [((server.clock.now().getUTCDay() + 3) % 7) + 1],
    })
    expect(await refusal(edit(last, saturdays.id))).toMatchObject({ code: 'sessions.ruleWeekday' })
    expect(await venue.stored(last)).not.toMatchObject({ ruleId: saturdays.id })
  })

  it('competes with starts for the last use', async () => {
    const { id: ruleId } = await venue.limitedRule({ limited: true, dailyLimit: 3 })
    const { id: before } = await venue.limitedRule()
    const waiting = await Promise.all(Array.from({ length: 8 }, () => start({ ruleId: before })))
    const outcomes = await Promise.all([
      ...waiting.map((id) => refusal(edit(id, ruleId))),
      ...waiting.map(() => refusal(start({ ruleId }))),
    ])
    expect(outcomes.filter(({ code }) => code === 'no refusal')).toHaveLength(3)
  })
})
