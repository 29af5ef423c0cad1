import type { HubRun } from './messages.ts'

/** A guest who has just sat down is not back yet, whoever says so. */
const NOT_BACK_WITHIN = 120_000
/** Nobody says when laps are over: after this the vehicle is nobody's, here and at the counters that have it on the screen. */
const LAPS_LAST = 30 * 60_000
/** A run that nobody ended is forgotten. */
const LONGEST_RUN = 12 * 3600_000

const MINUTE = 60_000

/** Changes that the others have to hear of. */
export interface BoardChange {
  runs: HubRun[]
  gone: string[]
}

/** The runs of a store's terminals, the last of each vehicle; the hub's counts, the others have it to show and to hand on. */
export class Board {
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
    const isFresh = this.#now() - last.at < NOT_BACK_WITHIN
    // A cashier who sees the run and starts all the same has the vehicle there; one who saw another state has been overtaken.
    return isFresh || seen !== last.id ? last : null
  }

  /** Puts a run on the board; answers what changed by it. */
  note(run: HubRun): BoardChange {
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
  accept(run: HubRun): void {
    this.#byVehicle.set(run.vehicleId, run)
  }

  /** What a terminal has, and all it has: what the board has of it besides was never stored there. */
  hear(terminalId: string, runs: readonly HubRun[]): BoardChange {
    const own = new Set(runs.map(({ id }) => id))
    const stray = this.all().filter(
      (run) => run.terminalId === terminalId && run.settledAt === null && !own.has(run.id),
    )
    const gone = this.remove(stray.map(({ id }) => id)).gone
    const latest = this.#now()
    const changes = runs.map((run) => this.note({ ...run, at: Math.min(run.at, latest) }))
    return { runs: changes.flatMap((change) => change.runs), gone }
  }

  remove(ids: readonly string[]): BoardChange {
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
  endedBy(toldAt: number, isBusy: (vehicleId: string) => boolean): string[] {
    const isEnded = ({ settledAt, vehicleId }: HubRun) => settledAt !== null && settledAt < toldAt && !isBusy(vehicleId)
    return this.all().flatMap((run) => (isEnded(run) ? run.id : []))
  }

  #put(run: HubRun): BoardChange {
    this.#byVehicle.set(run.vehicleId, run)
    return { runs: [run], gone: [] }
  }

  isOver({ at, mode, minutes }: HubRun): boolean {
    return this.#now() - at >= (mode === 'timermode' ? minutes * MINUTE : LAPS_LAST)
  }

  #forgetOld(): void {
    for (const [vehicleId, { at }] of this.#byVehicle)
      if (this.#now() - at > LONGEST_RUN) this.#byVehicle.delete(vehicleId)
  }
}

const NOTHING: BoardChange = { runs: [], gone: [] }
