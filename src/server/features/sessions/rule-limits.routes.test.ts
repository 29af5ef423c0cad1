import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { enrolledTerminal, type TestTerminal } from '#tests/support/terminal-key.ts'
import { type Venue, venueOf } from '#tests/support/venue.ts'

const AT = 'A01A02'

let server: TestServer
let venue: Venue
let manager: TestClient
let hq: TestClient

beforeAll(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  await venue.setHungLimit(1000, AT)
  await venue.setTrialLimit(-1, AT)
})
afterAll(() => server.stop())
/** Tokens last a week, and some tests move the clock by days. */
beforeEach(async () => {
  manager = await server.signIn('manager2')
  hq = await server.signIn('hq')
})

type Given = Partial<StartInput> & { roleId: string }
type Starter = Pick<TestClient, 'playBeforePay'>

const rule = (given: Parameters<Venue['rule']>[0] = {}) => venue.rule({ orgCode: AT, name: '限次规则', ...given })
const member = (given: Parameters<Venue['member']>[0] = {}) =>
  venue.member({ orgCode: AT, balance: 1_000_000, ...given })

async function start(given: Given, client: Starter = manager, key = newId()): Promise<string> {
  const vehicleId = given.vehicleId ?? (await venue.vehicle({ orgCode: AT })).id
  return (await client.playBeforePay.add({ body: venue.start({ ...given, vehicleId }), key })).result.id
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ code: 'no refusal' }),
    ({ code, serverMessage, details }) => ({ code, message: serverMessage, details }),
  )

const cancel = (id: string) => manager.playBeforePay.delete({ query: { id } })
const stored = async (id: string) => (await venue.rows('playBeforePay').where('id', id))[0]

