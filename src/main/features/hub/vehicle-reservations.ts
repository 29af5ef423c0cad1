import type { HubRun } from './messages.ts'

/** A vehicle that has just started is not released, even if a cashier saw it as returned. */
const JUST_STARTED_MS = 120_000
/** Without the server nobody reports the end of a lap run: after this the vehicle counts as free. */
const LAP_RUN_MS = 30 * 60_000
/** After this a run that nobody ended is dropped. */
const FORGET_RUN_AFTER_MS = 12 * 3600_000

const MINUTE_MS = 60_000

/** A change to send to the other terminals: changed runs, and ids of removed ones. */
export interface ReservationChange {
  runs: HubRun[]
  gone: string[]
}

/** The last run of each vehicle of a store. The hub's copy decides; members have one to show, and to hand to the next hub. */
export class VehicleReservations {
  readonly #now: () => number
  readonly #byVehicle = new Map<string, HubRun>()

  constructor(now: () => number) {
    this.#now = now
  }

  all(): HubRun[] {
    this.#forgetOld()
    return [...this.#byVehicle.values()]
  }

  ofVehicle(vehicleId: string): HubRun | null {
    return this.#byVehicle.get(vehicleId) ?? null
  }

  /** The run that blocks a request for a vehicle; null when the vehicle may be taken. */
  holderFor({ id, terminalId, vehicleId }: HubRun, seen: string | null): HubRun | null {
    const last = this.#byVehicle.get(vehicleId)
    if (!last || last.id === id || last.terminalId === terminalId || this.isOver(last)) return null
    const isFresh = this.#now() - last.at < JUST_STARTED_MS
    // A cashier who saw this run and starts anyway has the vehicle there; one who saw another state had stale data.
    return isFresh || seen !== last.id ? last : null
  }

  /** Records a run; returns what changed. */
  record(run: HubRun): ReservationChange {
    const last = this.#byVehicle.get(run.vehicleId)
    if (last && last.id !== run.id && last.at > run.at) return NOTHING
    if (last?.id === run.id) {
      const settledAt = last.settledAt ?? run.settledAt
      if (settledAt === last.settledAt) return NOTHING
      return this.#put({ ...last, settledAt })
    }
    return this.#put(run)
  }

  /** Stores a run from the hub as it is, because the hub's clock may differ. */
  recordFromHub(run: HubRun): void {
    this.#byVehicle.set(run.vehicleId, run)
  }

  /** Replaces the unsettled runs of a terminal by its full list; others that were recorded for it were never stored there. */
  syncTerminal(terminalId: string, runs: readonly HubRun[]): ReservationChange {
    const own = new Set(runs.map(({ id }) => id))
    const unknown = this.all().filter(
      (run) => run.terminalId === terminalId && run.settledAt === null && !own.has(run.id),
    )
    const gone = this.remove(unknown.map(({ id }) => id)).gone
    const latest = this.#now()
    const changes = runs.map((run) => this.record({ ...run, at: Math.min(run.at, latest) }))
    return { runs: changes.flatMap((change) => change.runs), gone }
  }

  remove(ids: readonly string[]): ReservationChange {
    const removed = new Set(ids)
    const gone: string[] = []
    for (const [vehicleId, { id }] of this.#byVehicle) {
      if (!removed.has(id)) continue
      this.#byVehicle.delete(vehicleId)
      gone.push(id)
    }
    return { runs: [], gone }
  }

  /** Ids of runs that the server has ended: it has them, and reports their vehicles as idle at `serverReadAt` (ms). */
  endedSince(serverReadAt: number, isBusy: (vehicleId: string) => boolean): string[] {
    const isEnded = ({ settledAt, vehicleId }: HubRun) =>
      settledAt !== null && settledAt < serverReadAt && !isBusy(vehicleId)
    return this.all().flatMap((run) => (isEnded(run) ? run.id : []))
  }

  #put(run: HubRun): ReservationChange {
    this.#byVehicle.set(run.vehicleId, run)
    return { runs: [run], gone: [] }
  }

  isOver({ at, mode, minutes }: HubRun): boolean {
    return this.#now() - at >= (mode === 'timermode' ? minutes * MINUTE_MS : LAP_RUN_MS)
  }

  #forgetOld(): void {
    for (const [vehicleId, { at }] of this.#byVehicle)
      if (this.#now() - at > FORGET_RUN_AFTER_MS) this.#byVehicle.delete(vehicleId)
  }
}

const NOTHING: ReservationChange = { runs: [], gone: [] }
