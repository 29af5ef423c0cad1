import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { chargeCalls } from '#tests/support/venue/charge-calls.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const now = () => server.clock.now().getTime()
const terminal = await enrolledTerminal(server, manager, { now })

const REFUSED = 'sessions.ruleOncePeople'

beforeAll(async () => {
  await venue.setTrialLimit(-1)
  await venue.setHungLimit(1000)
})

const family = (given: object = {}) => venue.rule({ priceMode: 'one', oncePeople: 3, price: 5000, ...given })
const record = async (id: string) => (await venue.rows('playRecord').where('id', id))[0]

interface Ride {
  ruleId: string
  people: number
  usageMode?: 'immediate' | 'lineup'
}

async function charge({ ruleId, people, usageMode = 'immediate' }: Ride, userId?: string) {
  const vehicleId = usageMode === 'lineup' ? '' : (await venue.vehicle()).id
  const ride = { consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', racer: '车手', usageMode, people } as const
  const body = { ...ride, vehicleId, userId: userId ?? (await venue.member({ balance: 100_000 })) }
  return cashier.consume.add({ body: { ...body, sysDepartConsumeRoleId: ruleId }, key: newId() })
}

async function start({ ruleId, people }: Ride, more: object = {}, by: Pick<TestClient, 'playBeforePay'> = cashier) {
  const { id: vehicleId } = await venue.vehicle()
  const { result } = await by.playBeforePay.add({
    body: venue.start({ ruleId, people, vehicleId, ...more }),
    key: newId(),
  })
  return result
}

describe('a rule that charges once', () => {
  it('applies to the number of people it allows, started or queued, and names the field', async () => {
    const { id: ruleId } = await family({ name: '亲子车' })
    for (const usageMode of ['immediate', 'lineup'] as const) {
      const userId = await venue.member({ balance: 100_000 })
      await charge({ ruleId, people: 3, usageMode }, userId)
      await expect(charge({ ruleId, people: 4, usageMode }, userId)).rejects.toMatchObject({
        code: REFUSED,
        details: { field: 'people', rule: '亲子车', limit: 3 },
      })
      expect((await venue.wallets(userId)).balance?.value).toBe(95_000)
    }
    const body = {
      consumeType: 'BALANCE',
      consumePayMode: 'wechat',
      sysDepartConsumeRoleId: ruleId,
      people: 4,
      userId: await venue.member({ balance: 100_000 }),
      vehicleId: (await venue.vehicle()).id,
    } as const
    expect((await cashier.consume.quote({ query: body as never })).result.refusal?.code).toBe(REFUSED)
  })

  it('has no limit with -1, or if it charges each person', async () => {
    await charge({ ruleId: (await family({ oncePeople: -1 })).id, people: 9 })
    await charge({ ruleId: (await family({ priceMode: 'every' })).id, people: 5 })
  })

  it('holds under concurrency, in batches and single calls', async () => {
    const calls = chargeCalls(server, venue, cashier)
    const rides = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        calls.ride({ rule: { priceMode: 'one', oncePeople: 3 }, people: index % 2 ? 3 : 4 }),
      ),
    )
    const done = Object.keys(await calls.together(...rides))
    expect(done.sort()).toEqual(
      rides
        .filter(({ people }) => people === 3)
        .map(({ key }) => key)
        .sort(),
    )
    const { id: ruleId } = await family()
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => codeOf(charge({ ruleId, people: index % 2 ? 3 : 4 }))),
    )
    expect(codes.filter((code) => code === REFUSED)).toHaveLength(10)
  })

  it('holds for pending rides, and for the rule of an edit', async () => {
    const { id: ruleId } = await family()
    expect(await codeOf(start({ ruleId, people: 4 }))).toBe(REFUSED)
    await start({ ruleId, people: 3 })
    const { id } = await start({ ruleId: (await family({ oncePeople: -1 })).id, people: 4 })
    const moved = manager.playBeforePay.edit({ body: { id, ruleId, consumeType: 'BALANCE', racer: '车手' } })
    await expect(moved).rejects.toMatchObject({ code: REFUSED, details: { field: 'ruleId' } })
  })

  it('accepts an offline ride, and marks what it exceeds', async () => {
    const { id: ruleId } = await family()
    const offline = {
      offline: true,
      terminalTicket: 'T1-001',
      startedAt: new Date(server.clock.now().getTime() - 60_000).toISOString(),
    }
    const { id } = await start({ ruleId, people: 4 }, offline, terminal.with(cashier))
    expect(await record(id)).toMatchObject({ people: 4, ruleConflict: REFUSED })
    const paid = { id: newId(), by: 'cash', amount: 50, deposit: 0, statement: '' }
    const sold = await start(
      { ruleId, people: 4 },
      { ...offline, terminalTicket: 'T1-002', paid },
      terminal.with(cashier),
    )
    expect(await record(sold.id)).toMatchObject({ people: 4, ruleConflict: REFUSED, state: 'CONSUMED' })
  })
})

describe('the form of a rule', () => {
  const add = async (given: object) => {
    const name = newId()
    const body = { consumeRoleName: name, consumeTypeRole: 'BALANCE', price: 50, countCycleNumber: 5, ...given }
    await manager.consumeRules.add({ body: body as never })
    return (await manager.consumeRules.list({ query: { consumeRoleName: name } })).result.records[0]
  }

  it('stores the number of people only if the rule charges once', async () => {
    expect(await add({ priceMode: 'one', oncePeople: 4 })).toMatchObject({ priceMode: 'one', oncePeople: 4 })
    expect(await add({ priceMode: 'every', oncePeople: 4 })).toMatchObject({ priceMode: 'every', oncePeople: -1 })
    await expect(add({ priceMode: 'one', oncePeople: 0 })).rejects.toMatchObject({ details: { field: 'oncePeople' } })
  })
})
