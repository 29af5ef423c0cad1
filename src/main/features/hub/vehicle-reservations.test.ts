import { beforeEach, describe, expect, it } from 'vitest'
import type { HubRun } from './messages.ts'
import { VehicleReservations } from './vehicle-reservations.ts'

const MINUTE = 60_000
const ids = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'] as const

let now: number
let board: VehicleReservations

beforeEach(() => {
  now = Date.parse('2026-03-01T02:00:00Z')
  board = new VehicleReservations(() => now)
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

/** The same vehicle, as another terminal wants it. */
const wanted = () => run({ id: ids[1], terminalId: 'T2', by: 'T2' })

describe('a vehicle that another terminal has', () => {
  it('is not had by a cashier who saw it free, for as long as its ride lasts', () => {
    board.record(run())
    expect(board.holderFor(wanted(), null)?.by).toBe('T1')
    now += 7 * MINUTE
    expect(board.holderFor(wanted(), null)?.by).toBe('T1')
    now += MINUTE
    expect(board.holderFor(wanted(), null)).toBeNull()
  })

  it('is back when a cashier who sees the ride says so, and not within its first two minutes', () => {
    board.record(run({ mode: 'circlemode', minutes: 0 }))
    now += MINUTE
    expect(board.holderFor(wanted(), ids[0])?.by).toBe('T1')
    now += 2 * MINUTE
    expect(board.holderFor(wanted(), ids[0])).toBeNull()
    expect(board.holderFor(wanted(), null)?.by).toBe('T1')
  })

  it('is no obstacle to the terminal itself, nor to the same start asked for again', () => {
    board.record(run())
    expect(board.holderFor(run({ id: ids[1] }), null)).toBeNull()
    expect(board.holderFor(run({ terminalId: 'T2' }), null)).toBeNull()
  })
})

describe('what terminals tell each other', () => {
  it('is one run however often it is told, and known to be at the server once somebody said so', () => {
    expect(board.record(run()).runs).toHaveLength(1)
    expect(board.record(run()).runs).toEqual([])
    expect(board.record(run({ settledAt: now })).runs).toMatchObject([{ settledAt: now }])
    expect(board.record(run()).runs).toEqual([])
    expect(board.all()).toMatchObject([{ id: ids[0], settledAt: now }])
  })

  it('leaves the later of two runs of a vehicle, whatever comes first', () => {
    board.record(run({ id: ids[1], at: now }))
    expect(board.record(run({ at: now - MINUTE }))).toEqual({ runs: [], gone: [] })
    expect(board.ofVehicle('v1')?.id).toBe(ids[1])
  })

  it('frees what a terminal took and never stored, as soon as it is back', () => {
    board.record(run())
    board.record(run({ id: ids[1], vehicleId: 'v2' }))
    expect(board.syncTerminal('T1', [run({ id: ids[1], vehicleId: 'v2' })]).gone).toEqual([ids[0]])
    expect(board.holderFor(wanted(), null)).toBeNull()
  })

  it('frees what the server knows to be over', () => {
    board.record(run({ mode: 'circlemode', settledAt: now }))
    expect(board.endedSince(now + MINUTE, () => true)).toEqual([])
    expect(board.endedSince(now, () => false)).toEqual([])
    expect(board.endedSince(now + MINUTE, () => false)).toEqual([ids[0]])
  })

  it('is forgotten after half a day', () => {
    board.record(run({ mode: 'circlemode' }))
    now += 13 * 60 * MINUTE
    expect(board.all()).toEqual([])
  })
})
