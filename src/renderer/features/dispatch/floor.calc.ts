import { fromWireTime } from '#shared/core/time.ts'
import type { FloorEntry, FloorRun, FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'

/** A run by laps is overdue when it takes this factor of the usual time. */
const OVERDUE_FACTOR = 1.25
/** The last seconds of a run, in which staff should look for it. */
const SOON_SECONDS = 60
/** Below this a battery is low, in percent. */
export const LOW_BATTERY = 20

export type RunPhase =
  | 'running'
  /** In its last minute or lap. */
  | 'soon'
  /** Its time is over or it was called back; the vehicle is returning. */
  | 'comingBack'
  /** It is overdue. */
  | 'over'

export interface RunClock {
  phase: RunPhase
  /** Whole seconds; `counts` says of what. */
  seconds: number
  counts: 'left' | 'sinceStart' | 'untilBack' | 'over'
  /** Progress of the run from 0 to 1; null where unknown. */
  share: number | null
}

/** Whether a run's vehicle is returning or overdue. */
export const isLate = ({ phase }: Pick<RunClock, 'phase'>): boolean => phase === 'over' || phase === 'comingBack'

const at = (wire: string): number => fromWireTime(wire).getTime()
const whole = (milliseconds: number): number => Math.max(0, Math.ceil(milliseconds / 1000))

/** The progress of a run by the server's clock. A run by laps is over when it takes a quarter longer than usual. */
export function runClock(run: FloorRun, now: number, lapSeconds: number | null): RunClock {
  const elapsed = now - at(run.startTime)
  if (run.dueTime && run.endTime) {
    const [due, end] = [at(run.dueTime), at(run.endTime)]
    if (now >= end) return { phase: 'over', seconds: Math.floor((now - end) / 1000), counts: 'over', share: 1 }
    if (now >= due) return { phase: 'comingBack', seconds: whole(end - now), counts: 'untilBack', share: 1 }
    const seconds = whole(due - now)
    const phase = seconds <= SOON_SECONDS ? 'soon' : 'running'
    return { phase, seconds, counts: 'left', share: Math.min(1, elapsed / Math.max(1, due - at(run.startTime))) }
  }
  const { countCycleNumber: laps, lapsDone } = run
  const usual = lapSeconds === null ? null : lapSeconds * laps * OVERDUE_FACTOR * 1000
  const done = laps === 0 ? null : lapsDone / laps
  const share = done && lapsDone > 0 ? done : usual === null ? done : Math.min(1, (elapsed / usual) * OVERDUE_FACTOR)
  if (usual !== null && elapsed > usual)
    return { phase: 'over', seconds: Math.floor((elapsed - usual) / 1000), counts: 'over', share }
  const phase = laps > 1 && laps - lapsDone === 1 ? 'soon' : 'running'
  return { phase, seconds: Math.floor(Math.max(0, elapsed) / 1000), counts: 'sinceStart', share }
}

const two = (part: number): string => String(part).padStart(2, '0')

/** Formats seconds: `4:05`, from an hour on `1:04:05`. */
export function clockText(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** A waiting ride and its planned vehicle. */
export interface PlannedStart {
  entryId: string
  vehicleId: string
}

/** Whether a ride could start on a vehicle now. */
export const isFree = (vehicle: FloorVehicle): boolean => vehicle.state === 'idle' && !vehicle.isStopped
export const fits = (vehicle: FloorVehicle, { people }: Pick<FloorEntry, 'people'>): boolean =>
  isFree(vehicle) && (vehicle.seats === 0 || people <= vehicle.seats)

/** The penalty of a vehicle for proposals; lower comes first. */
const against = ({ upkeep, battery, isConnecte, powered }: FloorVehicle): number =>
  (upkeep === 'overdue' ? 8 : 0) +
  (battery !== null && battery < LOW_BATTERY ? 4 : 0) +
  (powered === false ? 2 : 0) +
  (upkeep === 'due' ? 1 : 0) +
  (isConnecte === 'NO' ? 0.5 : 0)

/**
 * Proposes a vehicle for a ride: the one it was sold for, else the best free unplanned one, among equal ones one that
 * no queue entry has requested.
 */
export function bestVehicle(
  entry: FloorEntry,
  vehicles: readonly FloorVehicle[],
  plan: readonly PlannedStart[],
  queue: readonly FloorEntry[],
): FloorVehicle | null {
  const taken = new Set(plan.map(({ vehicleId }) => vehicleId))
  const free = vehicles.filter((one) => one.sysOrgCode === entry.sysOrgCode && fits(one, entry) && !taken.has(one.id))
  const soldVehicle = free.find(({ id }) => id === entry.vehicleId)
  const asked = new Set(queue.map(({ vehicleId }) => vehicleId))
  const cost = (vehicle: FloorVehicle) => against(vehicle) + (asked.has(vehicle.id) ? 0.25 : 0)
  return soldVehicle ?? free.toSorted((one, other) => cost(one) - cost(other))[0] ?? null
}

/** Removes what is no longer possible from a plan: rides that left the queue, vehicles in use, duplicates. */
export function stillPossible(
  plan: readonly PlannedStart[],
  entries: readonly FloorEntry[],
  vehicles: readonly FloorVehicle[],
): PlannedStart[] {
  const used = new Set<string>()
  return plan.filter(({ entryId, vehicleId }) => {
    const entry = entries.find(({ id }) => id === entryId)
    const vehicle = vehicles.find(({ id }) => id === vehicleId)
    if (!entry || !vehicle || !fits(vehicle, entry) || used.has(vehicleId)) return false
    used.add(vehicleId)
    return true
  })
}

/** Plans a ride on a vehicle; a ride planned there is removed. */
export const withPlanned = (plan: readonly PlannedStart[], start: PlannedStart): PlannedStart[] => [
  ...plan.filter(({ entryId, vehicleId }) => entryId !== start.entryId && vehicleId !== start.vehicleId),
  start,
]

/** The free vehicle before or after the planned one. */
export function stepVehicle(
  plan: readonly PlannedStart[],
  entry: FloorEntry,
  vehicles: readonly FloorVehicle[],
  step: 1 | -1,
): PlannedStart[] {
  const current = plan.find(({ entryId }) => entryId === entry.id)
  const taken = new Set(plan.filter((one) => one !== current).map(({ vehicleId }) => vehicleId))
  const free = vehicles.filter((one) => one.sysOrgCode === entry.sysOrgCode && fits(one, entry) && !taken.has(one.id))
  if (free.length === 0) return [...plan]
  const index = free.findIndex(({ id }) => id === current?.vehicleId)
  const next = free[(index + step + free.length) % free.length]
  return next ? withPlanned(plan, { entryId: entry.id, vehicleId: next.id }) : [...plan]
}

/** Waiting rides grouped by order, in queue order, each with its index from 0. */
export function groupsOf(
  entries: readonly FloorEntry[],
): { id: string; members: { entry: FloorEntry; index: number }[] }[] {
  const groups = new Map<string, { entry: FloorEntry; index: number }[]>()
  for (const [index, entry] of entries.entries()) {
    const id = entry.groupId ?? entry.id
    const members = groups.get(id)
    if (members) members.push({ entry, index })
    else groups.set(id, [{ entry, index }])
  }
  return [...groups].map(([id, members]) => ({ id, members }))
}

const urgency: Record<RunPhase, number> = { over: 0, comingBack: 1, soon: 2, running: 3 }

/** Vehicles with a run, the most urgent first. */
export function byUrgency(vehicles: readonly FloorVehicle[], now: number, lapSeconds: number | null): FloorVehicle[] {
  const rank = ({ run }: FloorVehicle): [number, number] => {
    if (!run) return [9, 0]
    const { phase, seconds, counts } = runClock(run, now, lapSeconds)
    return [urgency[phase], counts === 'left' || counts === 'untilBack' ? seconds : -seconds]
  }
  return vehicles
    .filter(({ run }) => run !== null)
    .map((vehicle) => ({ vehicle, rank: rank(vehicle) }))
    .toSorted((one, other) => one.rank[0] - other.rank[0] || one.rank[1] - other.rank[1])
    .map(({ vehicle }) => vehicle)
}
