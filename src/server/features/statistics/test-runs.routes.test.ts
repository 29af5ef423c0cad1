import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { bestsOnScreen } from '#server/features/rankings/index.ts'
import { makeDailyReports } from '#server/features/reports/daily-report.job.ts'
import { newId } from '#shared/core/id.ts'
import { FigureGroup, type Figures } from '#shared/features/statistics/statistics.contract.ts'
import type { TestClient } from '#tests/support/server.ts'
import { reportLap } from '#tests/support/venue/driven.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { rollUpFigures } from './rollup.job.ts'

const { server, venue } = await testVenue()

let manager: TestClient

beforeAll(async () => {
  // Away from day and hour boundaries, on a day without other sales.
  server.clock.set(new Date('2031-05-06T04:10:00Z'))
  manager = await server.signIn('manager', STORE)
})

/** A ride of three minutes, paid or a test drive. */
async function ride(consumeType: 'NOCARDCONSUME' | 'TESTCARD', ms: number): Promise<{ rule: string }> {
  const { id: rule } = await venue.rule({ consumeType, price: consumeType === 'TESTCARD' ? 0 : 6800, laps: 5 })
  const { id: vehicleId } = await venue.vehicle({ vehicleType: '竞速车' })
  const body = {
    consumeType,
    consumeVehicleMode: 'circlemode',
    consumePayMode: 'cash',
    sysDepartConsumeRoleId: rule,
    racer: consumeType,
    vehicleId,
  } as const
  const { result } = await manager.consume.add({ key: newId(), body })
  const runId = String(result.plays[0]?.gameLogId)
  for (const number of [1, 2]) await reportLap(server, { runId, number, ms: ms + number })
  server.clock.advance(3 * 60_000)
  await manager.dispatch.stop({ body: { id: runId, now: true } })
  return { rule }
}

async function figures() {
  const found: Record<string, Record<string, Figures>> = {}
  for (const by of FigureGroup.options) {
    const { rows, total } = (await manager.statistics.figures({ query: { by, period: 'today' } })).result
    found[by] = Object.fromEntries([...rows.map(({ key, now }) => [key, now] as const), ['total', total.now]])
  }
  return found
}
const without = (all: Awaited<ReturnType<typeof figures>>) =>
  JSON.parse(
    JSON.stringify(all, (name, value) => (name === 'tests' ? 0 : value)),
    // Groups with only test drives are omitted.
    (_, value) => (isEmpty(value) ? undefined : value),
  )
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => one === 0)

it('counts a test drive only as a test drive', async () => {
  await ride('NOCARDCONSUME', 30_000)
  const [before, sums, today] = [await figures(), await orderSums(), await startsToday()]
  const { rule } = await ride('TESTCARD', 20_000)
  for (const isFolded of [false, true]) {
    if (isFolded) await rollUpFigures(server.deps)
    const after = await figures()
    expect(without(after)).toEqual(without(before))
    expect(after.day?.total).toMatchObject({ tests: 1, orders: 1, people: 1, sessions: 1, minutes: 3 })
    for (const by of ['hour', 'store', 'vehicle']) expect(after[by]?.total?.tests).toBe(1)
  }
  expect(await orderSums()).toEqual({ ...sums, tests: sums.tests + 1 })
  expect(await startsToday()).toBe(today)

  const { result: boards } = await manager.rankings.boards({ query: {} })
  expect(boards.map(({ ruleId }) => ruleId)).not.toContain(rule)
  const shown = await venue.inEveryStore((trx) => bestsOnScreen(trx, STORE, server.clock.now(), 10))
  expect(shown.map(({ racer }) => racer)).toEqual(['NOCARDCONSUME'])
})

it('counts active test drives as tests, and those of an edited ride as its new type', async () => {
  const before = (await figures()).day?.total
  const { id: ruleId } = await venue.rule({ consumeType: 'TESTCARD', price: 0 })
  const { id: vehicleId } = await venue.vehicle()
  const { result: play } = await manager.playBeforePay.add({
    key: newId(),
    body: venue.start({ ruleId, vehicleId, racer: '试车' }),
  })
  expect((await figures()).day?.total).toEqual({ ...before, tests: (before?.tests ?? 0) + 1 })
  server.clock.advance(5 * 60_000)
  await manager.dispatch.stop({ body: { id: play.gameLogId, now: true } })
  expect((await figures()).day?.total).toEqual({ ...before, tests: (before?.tests ?? 0) + 1 })
  await venue.inEveryStore((trx) =>
    sql`update play_record set consume_type = 'BALANCE' where id = ${play.id}`.execute(trx),
  )
  const { sessions = 0, minutes = 0, tests } = before ?? {}
  expect((await figures()).day?.total).toMatchObject({ tests, sessions: sessions + 1, minutes: minutes + 5 })
})

it('lists test drives separately in the daily report', async () => {
  const { total } = (await manager.statistics.figures({ query: { period: 'today' } })).result
  server.clock.advance(86_400_000)
  manager = await server.signIn('manager', STORE)
  await makeDailyReports(server.deps, 1)
  const [row] = (await manager.dailyReports.list({ query: { pageSize: 1 } })).result.records
  const { orders, sessions, tests, rechargeOrders } = total.now
  expect(row).toMatchObject({ orders: orders + rechargeOrders, sessions, tests })
  expect(tests).toBe(1)
})

const orderSums = async () =>
  (await manager.consumeOrders.sums({ query: { createTime_begin: '2031-05-06', createTime_end: '2031-05-06' } })).result
const startsToday = async () => (await manager.playBeforePay.today({})).result.starts
