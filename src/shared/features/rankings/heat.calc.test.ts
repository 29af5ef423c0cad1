import { describe, expect, it } from 'vitest'
import { type HeatRide, heatStateOf, PROVISIONAL_MS, standingsOf } from './heat.calc.ts'

/** A ride of ten laps or by minutes with these lap times; null: counted by hand, 50 s after the previous one. */
function ride(racer: string, times: (number | null)[], given: Partial<HeatRide> = {}): HeatRide {
  let atMs = 0
  const laps = times.map((ms, index) => {
    atMs += ms ?? 50_000
    return { number: index + 1, ms, atMs }
  })
  const vehicle = { runId: racer, vehicleId: racer, vehicleName: racer }
  return {
    playId: racer,
    racer,
    ...vehicle,
    countCycleNumber: 10,
    lapsDone: laps.length,
    isOver: false,
    laps,
    ...given,
  }
}
const shown = (rides: HeatRide[]) =>
  standingsOf(rides).map(({ racer, gapMs, lapsBehind }) => [racer, lapsBehind > 0 ? `+${lapsBehind}` : gapMs])

describe('heat standings', () => {
  it('ranks by laps, and equal laps by who completed them first', () => {
    const rides = [ride('三', [41_000]), ride('二', [40_500, 41_000]), ride('一', [40_000, 41_100])]
    expect(shown(rides)).toEqual([
      ['一', 0],
      ['二', 400],
      ['三', '+1'],
    ])
  })

  it('uses the clock for counted laps, and gives no gap to racers without laps', () => {
    expect(shown([ride('慢', [40_000, null]), ride('快', [40_000, 41_000]), ride('零', [])])).toEqual([
      ['快', 0],
      ['慢', 9000],
      ['零', '+2'],
    ])
    expect(shown([ride('甲', []), ride('乙', [])])).toEqual([
      ['甲', null],
      ['乙', null],
    ])
  })

  it('counts a lap that was not reported, without a time', () => {
    const lost = ride('丢', [40_000, 40_000, 40_000])
    const holed = { ...lost, laps: lost.laps.filter(({ number }) => number !== 2) }
    expect(standingsOf([holed])[0]).toMatchObject({ lapsDone: 3, bestMs: 40_000, lastMs: 40_000, gapMs: 0 })
  })
})

it('ranks a heat by minutes by the best lap, not by the number of laps', () => {
  const timed = { countCycleNumber: 0 }
  const rides = [ride('多', [43_000, 42_000, 42_500], timed), ride('快', [41_500], timed), ride('零', [], timed)]
  expect(shown(rides)).toEqual([
    ['快', 0],
    ['多', 500],
    ['零', null],
  ])
})

it('keeps results provisional until vehicles have had time to report late laps', () => {
  expect(heatStateOf(null, 5000)).toBe('live')
  expect(heatStateOf(1000, 1000 + PROVISIONAL_MS - 1)).toBe('provisional')
  expect(heatStateOf(1000, 1000 + PROVISIONAL_MS)).toBe('final')
})
