import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { businessDay } from '#shared/core/time.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { valueToHold } from '#shared/features/sessions/hold.calc.ts'
import type { TestClient } from '#tests/support/server.ts'
import { refusal } from '#tests/support/venue/limited-rules.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE, seen, type Venue } from '#tests/support/venue/venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])

beforeAll(async () => {
  await venue.setHungLimit(1000)
})

const add = async (
  body: Partial<Parameters<Venue['start']>[0]> = {},
  key = newId(),
  client: Pick<TestClient, 'playBeforePay'> = cashier,
) => client.playBeforePay.add({ body: venue.start({ vehicleId: (await venue.vehicle()).id, ...body }), key })

describe('the same start', () => {
  it('sent twice is one start with one result', async () => {
    const body = { vehicleId: (await venue.vehicle()).id }
    const key = newId()
    const first = await add(body, key)
    expect((await add(body, key)).result).toEqual(first.result)
  })

  it('sent ten times concurrently is one ride, one print job and one queue number', async () => {
    const body = { vehicleId: (await venue.vehicle()).id }
    const key = newId()
    const before = (await add({ vehicleId: (await venue.vehicle()).id })).result.paiduiNumber
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(body, key)))
    for (const { result } of answers) expect(result).toEqual(answers[0]?.result)
    expect(answers[0]?.result.paiduiNumber).toBe(before + 1)
    expect(await venue.rows('playRecord').where('id', key)).toHaveLength(1)
    expect(await venue.rows('printJob').where('orderId', key)).toHaveLength(1)
    expect((await add({ vehicleId: (await venue.vehicle()).id })).result.paiduiNumber).toBe(before + 2)
  })

  it('is refused under the same key with another body', async () => {
    const key = newId()
    await add({ vehicleId: (await venue.vehicle()).id }, key)
    const other = add({ vehicleId: (await venue.vehicle()).id }, key)
    expect(await refusal(other)).toMatchObject({ code: 'common.keyReused' })
  })
})

describe('two terminals that start one vehicle concurrently', () => {
  it('never share it: one wins, and the other sees who has it', async () => {
    const terminals = [
      { id: newId(), name: '一号终端', prefix: 'T1' },
      { id: newId(), name: '二号终端', prefix: 'T2' },
    ]
    for (const body of terminals) await cashier.terminals.register({ body })
    for (let round = 0; round < 20; round++) {
      const vehicle = await venue.vehicle()
      const outcomes = await Promise.all(
        terminals.map(async ({ id, name }) => ({
          name,
          outcome: await refusal(add({ vehicleId: vehicle.id, terminalId: id })),
        })),
      )
      const winner = outcomes.find(({ outcome }) => outcome.code === 'no refusal')
      const loser = outcomes.find(({ outcome }) => outcome.code === 'sessions.vehicleTaken')
      expect(loser?.outcome.message).toBe(`${vehicle.name} 已被 ${winner?.name} 占用`)
      expect(await venue.rows('playRecord').where('vehicleId', vehicle.id)).toHaveLength(1)
    }
  })
})

describe('the limit of pending rides of members', () => {
  it('holds under concurrency, and allows one more after a settlement', async () => {
    const manager2 = await server.signIn('manager2')
    const at = 'A01A02'
    const rule = await venue.rule({ orgCode: at, price: 100 })
    const member = await venue.member({ orgCode: at, balance: 100_000 })
    await venue.setHungLimit(5, at)
    const start = async () =>
      add({ vehicleId: (await venue.vehicle({ orgCode: at })).id, ruleId: rule.id, userId: member }, newId(), manager2)
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, start))
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    expect(won).toHaveLength(5)
    expect(await refusal(start())).toMatchObject({
      code: 'sessions.hungLimit',
      message: '未处理挂单已达 5 单，请先处理',
    })
    const guest = { vehicleId: (await venue.vehicle({ orgCode: at })).id, ruleId: rule.id }
    await add(guest, newId(), manager2)
    // The counter predicts it: a walk-in's ride does not count as one of the five.
    const known = { hungOrderLimit: 5, openHung: 5 }
    expect((await manager2.consume.getDepartInfo()).result).toMatchObject(known)
    expect((await manager2.terminals.snapshot()).result.store).toMatchObject(known)
    await manager2.playBeforePay.delete({ query: { id: won[0]?.value.result.id ?? '' } })
    await start()
    expect((await seen(manager2, member)).availableBalance).toBe(1000 - 5)
  })
})

