import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import { daysAfter } from '#shared/core/time.ts'
import type { FigureGroup } from '#shared/features/statistics/statistics.contract.ts'
import type { TestClient } from '#tests/support/server.ts'
import { reportLap } from '#tests/support/venue/driven.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { rollUpFigures } from './rollup.job.ts'

const { server, venue } = await testVenue()

/** On a day without other rides. */
const at = (time: string, day = '2031-05-06') => new Date(`${day}T${time}:00+08:00`)
let manager: TestClient
const signIn = async () => {
  manager = await server.signIn('manager', STORE)
}

beforeAll(async () => {
  server.clock.set(at('12:10'))
  await signIn()
  await venue.setHungLimit(1000)
})

const figuresBy = async (by: FigureGroup, day: string) =>
  (await manager.statistics.figures({ query: { by, period: 'range', from: day, until: day } })).result

describe('laps driven', () => {
  const TODAY = '2031-05-06'

  async function start(laps = 5) {
    const { id: ruleId } = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 0, laps })
    const { id: vehicleId } = await venue.vehicle({ vehicleType: '竞速车' })
    const body = venue.start({ ruleId, vehicleId, consumeVehicleMode: 'circlemode', userId: '' })
    const { result } = await manager.playBeforePay.add({ key: newId(), body })
    return { playId: result.id, runId: result.gameLogId, vehicleId }
  }
  const laps = (runId: string, ...numbers: number[]) =>
    Promise.all(numbers.map((number) => reportLap(server, { runId, number, ms: 30_000 + number })))
  const stop = (id: string) => manager.dispatch.stop({ body: { id, now: true } })
  const ofVehicle = async (id: string) =>
    (await figuresBy('vehicle', TODAY)).rows.find(({ key }) => key === id)?.now.drivenLaps
  const upkeepOf = async (vehicleId: string) =>
    (await manager.upkeep.listDue({ query: { vehicleId } })).result.records.map(({ used }) => used)

  it('are those counted, of a run that is stopped or swapped, and of one with a late lap', async () => {
    await manager.upkeepPlans.add({ body: { name: '胎', unit: 'laps', every: 100 } })
    const stopped = await start(5)
    await laps(stopped.runId, 1, 2)
    expect(await ofVehicle(stopped.vehicleId)).toBe(0)
    server.clock.advance(60_000)
    await stop(stopped.runId)
    expect(await ofVehicle(stopped.vehicleId)).toBe(2)
    expect(await upkeepOf(stopped.vehicleId)).toEqual([2])

    const swapped = await start(10)
    await laps(swapped.runId, 1, 2, 3, 4)
    const { id: other } = await venue.vehicle({ vehicleType: '竞速车' })
    const rest = await manager.dispatch.swap({ body: { id: swapped.runId, vehicleId: other }, key: newId() })
    await laps(rest.result.run?.id ?? '', 1, 2, 3, 4, 5, 6)
    expect([await ofVehicle(swapped.vehicleId), await ofVehicle(other)]).toEqual([4, 6])

    // A lap that was driven in time arrives after the end, twice at once and again.
    const doneAt = new Date(server.clock.now().getTime() - 1000)
    server.clock.advance(90_000)
    const late = () =>
      reportLap(server, { runId: stopped.runId, number: 3, ms: 31_000, doneAt: new Date(doneAt.getTime() - 1000) })
    await Promise.all([late(), late()])
    await late()
    expect(await ofVehicle(stopped.vehicleId)).toBe(3)
    expect(await upkeepOf(stopped.vehicleId)).toEqual([3])
    for (const by of ['day', 'hour', 'store', 'vehicle'] as const)
      expect([by, (await figuresBy(by, TODAY)).total.now.drivenLaps]).toEqual([by, 13])
  })

  it('leave with a ride that turns out to be a test drive, also while a late lap arrives', async () => {
    const before = (await figuresBy('day', TODAY)).total.now
    const { runId, playId, vehicleId } = await start(5)
    await laps(runId, 1)
    const doneAt = server.clock.now()
    server.clock.advance(1000)
    await stop(runId)
    const retype = (type: string) =>
      venue.inEveryStore((trx) => sql`update play_record set consume_type = ${type} where id = ${playId}`.execute(trx))
    await Promise.all([retype('TESTCARD'), reportLap(server, { runId, number: 2, ms: 30_000, doneAt })])
    expect(await ofVehicle(vehicleId)).toBe(0)
    expect((await figuresBy('day', TODAY)).total.now).toEqual({ ...before, tests: before.tests + 1 })
    await Promise.all([retype('NOCARDCONSUME'), reportLap(server, { runId, number: 3, ms: 30_000, doneAt })])
    expect(await ofVehicle(vehicleId)).toBe(3)
  })
})

