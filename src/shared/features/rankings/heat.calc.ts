import type { HeatOrder, HeatRacer, HeatState } from './heat.schema.ts'

/** For so long after the last run of a heat a lap that is reported is no correction yet. */
export const PROVISIONAL_MS = 120_000

export interface DrivenLap {
  /** Counted from 1 over all vehicles of the ride. */
  number: number
  /** How long it took; null where somebody only counted it. */
  ms: number | null
  /** From the start of the heat to its end, by the server's clock. */
  atMs: number
}

/** A ride as the standings of its heat see it. */
export interface HeatRide
  extends Pick<
    HeatRacer,
    'playId' | 'runId' | 'vehicleId' | 'vehicleName' | 'racer' | 'countCycleNumber' | 'lapsDone'
  > {
  isOver: boolean
  /** Ordered by their numbers; one that was not reported is missing. */
  laps: readonly DrivenLap[]
}

/** The fastest of these laps; null where none was timed. */
export const bestOf = (laps: readonly Pick<DrivenLap, 'ms'>[]): number | null =>
  laps.reduce<number | null>((best, { ms }) => (ms === null || (best !== null && best <= ms) ? best : ms), null)

/** What these laps took on average, of those that were timed. */
export function averageOf(laps: readonly Pick<DrivenLap, 'ms'>[]): number | null {
  const times = laps.flatMap(({ ms }) => (ms === null ? [] : [ms]))
  return times.length === 0 ? null : Math.round(times.reduce((sum, ms) => sum + ms, 0) / times.length)
}

/** When a ride had done so many laps: by their times, where each is known, because these are exact. Null: nobody knows. */
function doneAt({ laps }: HeatRide, count: number): number | null {
  const driven = laps.filter(({ number }) => number <= count)
  const isTimed = driven.length === count && driven.every(({ ms }) => ms !== null)
  if (isTimed) return driven.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
  return driven.find(({ number }) => number === count)?.atMs ?? null
}

const LAST = Number.POSITIVE_INFINITY

/** Rides for a time are about the best lap; as soon as one is for laps, it is a race. */
export const orderOf = (rides: readonly Pick<HeatRide, 'countCycleNumber'>[]): HeatOrder =>
  rides.some(({ countCycleNumber }) => countCycleNumber > 0) ? 'laps' : 'best'

/** How the rides of a heat stand, the first one first; who is level stays in the order given. */
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

/** How much later than the leader a ride had done as many laps; never less than nothing. */
function behind(ride: HeatRide, leader: HeatRide): number | null {
  const { lapsDone } = ride
  if (lapsDone === 0 || lapsDone < leader.lapsDone) return null
  const gap = difference(doneAt(ride, lapsDone), doneAt(leader, lapsDone))
  return gap === null ? null : Math.max(0, gap)
}

/** What can be said of results: `endedAt` is when the last run was over, null while one goes on. */
export function heatStateOf(endedAt: number | null, now: number): HeatState {
  if (endedAt === null) return 'live'
  return now < endedAt + PROVISIONAL_MS ? 'provisional' : 'final'
}
