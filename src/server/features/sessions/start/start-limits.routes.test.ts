import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { TestClient } from '#tests/support/server.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule } from '#tests/support/venue/venue.ts'

const { server, venue } = await testVenue()

// The store of manager2, whose history other start tests do not touch.
const AT = 'A01A02'
let manager: TestClient
let other: TestClient

beforeAll(async () => {
  await venue.setHungLimit(1000, AT)
})
/** Tokens last a week, and tests move the clock by days; each has its own business day. */
beforeEach(async () => {
  server.clock.advance(24 * 3_600_000)
  manager = await server.signIn('manager2')
  other = await server.signIn('hq')
})

async function start(
  body: Partial<StartInput> = {},
  key = newId(),
  client: Pick<TestClient, 'playBeforePay'> = manager,
): Promise<string> {
  const vehicleId = body.vehicleId ?? (await venue.vehicle({ orgCode: AT })).id
  const given = { ruleId: demoRule('BALANCE', AT).id, ...body, vehicleId }
  return (await client.playBeforePay.add({ body: venue.start(given), key })).result.id
}
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ code: 'no refusal' }),
    ({ code, serverMessage, details }) => ({ code, message: serverMessage, details }),
  )
/** Starts walk-ins until the limit is reached. */
async function fill(): Promise<string[]> {
  const ids: string[] = []
  for (let guest = 0; guest < 6; guest++) ids.push(await start())
  return ids
}

