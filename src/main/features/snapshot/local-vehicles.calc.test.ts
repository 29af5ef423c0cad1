import { expect, it } from 'vitest'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import { type LocalRun, withLocalRuns } from './local-vehicles.calc.ts'

const START = '2026-03-01T02:00:00.000Z'
const minutesLater = (minutes: number): Date => new Date(Date.parse(START) + minutes * 60_000)

const vehicle = (given: Partial<Vehicle> = {}): Vehicle => ({
  id: 'v1',
  sysOrgCode: 'A01A01',
  name: '1 号车',
  cardName: '',
  vehicleType: 'kart',
  deviceType: 'VEHICLE',
  isConnecte: 'YES',
  seats: 0,
  state: 'idle',
  condition: 'ready',
  upkeep: 'ok',
  indexNumber: 1,
  defaultMode: '',
  defaultLaps: 0,
  defaultMinutes: 0,
  runId: '',
  racer: null,
  startedAt: null,
  endsAt: null,
  ...given,
})

const run = (given: Partial<LocalRun> = {}): LocalRun => ({
  vehicleId: 'v1',
  racer: '甲',
  startedAt: START,
  mode: 'timermode',
  minutes: 8,
  ...given,
})

it('shows a run of this terminal until its time is over', () => {
  expect(withLocalRuns([vehicle()], [run()], minutesLater(7))).toMatchObject([
    { state: 'inUse', racer: '甲', startedAt: '2026-03-01 10:00:00', endsAt: '2026-03-01 10:08:00' },
  ])
  expect(withLocalRuns([vehicle()], [run()], minutesLater(8))).toEqual([vehicle()])
})

it('shows a lap run for as long as the server does not know of it', () => {
  const [seen] = withLocalRuns([vehicle()], [run({ mode: 'circlemode' })], minutesLater(600))
  expect(seen).toMatchObject({ state: 'inUse', endsAt: null })
})

it('lets the later of two runs of one vehicle count', () => {
  const second = run({ racer: '乙', startedAt: minutesLater(9).toISOString() })
  expect(withLocalRuns([vehicle()], [run(), second], minutesLater(10))).toMatchObject([{ state: 'inUse', racer: '乙' }])
})

it('shows what the server has started later on the vehicle of a run that it refused', () => {
  const taken = vehicle({ state: 'inUse', racer: '丙', startedAt: '2026-03-01 10:05:00', endsAt: null })
  expect(withLocalRuns([taken], [run({ mode: 'circlemode' })], minutesLater(6))).toEqual([taken])
})

it('frees a vehicle whose timed run the server started and nobody has reported over', () => {
  const busy = vehicle({ state: 'inUse', racer: '丙', startedAt: '2026-03-01 10:00:00', endsAt: '2026-03-01 10:08:00' })
  expect(withLocalRuns([busy], [], minutesLater(7))).toEqual([busy])
  expect(withLocalRuns([busy], [], minutesLater(8))).toEqual([vehicle()])
})

it('leaves other vehicles and scrapped ones alone', () => {
  const others = [vehicle({ id: 'v2' }), vehicle({ state: 'scrapped' })]
  expect(withLocalRuns(others, [run()], minutesLater(1))).toEqual(others)
})

it('shows a vehicle that is to be out of service after its run so when the run is over', () => {
  const leaving = vehicle({
    state: 'inUse',
    condition: 'maintenance',
    startedAt: '2026-03-01 10:00:00',
    endsAt: '2026-03-01 10:08:00',
  })
  expect(withLocalRuns([leaving], [], minutesLater(7))).toEqual([leaving])
  expect(withLocalRuns([leaving], [], minutesLater(8))).toMatchObject([{ state: 'maintenance' }])
})
