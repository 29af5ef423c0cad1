import { beforeEach, describe, expect, it } from 'vitest'
import type { HubRun } from './messages.ts'
import { VehicleReservations } from './vehicle-reservations.ts'

const MINUTE = 60_000
const ids = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'] as const

let now: number
let reservations: VehicleReservations

beforeEach(() => {
  now = Date.parse('2026-03-01T02:00:00Z')
  reservations = new VehicleReservations(() => now)
})

const run = (given: Partial<HubRun> = {}): HubRun => ({
  id: ids[0],
  terminalId: 'T1',
  by: 'T1',
  vehicleId: 'v1',
  racer: '甲',
  startedAt: new Date(now).toISOString(),
  mode: 'timermode',
  minutes: 8,
  settledAt: null,
  at: now,
  ...given,
})

/** A request of another terminal for the same vehicle. */
const request = () => run({ id: ids[1], terminalId: 'T2', by: 'T2' })

describe('a vehicle that another terminal has reserved', () => {
  it('is refused to a cashier who saw it as free, for as long as its ride lasts', () => {
    reservations.record(run())
    expect(reservations.holderFor(request(), null)?.by).toBe('T1')
    now += 7 * MINUTE
    expect(reservations.holderFor(request(), null)?.by).toBe('T1')
    now += MINUTE
    expect(reservations.holderFor(request(), null)).toBeNull()
  })

  it('is free for a cashier who saw the ride, but not within its first two minutes', () => {
    reservations.record(run({ mode: 'circlemode', minutes: 0 }))
    now += MINUTE
    expect(reservations.holderFor(request(), ids[0])?.by).toBe('T1')
    now += 2 * MINUTE
    expect(reservations.holderFor(request(), ids[0])).toBeNull()
    expect(reservations.holderFor(request(), null)?.by).toBe('T1')
  })

  it('is free for the terminal that has it, and for a repeated request of the same start', () => {
    reservations.record(run())
    expect(reservations.holderFor(run({ id: ids[1] }), null)).toBeNull()
    expect(reservations.holderFor(run({ terminalId: 'T2' }), null)).toBeNull()
  })
})

describe('runs that terminals exchange', () => {
  it('records a run once, and as settled once a terminal has reported so', () => {
    expect(reservations.record(run()).runs).toHaveLength(1)
    expect(reservations.record(run()).runs).toEqual([])
    expect(reservations.record(run({ settledAt: now })).runs).toMatchObject([{ settledAt: now }])
    expect(reservations.record(run()).runs).toEqual([])
    expect(reservations.all()).toMatchObject([{ id: ids[0], settledAt: now }])
  })

  it('keeps the later of two runs of a vehicle, in either order', () => {
    reservations.record(run({ id: ids[1], at: now }))
    expect(reservations.record(run({ at: now - MINUTE }))).toEqual({ runs: [], gone: [] })
    expect(reservations.ofVehicle('v1')?.id).toBe(ids[1])
  })

  it('frees a vehicle whose start a terminal never stored when that terminal reconnects', () => {
    reservations.record(run())
    reservations.record(run({ id: ids[1], vehicleId: 'v2' }))
    expect(reservations.syncTerminal('T1', [run({ id: ids[1], vehicleId: 'v2' })]).gone).toEqual([ids[0]])
    expect(reservations.holderFor(request(), null)).toBeNull()
  })

  it('removes runs that the server has ended', () => {
    reservations.record(run({ mode: 'circlemode', settledAt: now }))
    expect(reservations.endedSince(now + MINUTE, () => true)).toEqual([])
    expect(reservations.endedSince(now, () => false)).toEqual([])
    expect(reservations.endedSince(now + MINUTE, () => false)).toEqual([ids[0]])
  })

  it('drops a run after half a day', () => {
    reservations.record(run({ mode: 'circlemode' }))
    now += 13 * 60 * MINUTE
    expect(reservations.all()).toEqual([])
  })
})