describe('the limit of trials, which are rides without a member', () => {
  beforeEach(() => venue.setTrialLimit(5, AT))

  it('holds under concurrency from several counters', async () => {
    const vehicles = await Promise.all(Array.from({ length: 40 }, () => venue.vehicle({ orgCode: AT })))
    const outcomes = await Promise.all(
      vehicles.map(({ id: vehicleId }, index) => refusal(start({ vehicleId }, newId(), index % 2 ? manager : other))),
    )
    const codes = outcomes.map(({ code }) => code)
    // More than five block: six may exist.
    expect(codes.filter((code) => code === 'no refusal')).toHaveLength(6)
    expect(codes.filter((code) => code === 'sessions.trialLimit')).toHaveLength(34)
    expect(await refusal(start())).toMatchObject({
      message: '今日未处理的试玩已超过 5 单，请先处理一单',
      details: { limit: 5 },
    })
    expect(await refusal(start({}, newId(), server.client(manager.token, 'en')))).toMatchObject({
      message: 'More than 5 trials of today are unpaid; settle one first',
    })
    const known = { trialLimit: 5, openTrials: 6 }
    expect((await manager.consume.getDepartInfo()).result).toMatchObject(known)
    expect((await manager.terminals.snapshot()).result.store).toMatchObject(known)
  })

  it('counts pending and escaped ones, but no settled or cancelled ones and none of members', async () => {
    const [first = '', second = '', third = ''] = await fill()
    const userId = await venue.member({ orgCode: AT, balance: 100_000 })
    await start({ userId })
    await venue.inEveryStore((trx) =>
      trx.updateTable('playRecord').set({ state: 'ESCAPED' }).where('id', '=', first).execute(),
    )
    expect(await refusal(start())).toMatchObject({ code: 'sessions.trialLimit' })
    await manager.playBeforePay.delete({ query: { id: second } })
    await start()
    expect(await refusal(start())).toMatchObject({ code: 'sessions.trialLimit' })
    const body = { id: third, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', userId } as const
    await manager.playBeforePay.settle({ body, key: newId() })
    await start()
    expect(await refusal(start())).toMatchObject({ code: 'sessions.trialLimit' })
  })

  it('returns the result of an earlier start again', async () => {
    const { id: vehicleId } = await venue.vehicle({ orgCode: AT })
    const key = newId()
    await start({ vehicleId }, key)
    for (let guest = 0; guest < 5; guest++) await start()
    expect(await start({ vehicleId }, key)).toBe(key)
  })

  it('ends with the store’s business day', async () => {
    // 03:00 of the next day in Shanghai, an hour before the store's day ends.
    server.clock.set(new Date(new Date(server.clock.now().getTime() + 86_400_000).setUTCHours(19, 0, 0, 0)))
    manager = await server.signIn('manager2')
    const ofDay = (dayStartHour: number) =>
      venue.inEveryStore((trx) => trx.updateTable('store').set({ dayStartHour }).where('orgCode', '=', AT).execute())
    await ofDay(4)
    await fill()
    expect(await refusal(start())).toMatchObject({ code: 'sessions.trialLimit' })
    server.clock.advance(59 * 60_000)
    expect(await refusal(start())).toMatchObject({ code: 'sessions.trialLimit' })
    server.clock.advance(2 * 60_000)
    await start()
    expect((await manager.consume.getDepartInfo()).result.openTrials).toBe(1)
    await ofDay(0)
  })

  it('is a setting of the store; -1 is unlimited', async () => {
    await venue.setTrialLimit(0, AT)
    await start()
    expect(await refusal(start())).toMatchObject({ code: 'sessions.trialLimit', details: { limit: 0 } })
    await venue.setTrialLimit(-1, AT)
    for (let guest = 0; guest < 8; guest++) await start()
  })
})

describe('a ride whose settlement waits for a scanned code', () => {
  const NEVER_PAID = '134567890123456782'
  const guestRule = () => venue.rule({ orgCode: AT, consumeType: 'NOCARDCONSUME', price: 3000 })
  const settle = async (id: string) => {
    const body = { id, consumeType: 'NOCARDCONSUME', consumeVehicleMode: 'circlemode', payCode: NEVER_PAID } as const
    await manager.playBeforePay.settle({ body, key: newId() })
    expect(await venue.rows('playRecord').where('id', id)).toMatchObject([{ state: 'NOPAY' }])
  }

  it('still counts towards the limit of trials', async () => {
    await venue.setTrialLimit(0, AT)
    const { id: ruleId } = await guestRule()
    await settle(await start({ ruleId }))
    expect(await refusal(start({ ruleId }))).toMatchObject({ code: 'sessions.trialLimit', details: { limit: 0 } })
    expect((await manager.consume.getDepartInfo()).result.openTrials).toBe(1)
    await venue.setTrialLimit(-1, AT)
  })

  it('still counts towards the limit of pending rides of members', async () => {
    const { id: ruleId } = await guestRule()
    const userId = await venue.member({ orgCode: AT })
    const open = async () => (await manager.consume.getDepartInfo()).result.openHung
    const before = await open()
    await settle(await start({ ruleId, userId }))
    expect(await open()).toBe(before + 1)
    await venue.setHungLimit(before + 1, AT)
    expect(await refusal(start({ ruleId, userId }))).toMatchObject({ code: 'sessions.hungLimit' })
    await venue.setHungLimit(1000, AT)
  })
})

describe('the seats of a vehicle', () => {
  beforeEach(() => venue.setTrialLimit(-1, AT))

  it('limit the people, and the refusal names the field', async () => {
    const vehicle = await venue.vehicle({ orgCode: AT, name: '双人车', seats: 2 })
    const three = { vehicleId: vehicle.id, people: 3 }
    expect(await refusal(start(three))).toMatchObject({
      code: 'sessions.tooManyPeople',
      message: '双人车 最多坐 2 人',
      details: { field: 'people' },
    })
    expect(await refusal(start(three, newId(), server.client(manager.token, 'en')))).toMatchObject({
      message: '双人车 seats 2 at most',
    })
    await start({ ...three, people: 2 })
  })

  it('are no limit if not entered', async () => {
    const unsaid = await venue.vehicle({ orgCode: AT })
    await start({ vehicleId: unsaid.id, people: 9 })
  })

  it('count one person if the type is for one', async () => {
    const vehicle = await venue.vehicle({ orgCode: AT, seats: 1 })
    await start({ vehicleId: vehicle.id, people: 3, ruleId: demoRule('TESTCARD', AT).id })
  })
})
