import { fromWireTime, toWireTime } from '#shared/core/time.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { afterRun } from '#shared/features/vehicles/after-run.calc.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

/** A run that was started here and that the server does not know yet. */
export interface LocalRun {
  vehicleId: string
  racer: string
  startedAt: string
  mode: RunMode
  /** Of a timed run. */
  minutes: number
}

/** The vehicles as the counter must see them: local runs occupy theirs, and a timed run whose end has passed frees its own. */
export function withLocalRuns(vehicles: readonly Vehicle[], runs: readonly LocalRun[], now: Date): Vehicle[] {
  const byVehicle = new Map(runs.map((run) => [run.vehicleId, run]))
  return vehicles.map((vehicle) => {
    const run = byVehicle.get(vehicle.id)
    const isShown = run !== undefined && vehicle.state !== 'scrapped' && !isLater(vehicle, run)
    const seen = isShown ? { ...vehicle, ...occupied(run) } : vehicle
    const isOver = seen.state === 'inUse' && seen.endsAt !== null && fromWireTime(seen.endsAt) <= now
    return isOver ? { ...seen, state: afterRun(seen), runId: '', racer: null, startedAt: null, endsAt: null } : seen
  })
}

/** Whether the server knows of a run of the vehicle that began after the local one. */
const isLater = ({ state, startedAt }: Vehicle, run: LocalRun): boolean =>
  state === 'inUse' && startedAt !== null && fromWireTime(startedAt) > new Date(run.startedAt)

function occupied(run: LocalRun): Pick<Vehicle, 'state' | 'runId' | 'racer' | 'startedAt' | 'endsAt'> {
  const start = new Date(run.startedAt)
  const end = run.mode === 'timermode' ? new Date(start.getTime() + run.minutes * 60_000) : null
  const endsAt = end && toWireTime(end)
  return { state: 'inUse', runId: '', racer: run.racer, startedAt: toWireTime(start), endsAt }
}
