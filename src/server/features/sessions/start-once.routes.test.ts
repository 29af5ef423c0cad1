import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { businessDay } from '#shared/core/time.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { valueToHold } from '#shared/features/sessions/hold.calc.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue.ts'

let server: TestServer
let venue: Venue
let cashier: TestClient

beforeAll(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  cashier = await server.signIn('cashier')
})
afterAll(() => server.stop())

const add = async (body: Partial<Parameters<Venue['start']>[0]> = {}, key = newId()) =>
  cashier.playBeforePay.add({ body: venue.start({ vehicleId: (await venue.vehicle()).id, ...body }), key })

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no refusal',
    ({ code }) => code,
  )

describe('the function that starts a session', () => {
  it('reserves exactly what the shared calculation says', async () => {
    const amount = fc.integer({ min: 0, max: 99_999_999 })
    const rule = fc.record({
      consumeType: fc.constantFrom(...ConsumeType.options),
      priceMode: fc.constantFrom('one' as const, 'every' as const),
      price: amount,
      integral: amount,
      laps: fc.integer({ min: 0, max: 99 }),
    })
    const cases = fc.sample(fc.tuple(rule, fc.integer({ min: 1, max: 99 })), 2000)
    const { rows } = await server.deps.db.pool.query(
      `select held_money::int8 as money, held_integral::int8 as integral, held_laps::int8 as laps
       from unnest($1::text[], $2::text[], $3::int8[], $4::int8[], $5::int8[], $6::int4[]) with ordinality
         as given (consume_type, price_mode, price, integral, laps, people, place),
         value_to_hold(consume_type, price_mode, price, given.integral, given.laps, people) order by place`,
      [
        cases.map(([one]) => one.consumeType),
        cases.map(([one]) => one.priceMode),
        cases.map(([one]) => one.price),
        cases.map(([one]) => one.integral),
        cases.map(([one]) => one.laps),
        cases.map(([, people]) => people),
      ],
    )
    expect(rows).toEqual(cases.map(([one, people]) => valueToHold(one, people)))
  })

  it('counts the queue of the day that it is by the clock of the store', async () => {
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

  it('leaves one entry in the trail, and none when it is repeated', async () => {
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

  it('keeps no refusal of an offline start whose key stands for another, which has succeeded', async () => {
    const key = newId()
    await add({}, key)
    for (const other of [{ cheshou: '乙' }, { cheshou: '' }]) {
      expect(await codeOf(add({ ...other, offline: true }, key))).toBe('common.keyReused')
    }
    expect(await venue.rows('syncRefusal').where('id', key)).toEqual([])
  })
})
