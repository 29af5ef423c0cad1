import { describe, expect, it } from 'vitest'
import { fromWireTime } from '#shared/core/time.ts'
import type { FloorEntry, FloorRun, FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'
import {
  bestVehicle,
  byUrgency,
  clockText,
  groupsOf,
  isFree,
  runClock,
  stepVehicle,
  stillPossible,
  withPlanned,
} from './floor.calc.ts'

const run = (given: Partial<FloorRun> = {}): FloorRun => ({
  id: 'run',
  playId: 'play',
  ticketNo: 'A001',
  racer: 'racer',
  people: 1,
  roleName: 'rule',
  consumeVehicleMode: 'timermode',
  startTime: '2026-05-01 12:00:00',
  dueTime: '2026-05-01 12:10:00',
  endTime: '2026-05-01 12:10:30',
  countCycleNumber: 0,
  lapsDone: 0,
  lastLapTime: null,
  extended: 0,
  slowed: false,
  stoppedBy: '',
  ...given,
})
const vehicle = (id: string, given: Partial<FloorVehicle> = {}): FloorVehicle => ({
  id,
  sysOrgCode: 'A01A01',
  name: id,
  vehicleType: '',
  seats: 1,
  state: 'idle',
  condition: 'ready',
  conditionReason: '',
  upkeep: 'ok',
  isConnecte: 'YES',
  powered: null,
  battery: null,
  fault: '',
  keptBy: '',
  isStopped: false,
  run: null,
  ...given,
})
const entry = (id: string, given: Partial<FloorEntry> = {}): FloorEntry => ({
  id,
  sysOrgCode: 'A01A01',
  ticketNo: id,
  racer: '',
  people: 1,
  roleName: '',
  consumeVehicleMode: 'timermode',
  countCycleNumber: 0,
  duration: 10,
  vehicleId: null,
  state: 'WAITING',
  createTime: '2026-05-01 12:00:00',
  groupId: null,
  ...given,
})
const at = (time: string) => fromWireTime(`2026-05-01 ${time}`).getTime()

describe('a run', () => {
  it.each([
    ['12:00:00', 'running', 600, 'left'],
    ['12:09:00', 'soon', 60, 'left'],
    ['12:10:00', 'comingBack', 30, 'untilBack'],
    ['12:10:35', 'over', 5, 'over'],
  ] as const)('by time is at %s %s', (time, phase, seconds, counts) => {
    expect(runClock(run(), at(time), null)).toMatchObject({ phase, seconds, counts })
  })

  it('by laps shows its driving time, and is overdue after a quarter more than usual', () => {
    const laps = run({ consumeVehicleMode: 'circlemode', dueTime: null, endTime: null, countCycleNumber: 4 })
    expect(runClock(laps, at('12:30:00'), null)).toEqual({
      phase: 'running',
      seconds: 1800,
      counts: 'sinceStart',
      share: 0,
    })
    expect(runClock(laps, at('12:02:00'), 60)).toMatchObject({ phase: 'running', share: 0.5 })
    expect(runClock({ ...laps, lapsDone: 3 }, at('12:03:00'), 60)).toMatchObject({ phase: 'soon', share: 0.75 })
    expect(runClock(laps, at('12:05:00'), 60)).toMatchObject({ phase: 'running' })
    expect(runClock(laps, at('12:05:07'), 60)).toMatchObject({ phase: 'over', seconds: 7, counts: 'over' })
  })

  it('sorts by urgency', () => {
    const fleet = [
      vehicle('idle'),
      vehicle('long', { run: run() }),
      vehicle('back', { run: run({ dueTime: '2026-05-01 12:02:00', endTime: '2026-05-01 12:04:00' }) }),
      vehicle('soon', { run: run({ dueTime: '2026-05-01 12:03:30' }) }),
      vehicle('over', { run: run({ dueTime: '2026-05-01 12:01:00', endTime: '2026-05-01 12:01:00' }) }),
    ]
    expect(byUrgency(fleet, at('12:03:00'), null).map(({ id }) => id)).toEqual(['over', 'back', 'soon', 'long'])
  })

  it('formats its time as a clock', () => {
    expect([0, 65, 3905].map(clockText)).toEqual(['0:00', '1:05', '1:05:05'])
  })
})

describe('a plan', () => {
  const fleet = [
    vehicle('low', { battery: 12 }),
    vehicle('busy', { state: 'inUse' }),
    vehicle('two', { seats: 2 }),
    vehicle('overdue', { upkeep: 'overdue' }),
    vehicle('elsewhere', { sysOrgCode: 'A01A02' }),
  ]

  it('proposes the sold vehicle, else the best free one with enough seats', () => {
    expect(bestVehicle(entry('a'), fleet, [], [])?.id).toBe('two')
    expect(bestVehicle(entry('a', { vehicleId: 'overdue' }), fleet, [], [])?.id).toBe('overdue')
    expect(bestVehicle(entry('a', { vehicleId: 'busy' }), fleet, [], [])?.id).toBe('two')
    const plan = [{ entryId: 'a', vehicleId: 'two' }]
    expect(bestVehicle(entry('b'), fleet, plan, [])?.id).toBe('low')
    expect(bestVehicle(entry('b', { people: 2 }), fleet, plan, [])).toBeNull()
    expect(bestVehicle(entry('b', { people: 3 }), fleet, [], [])).toBeNull()
  })

  it('avoids a vehicle that a queue entry has requested, while another is equal', () => {
    const line = [entry('a'), entry('b', { vehicleId: 'one' })]
    expect(bestVehicle(entry('a'), [vehicle('one'), vehicle('other')], [], line)?.id).toBe('other')
    expect(bestVehicle(entry('a'), [vehicle('one'), vehicle('low', { battery: 12 })], [], line)?.id).toBe('one')
  })

  it('has each ride and vehicle once, and nothing that another screen has started', () => {
    const plan = withPlanned([{ entryId: 'a', vehicleId: 'two' }], { entryId: 'b', vehicleId: 'two' })
    expect(plan).toEqual([{ entryId: 'b', vehicleId: 'two' }])
    expect(stillPossible(plan, [entry('b')], fleet)).toEqual(plan)
    expect(stillPossible(plan, [entry('a')], fleet)).toEqual([])
    expect(stillPossible(plan, [entry('b')], [vehicle('two', { state: 'inUse' })])).toEqual([])
  })

  it('moves a ride over the free vehicles, and wraps around', () => {
    const step = (plan: { entryId: string; vehicleId: string }[], by: 1 | -1) =>
      stepVehicle(plan, entry('a'), fleet, by).find(({ entryId }) => entryId === 'a')?.vehicleId
    expect(step([{ entryId: 'a', vehicleId: 'two' }], 1)).toBe('overdue')
    expect(step([{ entryId: 'a', vehicleId: 'overdue' }], 1)).toBe('low')
    expect(
      step(
        [
          { entryId: 'b', vehicleId: 'low' },
          { entryId: 'a', vehicleId: 'two' },
        ],
        -1,
      ),
    ).toBe('overdue')
  })

  it('groups rides by order', () => {
    const line = [entry('a', { groupId: 'g' }), entry('b'), entry('c', { groupId: 'g' })]
    expect(groupsOf(line).map(({ members }) => members.map(({ index }) => index))).toEqual([[0, 2], [1]])
  })
})

describe('an emergency stop', () => {
  it('makes no vehicle free and plans no start on one', () => {
    const [stopped, free] = [vehicle('a', { isStopped: true }), vehicle('b')]
    expect([stopped, free].filter(isFree)).toEqual([free])
    expect(bestVehicle(entry('1', { vehicleId: 'a' }), [stopped, free], [], [])).toBe(free)
    expect(stillPossible([{ entryId: '1', vehicleId: 'a' }], [entry('1')], [stopped, free])).toEqual([])
  })
})
