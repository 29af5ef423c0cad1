import { expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { PROVISIONAL_MS } from '#shared/features/rankings/heat.calc.ts'
import { type DrivenRide, reportLap, startHeat } from '#tests/support/venue/driven.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])

const heatOf = async ({ playId }: DrivenRide, by = cashier) =>
  (await by.heats.live()).result.find(({ racers }) => racers.some((one) => one.playId === playId))
const lap = ({ runId }: DrivenRide, number: number, ms: number | null) => reportLap(server, { runId, number, ms })
const places = async (ride: DrivenRide) =>
  (await heatOf(ride))?.racers.map(({ racer, lapsDone, bestMs }) => [racer, lapsDone, bestMs])

it('shows racers who started together in race order, lap by lap', async () => {
  const [one, two] = (await startHeat(venue, cashier, [{ racer: '甲' }, { racer: '乙' }])) as [DrivenRide, DrivenRide]
  expect(await heatOf(one)).toMatchObject({ order: 'laps', state: 'live', isCorrected: false })
  await lap(two, 1, 41_000)
  expect(await places(one)).toEqual([
    ['乙', 1, 41_000],
    ['甲', 0, null],
  ])
  await lap(one, 1, 40_500)
  await lap(one, 1, 40_500)
  expect(await places(one)).toEqual([
    ['甲', 1, 40_500],
    ['乙', 1, 41_000],
  ])
})

it('is provisional when all have ended, shows later corrections, and finally leaves the board', async () => {
  const [one] = (await startHeat(venue, cashier, [{ racer: '丙' }])) as [DrivenRide]
  await lap(one, 1, 40_000)
  await cashier.dispatch.stop({ body: { id: one.runId, now: true } })
  expect(await heatOf(one)).toMatchObject({ state: 'provisional', isCorrected: false })
  const { startedAt = 0 } = (await heatOf(one)) ?? {}
  await reportLap(server, { ...one, number: 2, ms: 39_000, doneAt: new Date(startedAt) })
  expect(await heatOf(one)).toMatchObject({ isCorrected: true, racers: [{ lapsDone: 2, bestMs: 39_000 }] })
  server.clock.advance(PROVISIONAL_MS)
  expect(await heatOf(one)).toBeUndefined()
})

it('keeps a racer who changes vehicles in the heat, with the laps of both', async () => {
  const [one, two] = (await startHeat(venue, cashier, [{ racer: '丁' }, { racer: '戊' }])) as [DrivenRide, DrivenRide]
  await lap(one, 1, 40_000)
  server.clock.advance(1000)
  const { id: vehicleId, name } = await venue.vehicle()
  await cashier.dispatch.swap({ body: { id: one.runId, vehicleId }, key: newId() })
  const [moved] = await venue.rows('run').where('continues', one.runId)
  await lap({ ...one, runId: String(moved?.id) }, 1, 45_000)
  const heat = await heatOf(two)
  expect(heat?.racers).toMatchObject([
    { racer: '丁', vehicleName: name, lapsDone: 2, countCycleNumber: 8, bestMs: 40_000, lastMs: 45_000 },
    { racer: '戊', lapsDone: 0 },
  ])
})

it('is not visible to other stores, or without the permission for the floor', async () => {
  const [one] = (await startHeat(venue, cashier, [{ racer: '己' }])) as [DrivenRide]
  expect(await heatOf(one, await server.signIn('manager2'))).toBeUndefined()
  expect(await codeOf((await server.signIn('partner')).heats.live())).toBe('auth.forbidden')
})