/** What forty starts at once come to, by the code of each refusal. */
async function fortyAtOnce(given: (index: number) => Given): Promise<Record<string, number>> {
  const vehicles = await Promise.all(Array.from({ length: 40 }, () => venue.vehicle({ orgCode: AT })))
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
  it('holds per day, however many start at once, members and guests from two counters', async () => {
    const { id: roleId } = await rule({ limited: true, dailyLimit: 7 })
    const somebody = await member()
    const outcomes = await fortyAtOnce((index) => ({ roleId, userId: index % 3 ? '' : somebody }))
    expect(outcomes).toEqual({ 'no refusal': 7, 'sessions.ruleUsedUp': 33 })
    expect(await refusal(start({ roleId }))).toMatchObject({
      message: '限次规则 今日次数已用完（7/7）',
      details: { field: 'roleId', used: 7, limit: 7 },
    })
    expect(await refusal(start({ roleId }, server.client(manager.token, 'en')))).toMatchObject({
      message: '限次规则 is used up for today (7 of 7)',
    })
    // A rule of its own, and the same member by it.
    const { id: another } = await rule({ limited: true, dailyLimit: 1 })
    await start({ roleId: another, userId: somebody })
  })

  it('holds per member, however many start at once', async () => {
    const { id: roleId } = await rule({ limited: true, memberLimit: 2 })
    const [first, second] = [await member(), await member()]
    const outcomes = await fortyAtOnce((index) => ({ roleId, userId: index % 2 ? first : second }))
    expect(outcomes).toEqual({ 'no refusal': 4, 'sessions.ruleMemberLimit': 36 })
    expect(await refusal(start({ roleId, userId: first }))).toMatchObject({
      message: '该会员使用 限次规则 的次数已用完（2/2）',
      details: { field: 'roleId', used: 2, limit: 2 },
    })
    expect(await refusal(start({ roleId }))).toMatchObject({
      code: 'sessions.ruleMembersOnly',
      message: '限次规则 仅限会员使用，请先选择会员',
    })
  })

  it('counts no use that was cancelled, and answers a repeated start as the first time', async () => {
    const { id: roleId } = await rule({ limited: true, dailyLimit: 1 })
    const given = { roleId, vehicleId: (await venue.vehicle({ orgCode: AT })).id }
    const key = newId()
    await start(given, manager, key)
    expect(await start(given, manager, key)).toBe(key)
    expect(await refusal(start({ roleId }))).toMatchObject({ code: 'sessions.ruleUsedUp' })
    await cancel(key)
    await start({ roleId })
    expect(await refusal(start({ roleId }))).toMatchObject({ code: 'sessions.ruleUsedUp' })
  })

  it('binds only where the rule says that it is limited; 0 is never', async () => {
    const { id: open } = await rule({ limited: false, dailyLimit: 0, memberLimit: 0 })
    await start({ roleId: open })
    const { id: never } = await rule({ limited: true, dailyLimit: 0 })
    expect(await refusal(start({ roleId: never }))).toMatchObject({ details: { used: 0, limit: 0 } })
  })

  it('begins anew with the business day by the clock of the store, and not for a member', async () => {
    const ofDay = (dayStartHour: number) =>
      venue.inEveryStore((trx) => trx.updateTable('store').set({ dayStartHour }).where('orgCode', '=', AT).execute())
    await ofDay(4)
    // Tuesday, 03:00 in Shanghai: an hour of Monday is left.
    server.clock.set(nextWeekday(1, 19))
    manager = await server.signIn('manager2')
    const { id: daily } = await rule({ limited: true, dailyLimit: 1 })
    const { id: once } = await rule({ limited: true, memberLimit: 1 })
    const { id: mondays } = await rule({ name: '会员日', memberDays: [1, 3], memberDayLimit: 1 })
    const somebody = await member()
    const used = async (roleId: string) => (await refusal(start({ roleId, userId: somebody }))).code
    expect(await Promise.all([daily, once, mondays].map(used))).toEqual(['no refusal', 'no refusal', 'no refusal'])
    const over = ['sessions.ruleUsedUp', 'sessions.ruleMemberLimit', 'sessions.ruleMemberDayLimit']
    expect(await Promise.all([daily, once, mondays].map(used))).toEqual(over)
    expect(await refusal(start({ roleId: mondays }))).toMatchObject({ code: 'sessions.ruleMembersOnly' })
    await start({ roleId: mondays, userId: await member() })
    server.clock.advance(59 * 60_000)
    expect(await used(daily)).toBe('sessions.ruleUsedUp')
    server.clock.advance(2 * 60_000)
    expect(await Promise.all([daily, once, mondays].map(used))).toEqual([
      'no refusal',
      'sessions.ruleMemberLimit',
      'sessions.ruleWeekday',
    ])
    expect(await refusal(start({ roleId: mondays, userId: somebody }))).toMatchObject({
      message: '会员日 仅限周一、周三使用',
    })
    expect(
      await refusal(start({ roleId: mondays, userId: somebody }, server.client(manager.token, 'en'))),
    ).toMatchObject({
      message: '会员日 is only offered on Monday, Wednesday',
    })
    await ofDay(0)
  })
})

/** The next such weekday (1 for Monday) at an hour, by UTC. */
function nextWeekday(weekday: number, hour: number): Date {
  const at = new Date(server.clock.now().getTime() + 86_400_000)
  at.setUTCHours(hour, 0, 0, 0)
  at.setUTCDate(at.getUTCDate() + ((weekday - at.getUTCDay() + 7) % 7))
  return at
}

