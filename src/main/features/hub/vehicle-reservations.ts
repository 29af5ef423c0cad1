import type { HubRun } from './messages.ts'

/** A guest who has just sat down is not back yet, whoever says so. */
const JUST_STARTED_MS = 120_000
/** Nobody says when laps are over: after this the vehicle is nobody's, here and at the counters that have it on the screen. */
const LAP_RUN_MS = 30 * 60_000
/** A run that nobody ended is forgotten. */
const FORGET_RUN_AFTER_MS = 12 * 3600_000

const MINUTE_MS = 60_000

/** Changes that the others have to hear of. */
export interface ReservationChange {
  runs: HubRun[]
  gone: string[]
}

/** The runs of a store's terminals, the last of each vehicle; the hub's counts, the others have it to show and to hand on. */
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

  /** Whoever has a vehicle that another terminal wants; null when that one may have it. */
  holderFor({ id, terminalId, vehicleId }: HubRun, seen: string | null): HubRun | null {
    const last = this.#byVehicle.get(vehicleId)
    if (!last || last.id === id || last.terminalId === terminalId || this.isOver(last)) return null
    const isFresh = this.#now() - last.at < JUST_STARTED_MS
    // A cashier who sees the run and starts all the same has the vehicle there; one who saw another state has been overtaken.
    return isFresh || seen !== last.id ? last : null
  }

  /** Puts a run on the board; answers what changed by it. */
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

  /** Takes over what the hub says, whose clock may be another. */
  recordFromHub(run: HubRun): void {
    this.#byVehicle.set(run.vehicleId, run)
  }

  /** What a terminal has, and all it has: what the board has of it besides was never stored there. */
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
    const wanted = new Set(ids)
    const gone: string[] = []
    for (const [vehicleId, { id }] of this.#byVehicle) {
      if (!wanted.has(id)) continue
      this.#byVehicle.delete(vehicleId)
      gone.push(id)
    }
    return { runs: [], gone }
  }

  /** Runs that the server had and has ended since: their vehicles are idle in what it told at a moment. */
  endedSince(toldAt: number, isBusy: (vehicleId: string) => boolean): string[] {
    const isEnded = ({ settledAt, vehicleId }: HubRun) => settledAt !== null && settledAt < toldAt && !isBusy(vehicleId)
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