describe('a ride that a terminal sends late', () => {
  const DAY = '2031-06-10'
  const PRICE = 6800

  it('is in one hour with its order and money, on the same day and later', async () => {
    const now = () => server.clock.now().getTime()
    server.clock.set(at('09:00', DAY))
    await signIn()
    const terminal = await enrolledTerminal(server, manager, { now })
    const send = async (startedAt: Date) => {
      const { id: ruleId } = await venue.rule({ consumeType: 'NOCARDCONSUME', price: PRICE })
      const { id: vehicleId } = await venue.vehicle()
      const paid = { id: newId(), by: 'cash', amount: PRICE / 100, deposit: 0, statement: '' } as const
      const late = { startedAt: startedAt.toISOString(), terminalTicket: 'T1-001', offline: true, paid }
      await terminal
        .with(manager)
        .playBeforePay.add({ key: newId(), body: venue.start({ ruleId, vehicleId, ...late }) })
    }
    server.clock.set(at('12:20', DAY))
    await send(at('10:10', DAY))
    const hours = async () =>
      (await figuresBy('hour', DAY)).rows.map(({ key, now: { guests, orders, sessions } }) => [
        key,
        guests,
        orders,
        sessions,
      ])
    expect(await hours()).toEqual([['10', 68, 1, 1]])
    server.clock.set(at('09:30', daysAfter(DAY, 1)))
    await signIn()
    await send(at('11:10', DAY))
    const both = [
      ['10', 68, 1, 1],
      ['11', 68, 1, 1],
    ]
    expect(await hours()).toEqual(both)
    await rollUpFigures(server.deps)
    expect(await hours()).toEqual(both)
    // A week later it is compared in every grouping as in its hour.
    for (const [time, guests] of [
      ['10:05', 0],
      ['10:30', 68],
      ['11:30', 136],
    ] as const) {
      server.clock.set(at(time, daysAfter(DAY, 7)))
      await signIn()
      for (const by of ['day', 'hour', 'type', 'rule', 'cashier', 'store', 'vehicle'] as const) {
        const { total } = (await manager.statistics.figures({ query: { by, period: 'today' } })).result
        expect([time, by, total.before.guests]).toEqual([time, by, guests])
        if (by !== 'vehicle') expect([time, by, total.before.orders]).toEqual([time, by, guests / 68])
      }
    }
  })
})

it('figures stored by an earlier release become those of this one', async () => {
  const text = await readFile(
    new URL('../../db/migrations/0264-laps-driven-and-hours-of-charges.sql', import.meta.url),
    'utf8',
  )
  await rollUpFigures(server.deps)
  const stored = async () => [
    await venue.inEveryStore((trx) =>
      sql`select * from vehicle_hour where laps <> 0 order by vehicle_id, day, hour`
        .execute(trx)
        .then(({ rows }) => rows),
    ),
    await venue.inEveryStore((trx) =>
      sql`select day, item, cash, orders from day_figure where dimension = 'hour' and day >= '2031-01-01' and (cash <> 0 or orders <> 0)
        order by org_code, day, item`
        .execute(trx)
        .then(({ rows }) => rows),
    ),
  ]
  const live = await stored()
  const asOwner = (...statements: string[]) =>
    withClient(server.database.ownerUrl, async (owner) => {
      await owner.query(
        `begin; select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true)`,
      )
      for (const statement of statements) await owner.query(statement)
      await owner.query('commit')
    })
  const runsOfHour = `run g join store s on s.org_code = g.org_code where g.state = 'ENDED' and g.vehicle_id = h.vehicle_id
    and g.org_code = h.org_code and business_day(g.org_code, g.started_at) = h.day
    and to_char(g.started_at at time zone s.time_zone, 'HH24') = h.hour and not is_test_run(g.play_id, g.org_code)`
  const hour = (from: string, to: string) =>
    `with moved as (
        update day_figure f set cash = f.cash - 6800 where dimension = 'hour' and day = '2031-06-10' and item = '${from}' and org_code = '${STORE}'
        returning f.*
      ) insert into day_figure select r.* from moved m cross join lateral jsonb_populate_record(null::day_figure,
        to_jsonb(m) || '{"item": "${to}", "cash": 6800, "orders": 0, "people": 0}') r`
  await asOwner(
    `update vehicle_hour h set laps = coalesce((select sum(g.laps) from ${runsOfHour}), 0)`,
    hour('10', '12'),
    hour('11', ''),
  )
  expect(await stored()).not.toEqual(live)
  await asOwner(text)
  expect(await stored()).toEqual(live)
})
