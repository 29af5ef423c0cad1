/** How long runs really take at a venue, from what was driven there lately. */
export interface Pace {
  /** Of a run by laps. */
  lapSeconds: number
  /** What a run by time lasts, as a part of what it is for. */
  timeShare: number
  /** From the end of a run to the beginning of the next on the same vehicle. */
  turnaroundSeconds: number
}

/** Where nothing was driven yet. */
export const defaultPace: Pace = { lapSeconds: 60, timeShare: 1, turnaroundSeconds: 60 }

interface Run {
  runMode: 'circlemode' | 'timermode'
  laps: number
  minutes: number
}

/** What a ride takes of a vehicle's time, in milliseconds. */
export const rideDurationMs = ({ runMode, laps, minutes }: Run, pace: Pace): number =>
  1000 * (runMode === 'circlemode' ? laps * pace.lapSeconds : minutes * 60 * pace.timeShare)

/** A vehicle in service, and when it can take its next ride. */
export interface AvailableVehicle {
  vehicleId: string
  at: number
}

export interface WaitingRide {
  takes: number
  /** The vehicle that it waits for; null for any. */
  vehicleId: string | null
}

/** The vehicles of a store that are in service, and how long runs take there. */
export interface Floor {
  pace: Pace
  vehicles: AvailableVehicle[]
}

/** A run that lasts longer than it should ends in a moment. */
const SOON = 30_000

/** When a running vehicle is back, by its end or by how long such runs take here. */
export const returnsAt = (run: Run & { startedAt: number; endsAt: number | null }, pace: Pace, now: number): number =>
  Math.max(run.endsAt ?? run.startedAt + rideDurationMs(run, pace), now + SOON) + 1000 * pace.turnaroundSeconds

/**
 * When each ride of a line will begin, in its order: on the vehicle that it waits for, or on whichever is free first, of several rather on
 * one that nobody has asked for. Null where no vehicle is in service.
 */
export function expectedStarts(
  line: readonly WaitingRide[],
  vehicles: readonly AvailableVehicle[],
  pace: Pace,
  now: number,
): (number | null)[] {
  const asked = new Set(line.map(({ vehicleId }) => vehicleId))
  const free = vehicles.map((vehicle) => ({ ...vehicle, at: Math.max(vehicle.at, now) }))
  // Of those that are free at one time the first stays first.
  free.sort((one, other) => Number(asked.has(one.vehicleId)) - Number(asked.has(other.vehicleId)))
  return line.map(({ takes, vehicleId }) => {
    const wanted = free.find((vehicle) => vehicle.vehicleId === vehicleId)
    const first =
      wanted ??
      free.reduce<AvailableVehicle | undefined>((best, one) => (best && best.at <= one.at ? best : one), undefined)
    if (!first) return null
    const start = first.at
    first.at = start + takes + 1000 * pace.turnaroundSeconds
    return start
  })
}

const MINUTE = 60_000

/** How long each of a store's line will wait, in minutes, and whoever joins now; null where no vehicle is in service. */
export function expectedWaits(
  line: readonly (Run & { vehicleId: string | null })[],
  { pace, vehicles }: Floor,
  now: number,
) {
  const rides = line.map((row) => ({ takes: rideDurationMs(row, pace), vehicleId: row.vehicleId }))
  const starts = expectedStarts([...rides, { takes: 0, vehicleId: null }], vehicles, pace, now)
  const minutes = starts.map((at) => (at === null ? null : Math.max(0, Math.round((at - now) / MINUTE))))
  return { waits: minutes.slice(0, -1), next: minutes.at(-1) ?? null }
}
