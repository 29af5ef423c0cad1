/** Actual durations of recent runs at a store. */
export interface Pace {
  /** Seconds per lap, for runs by laps. */
  lapSeconds: number
  /** Actual duration of a run by minutes as a fraction of its paid time. */
  timeShare: number
  /** Time between two runs of the same vehicle. */
  turnaroundSeconds: number
}

/** Used until a store has recorded runs. */
export const defaultPace: Pace = { lapSeconds: 60, timeShare: 1, turnaroundSeconds: 60 }

interface Run {
  runMode: 'circlemode' | 'timermode'
  laps: number
  minutes: number
}

/** How long a ride occupies a vehicle, with the turnaround, in milliseconds. */
export const rideDurationMs = ({ runMode, laps, minutes }: Run, pace: Pace): number =>
  1000 * (runMode === 'circlemode' ? laps * pace.lapSeconds : minutes * 60 * pace.timeShare)

/** A vehicle in service and when it is free for its next ride. */
export interface AvailableVehicle {
  vehicleId: string
  at: number
}

export interface WaitingRide {
  takes: number
  /** The requested vehicle; null: any. */
  vehicleId: string | null
}

/** The vehicles of a store in service and its run durations. */
export interface Floor {
  pace: Pace
  vehicles: AvailableVehicle[]
}

/** Assumed remaining time of an overrunning run, in milliseconds. */
const SOON = 30_000

/** When a running vehicle returns: its fixed end, or an estimate from the pace of the store. */
export const returnsAt = (run: Run & { startedAt: number; endsAt: number | null }, pace: Pace, now: number): number =>
  Math.max(run.endsAt ?? run.startedAt + rideDurationMs(run, pace), now + SOON) + 1000 * pace.turnaroundSeconds

/**
 * Expected starts of the queued rides, in queue order: on the requested vehicle, else on the first free one. Of several free ones,
 * those that no ride has requested are used first. Null if no vehicle is in service.
 */
export function expectedStarts(
  line: readonly WaitingRide[],
  vehicles: readonly AvailableVehicle[],
  pace: Pace,
  now: number,
): (number | null)[] {
  const asked = new Set(line.map(({ vehicleId }) => vehicleId))
  const free = vehicles.map((vehicle) => ({ ...vehicle, at: Math.max(vehicle.at, now) }))
  // The sort is stable: vehicles that are free at the same time keep their order.
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

/** Expected waits of the queued rides and of a new one, in minutes; null if no vehicle is in service. */
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