describe('the SQL function of a start', () => {
  it('reserves exactly what the shared calculation says', async () => {
    const amount = fc.integer({ min: 0, max: 99_999_999 })
    const rule = fc.record({
      consumeType: fc.constantFrom(...ConsumeType.options),
      priceMode: fc.constantFrom('one' as const, 'every' as const),
      price: amount,
      integral: amount,
      laps: fc.integer({ min: 0, max: 99 }),
      coins: fc.integer({ min: 0, max: 9999 }),
    })
    const cases = fc.sample(fc.tuple(rule, fc.integer({ min: 1, max: 99 })), 2000)
    const { rows } = await server.deps.db.pool.query(
      `select held_money::int8 as money, held_integral::int8 as integral, held_laps::int8 as laps,
         held_coins::int8 as coins, held_give::int8 as give
       from unnest($1::text[], $2::text[], $3::int8[], $4::int8[], $5::int8[], $6::int4[], $7::int8[]) with ordinality
         as given (consume_type, price_mode, price, integral, laps, people, coins, place),
         value_to_hold(consume_type, price_mode, price, given.integral, given.laps, given.coins, people) order by place`,
      [
        cases.map(([one]) => one.consumeType),
        cases.map(([one]) => one.priceMode),
        cases.map(([one]) => one.price),
        cases.map(([one]) => one.integral),
        cases.map(([one]) => one.laps),
        cases.map(([, people]) => people),
        cases.map(([one]) => one.coins),
      ],
    )
    expect(rows).toEqual(cases.map(([one, people]) => valueToHold(one, people)))
  })

  it('counts the queue by the store’s business day', async () => {
    const store = (set: { timeZone: string; dayStartHour: number }) =>
      venue.inEveryStore((trx) => trx.updateTable('store').set(set).where('orgCode', '=', STORE).execute())
    try {
      for (const timeZone of ['Asia/Shanghai', 'America/New_York', 'Pacific/Auckland']) {
        for (const dayStartHour of [0, 6]) {
          await store({ timeZone, dayStartHour })
          for (let hour = 0; hour < 24; hour += 4) {
            server.clock.advance(4 * 3_600_000)
            const { result } = await add()
            const day = businessDay(server.clock.now(), timeZone, dayStartHour)
            expect(await venue.rows('queueEntry').where('playId', result.id)).toMatchObject([{ businessDay: day }])
          }
        }
      }
    } finally {
      await store({ timeZone: 'Asia/Shanghai', dayStartHour: 0 })
    }
  })

  it('adds one audit entry, and none when repeated', async () => {
    const key = newId()
    const { id: vehicleId } = await venue.vehicle()
    const body = { vehicleId, remark: '靠窗' }
    await add(body, key)
    await add(body, key)
    expect(await venue.rows('auditEntry').where('recordId', key)).toMatchObject([
      {
        orgCode: STORE,
        userId: cashier.user.id,
        method: 'POST',
        action: '/playbeforepay/sysPlayBeforePay/add',
        recordKind: '/playbeforepay/sysPlayBeforePay',
        request: { vehicleId, remark: '靠窗' },
        costMs: expect.any(Number),
      },
    ])
  })

  it('stores no refusal of an offline start whose key belongs to another successful one', async () => {
    const key = newId()
    await add({}, key)
    for (const other of [{ racer: '乙' }, { racer: '' }]) {
      expect(await codeOf(add({ ...other, offline: true }, key))).toBe('common.keyReused')
    }
    expect(await venue.rows('syncRefusal').where('id', key)).toEqual([])
  })
})
