import type { HeatOrder, HeatRacer, HeatState } from './heat.schema.ts'

/** After the last run of a heat, laps reported within this time are not yet corrections. */
export const PROVISIONAL_MS = 120_000

export interface DrivenLap {
  /** Counted from 1 over all vehicles of the ride. */
  number: number
  /** Lap time; null if the lap was counted by hand. */
  ms: number | null
  /** From the start of the heat to its end, by the server's clock. */
  atMs: number
}

/** A ride as input of the standings of its heat. */
export interface HeatRide
  extends Pick<
    HeatRacer,
    'playId' | 'runId' | 'vehicleId' | 'vehicleName' | 'racer' | 'countCycleNumber' | 'lapsDone'
  > {
  isOver: boolean
  /** In order of their numbers; unreported laps are missing. */
  laps: readonly DrivenLap[]
}

/** Returns the fastest lap time in ms; null if no lap was timed. */
export const bestOf = (laps: readonly Pick<DrivenLap, 'ms'>[]): number | null =>
  laps.reduce<number | null>((best, { ms }) => (ms === null || (best !== null && best <= ms) ? best : ms), null)

/** Returns the average time of the timed laps in ms. */
export function averageOf(laps: readonly Pick<DrivenLap, 'ms'>[]): number | null {
  const times = laps.flatMap(({ ms }) => (ms === null ? [] : [ms]))
  return times.length === 0 ? null : Math.round(times.reduce((sum, ms) => sum + ms, 0) / times.length)
}

/** When a ride had completed `count` laps: the sum of lap times if all are known (exact), else the clock. Null: unknown. */
function doneAt({ laps }: HeatRide, count: number): number | null {
  const driven = laps.filter(({ number }) => number <= count)
  const isTimed = driven.length === count && driven.every(({ ms }) => ms !== null)
  if (isTimed) return driven.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
  return driven.find(({ number }) => number === count)?.atMs ?? null
}

const LAST = Number.POSITIVE_INFINITY

/** A heat of rides by minutes ranks by the best lap; with any ride by laps it ranks by laps. */
export const orderOf = (rides: readonly Pick<HeatRide, 'countCycleNumber'>[]): HeatOrder =>
  rides.some(({ countCycleNumber }) => countCycleNumber > 0) ? 'laps' : 'best'

/** Returns the standings of a heat, leader first. Ties keep the order of the input. */
export function standingsOf(rides: readonly HeatRide[]): HeatRacer[] {
  const order = orderOf(rides)
  const marks = rides.map((ride) => ({
    ride,
    best: bestOf(ride.laps),
    done: ride.lapsDone === 0 ? null : doneAt(ride, ride.lapsDone),
  }))
  marks.sort((one, other) => {
    if (order === 'best') return compare(one.best, other.best)
    return other.ride.lapsDone - one.ride.lapsDone || compare(one.done, other.done)
  })
  const [leader] = marks
  return marks.map(({ ride, best }, index) => {
    const { isOver, laps, ...shown } = ride
    const gap = leader && order === 'best' ? difference(best, leader.best) : leader && behind(ride, leader.ride)
    return {
      ...shown,
      position: index + 1,
      state: isOver ? ('ENDED' as const) : ('RUNNING' as const),
      lastMs: laps.at(-1)?.ms ?? null,
      bestMs: best,
      gapMs: gap ?? null,
      lapsBehind: leader && order === 'laps' ? leader.ride.lapsDone - ride.lapsDone : 0,
    }
  })
}

function compare(one: number | null, other: number | null): number {
  if (one === other) return 0
  return (one ?? LAST) - (other ?? LAST)
}

const difference = (value: number | null, from: number | null): number | null =>
  value === null || from === null ? null : value - from

/** Time behind the leader at the same number of laps, at least 0. */
function behind(ride: HeatRide, leader: HeatRide): number | null {
  const { lapsDone } = ride
  if (lapsDone === 0 || lapsDone < leader.lapsDone) return null
  const gap = difference(doneAt(ride, lapsDone), doneAt(leader, lapsDone))
  return gap === null ? null : Math.max(0, gap)
}

/** Returns the state of a heat; `endedAt` is the end of its last run, null while one is active. */
export function heatStateOf(endedAt: number | null, now: number): HeatState {
  if (endedAt === null) return 'live'
  return now < endedAt + PROVISIONAL_MS ? 'provisional' : 'final'
}