describe('whom and what a rule is for', () => {
  it('is members of its level, told apart from guests', async () => {
    const { id: roleId } = await rule({ name: '金卡规则', memberLevel: 'gold' })
    await start({ roleId, userId: await member({ memberLevel: 'gold' }) })
    expect(await refusal(start({ roleId, userId: await member() }))).toMatchObject({
      code: 'sessions.ruleLevel',
      message: '金卡规则 需要会员等级 gold',
      details: { field: 'roleId' },
    })
    expect(await refusal(start({ roleId }))).toMatchObject({ code: 'sessions.ruleMembersOnly' })
    // Whether somebody is there, of this store or of another one, is not told by the level.
    const foreigner = await venue.member({ memberLevel: 'gold' })
    for (const userId of ['999999', foreigner])
      expect(await refusal(start({ roleId, userId }))).toMatchObject({ code: 'members.notFound' })
  })

  it('is no start at once where it is for the queue, but with a wristband it is', async () => {
    const { id: roleId } = await rule({ name: '排队规则', useMode: 'lineup' })
    expect(await refusal(start({ roleId }))).toMatchObject({
      code: 'sessions.ruleLineup',
      message: '排队规则 仅限排队使用，不能立即开始',
    })
    await start({ roleId: (await rule({ useMode: 'immediate' })).id })
    await start({ roleId: (await rule({ useMode: 'lineup', useBracelet: true })).id })
  })
})

describe('a start that happened without the server', () => {
  let terminal: TestTerminal
  beforeAll(async () => {
    const now = () => server.clock.now().getTime()
    terminal = await enrolledTerminal(server, await server.signIn('manager2'), { now })
  })

  it('is taken beyond its rule, counted, and marked', async () => {
    const { id: roleId } = await rule({ limited: true, dailyLimit: 1 })
    const late = (given: Given) => start({ ...given, offline: true }, terminal.with(manager))
    const [first, second] = [await late({ roleId }), await late({ roleId })]
    expect(await stored(first)).toMatchObject({ ruleConflict: '' })
    expect(await stored(second)).toMatchObject({ ruleConflict: 'sessions.ruleUsedUp' })
    await cancel(first)
    expect(await refusal(start({ roleId }))).toMatchObject({ code: 'sessions.ruleUsedUp' })
    await cancel(second)
    await start({ roleId })
    const lineup = await rule({ useMode: 'lineup', memberLevel: 'gold' })
    expect(await stored(await late({ roleId: lineup.id }))).toMatchObject({ ruleConflict: 'sessions.ruleLineup' })
  })
})

describe('a record that is given another rule', () => {
  const edit = (id: string, roleId: string) =>
    hq.playBeforePay.edite({ body: { id, roleId, consumeType: 'BALANCE', cheshou: '车手' } })

  it('takes a place of the new rule and gives the old one back', async () => {
    const [from, to] = [await rule({ limited: true, dailyLimit: 1 }), await rule({ limited: true, dailyLimit: 1 })]
    const userId = await member()
    const id = await start({ roleId: from.id, userId })
    expect(await refusal(start({ roleId: from.id }))).toMatchObject({ code: 'sessions.ruleUsedUp' })
    await edit(id, to.id)
    await start({ roleId: from.id })
    const last = await start({ roleId: (await rule()).id, userId })
    expect(await refusal(edit(last, to.id))).toMatchObject({
      code: 'sessions.ruleUsedUp',
      details: { field: 'roleId', used: 1, limit: 1 },
    })
    // The same rule again takes nothing.
    await edit(id, to.id)
    const saturdays = await rule({ name: '从不', memberDays: [((server.clock.now().getUTCDay() + 3) % 7) + 1] })
    expect(await refusal(edit(last, saturdays.id))).toMatchObject({ code: 'sessions.ruleWeekday' })
    expect(await stored(last)).not.toMatchObject({ ruleId: saturdays.id })
  })

  it('competes for the last place with starts', async () => {
    const { id: roleId } = await rule({ limited: true, dailyLimit: 3 })
    const { id: before } = await rule()
    const waiting = await Promise.all(Array.from({ length: 8 }, () => start({ roleId: before })))
    const outcomes = await Promise.all([
      ...waiting.map((id) => refusal(edit(id, roleId))),
      ...waiting.map(() => refusal(start({ roleId }))),
    ])
    expect(outcomes.filter(({ code }) => code === 'no refusal')).toHaveLength(3)
  })
})
