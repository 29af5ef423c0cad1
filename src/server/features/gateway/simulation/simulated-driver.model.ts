import type {
  Ack,
  Command,
  DriveCommand,
  Lap,
  LapReceipt,
  Online,
  RunCommand,
  State,
} from '#shared/features/gateway/vehicle-protocol.schema.ts'

/** Parameters of the driver and the track; times in ms. */
export interface DriverOptions {
  /** Average lap time of an average driver, in ms. */
  lapMs: number
  /** Returns a number from 0 to 1, like `Math.random`. */
  random: () => number
}

interface ActiveRun {
  id: string
  laps: number
  lapsDone: number
  /** When the run ends by the driver's own clock, in ms; null while unknown. */
  stopsAt: number | null
  back: number
  slowed: boolean
  called: boolean
  /** Lap time factor of this driver; 1 is average. */
  skill: number
}

interface CurrentLap {
  startedAt: number
  /** Position on the track, from 0 to 1. */
  progress: number
  /** Time for the whole lap at full speed, in ms. */
  lengthMs: number
  sectors: number[]
  sectorStartedAt: number
}

/** A lap that the server has not confirmed. */
interface UnconfirmedLap {
  run: string
  number: number
  ms: number
  sectors: number[]
  doneAt: number
}

const SECTORS = 3
const SLOW_FACTOR = 0.4
/** Number of ended runs that are remembered, so that none starts twice. */
const MAX_ENDED_RUNS = 20
const DRAIN_PER_MS = 1 / 90_000
const CHARGE_PER_MS = 1 / 15_000

/**
 * Simulates a vehicle and its driver by the rules of the vehicle protocol. It has no network and no timer: the caller passes the time of a
 * monotonic clock in ms. Its state survives a lost network or server.
 */
export function createSimulatedDriver({ lapMs, random }: DriverOptions) {
  let lastSeq = 0
  let activeRun: ActiveRun | null = null
  let lap: CurrentLap | null = null
  let battery = 60 + random() * 40
  let gear = 4
  let speedLimit = 100
  let settings: DriveCommand | null = null
  /** Null until the emergency stops are known; the vehicle does not drive before. */
  let stops: string[] | null = null
  let crashedUntil = 0
  let lastAt: number | null = null
  const ended: string[] = []
  const unconfirmed = new Map<string, UnconfirmedLap>()

  const vary = (share: number): number => 1 + (random() * 2 - 1) * share

  const nextLap = (now: number, run: ActiveRun): CurrentLap => {
    const isFirst = run.lapsDone === 0
    // Occasionally the driver brakes too late.
    const mistake = random() < 0.06 ? 1 + random() * 0.15 : 1
    const lengthMs = lapMs * run.skill * vary(0.025) * mistake * (isFirst ? 1.07 : 1)
    return { startedAt: now, progress: 0, lengthMs, sectors: [], sectorStartedAt: now }
  }

  const endRun = (run: string): void => {
    ended.push(run)
    if (ended.length > MAX_ENDED_RUNS) ended.shift()
    if (activeRun?.id === run) {
      activeRun = null
      lap = null
    }
  }

  const applyRunCommand = (command: RunCommand, now: number): void => {
    const { run, laps, lapsDone, left, back, slowed, called } = command
    if (command.over) {
      endRun(run)
      return
    }
    if (ended.includes(run)) return
    const stopsAt = left === null ? null : now + left
    if (activeRun?.id === run) {
      Object.assign(activeRun, {
        laps,
        stopsAt,
        back,
        slowed,
        called,
        lapsDone: Math.max(activeRun.lapsDone, lapsDone),
      })
      return
    }
    // A new run on this vehicle ends the previous one, even without a command for that.
    if (activeRun) endRun(activeRun.id)
    // The run starts now, not at the last tick.
    lastAt = now
    activeRun = { id: run, laps, lapsDone, stopsAt, back, slowed, called, skill: 0.93 + random() * 0.25 }
    lap = nextLap(now, activeRun)
  }

  const currentSpeed = (now: number): number => {
    if (!activeRun || stops === null || stops.length > 0 || gear === 0 || now < crashedUntil || battery <= 0) return 0
    if (activeRun.stopsAt !== null && now >= activeRun.stopsAt) return 0
    const limit = (speedLimit / 100) * (0.7 + 0.075 * gear)
    const isComingBack = activeRun.called || (activeRun.stopsAt !== null && now >= activeRun.stopsAt - activeRun.back)
    return activeRun.slowed || isComingBack ? limit * SLOW_FACTOR : limit
  }

  const finishLap = (at: number): void => {
    if (!activeRun || !lap) return
    const number = activeRun.lapsDone + 1
    const isCounted = activeRun.laps === 0 || number <= activeRun.laps
    const ms = Math.max(1, Math.round(at - lap.startedAt))
    const sectors = [...lap.sectors, Math.max(1, Math.round(at - lap.sectorStartedAt))]
    if (isCounted) {
      activeRun.lapsDone = number
      unconfirmed.set(`${activeRun.id} ${number}`, { run: activeRun.id, number, ms, sectors, doneAt: at })
    }
    lap = nextLap(at, activeRun)
  }

  /** Advances at constant speed until `to` or the next sector boundary; returns the time reached. */
  const advance = (from: number, to: number, speed: number): number => {
    if (!lap) return to
    const perMs = speed / lap.lengthMs
    const nextMark = Math.min(1, (lap.sectors.length + 1) / SECTORS)
    const reachedAt = from + (nextMark - lap.progress) / perMs
    if (reachedAt > to) {
      lap.progress += (to - from) * perMs
      return to
    }
    lap.progress = nextMark
    if (nextMark === 1) finishLap(reachedAt)
    else {
      lap.sectors.push(Math.max(1, Math.round(reachedAt - lap.sectorStartedAt)))
      lap.sectorStartedAt = reachedAt
    }
    return reachedAt
  }

  return {
    command(command: Command, now: number): Ack {
      if (command.seq <= lastSeq) return { seq: command.seq, result: 'known' }
      lastSeq = command.seq
      if (command.kind === 'drive') {
        settings = command
        gear = command.gear
        speedLimit = command.speed
      } else applyRunCommand(command, now)
      return { seq: command.seq, result: 'done' }
    },
    /** Replaces the emergency stops that hold the vehicle. */
    stop(ids: readonly string[]): void {
      stops = [...ids]
    },
    confirmLap: ({ run, number }: LapReceipt): void => void unconfirmed.delete(`${run} ${number}`),
    /** Stops the vehicle for `forMs` after a collision. */
    crash(now: number, forMs: number): void {
      crashedUntil = now + forMs
    },
    /** Advances the simulation to `now`. */
    tick(now: number): void {
      let at = lastAt ?? now
      lastAt = now
      const speed = currentSpeed(at)
      const change = (now - at) * (speed > 0 ? -DRAIN_PER_MS * speed : activeRun ? 0 : CHARGE_PER_MS)
      battery = Math.min(100, Math.max(0, battery + change))
      if (speed > 0) while (at < now) at = advance(at, now, speed)
    },
    laps: (now: number): Lap[] =>
      [...unconfirmed.values()].map(({ run, number, ms, sectors, doneAt }) => ({
        run,
        number,
        ms,
        sectors,
        ago: Math.max(0, Math.round(now - doneAt)),
      })),
    /** The last drive command, which applies to all runs. */
    settings: (): DriveCommand | null => settings,
    online: (): Online => ({ online: true, run: activeRun?.id ?? null, stopped: stops ?? [] }),
    stopped: (): { stops: string[] } => ({ stops: stops ?? [] }),
    state(now: number): State {
      const speed = currentSpeed(now)
      return {
        battery: Math.round(battery),
        gear: speed > 0 ? gear : 0,
        speed: Math.round(speed * 38 * vary(0.1) * 10) / 10,
        ...(lap && { round: Math.round(lap.progress * 1000) / 1000 }),
      }
    },
    run: (): string | null => activeRun?.id ?? null,
  }
}

export type SimulatedDriver = ReturnType<typeof createSimulatedDriver>
