import type {
  Ack,
  Command,
  DriveCommand,
  Kept,
  Lap,
  Online,
  RunCommand,
  State,
} from '#shared/features/gateway/vehicle-protocol.schema.ts'

/** What a driver and a track are like; times in milliseconds. */
export interface DriverOptions {
  /** A usual lap of a usual driver. */
  lapMs: number
  /** Between 0 and 1, as `Math.random`. */
  random: () => number
}

interface Going {
  id: string
  laps: number
  lapsDone: number
  /** When it stands by its own clock; null while nobody knows. */
  standsAt: number | null
  back: number
  slowed: boolean
  called: boolean
  /** How this driver compares with a usual one. */
  skill: number
}

interface LapUnderWay {
  begunAt: number
  /** How far round it is: 0 to 1. */
  round: number
  /** How long all of it takes at this pace. */
  lengthMs: number
  sectors: number[]
  sectorAt: number
}

/** A lap that the server has not confirmed. */
interface Held {
  run: string
  number: number
  ms: number
  sectors: number[]
  doneAt: number
}

const SECTORS = 3
const SLOWLY = 0.4
/** Runs that a box knows again, so that none begins twice. */
const REMEMBERED = 20
const DRAIN_PER_MS = 1 / 90_000
const CHARGE_PER_MS = 1 / 15_000

/**
 * What a box in a vehicle thinks: the vehicle protocol's rules, and a driver who goes round. It has no network and no timer; whoever owns it
 * says what time it is, by a clock that only counts. It keeps its memory when its network or its server is gone.
 */
export function createSimulatedDriver({ lapMs, random }: DriverOptions) {
  let lastSeq = 0
  let going: Going | null = null
  let lap: LapUnderWay | null = null
  let battery = 60 + random() * 40
  let gear = 4
  let speedLimit = 100
  let settings: DriveCommand | null = null
  /** Null until it has heard of emergency stops: it does not drive before. */
  let stops: string[] | null = null
  let standsUntil = 0
  let lastAt: number | null = null
  const over: string[] = []
  const held = new Map<string, Held>()

  const wobble = (share: number): number => 1 + (random() * 2 - 1) * share

  const nextLap = (now: number, run: Going): LapUnderWay => {
    const isFirst = run.lapsDone === 0
    // Now and then somebody brakes too late.
    const mistake = random() < 0.06 ? 1 + random() * 0.15 : 1
    const lengthMs = lapMs * run.skill * wobble(0.025) * mistake * (isFirst ? 1.07 : 1)
    return { begunAt: now, round: 0, lengthMs, sectors: [], sectorAt: now }
  }

  const forget = (run: string): void => {
    over.push(run)
    if (over.length > REMEMBERED) over.shift()
    if (going?.id === run) {
      going = null
      lap = null
    }
  }

  const obey = (command: RunCommand, now: number): void => {
    const { run, laps, lapsDone, left, back, slowed, called } = command
    if (command.over) {
      forget(run)
      return
    }
    if (over.includes(run)) return
    const standsAt = left === null ? null : now + left
    if (going?.id === run) {
      Object.assign(going, { laps, standsAt, back, slowed, called, lapsDone: Math.max(going.lapsDone, lapsDone) })
      return
    }
    // Another run on this vehicle means that the one before is over, whether or not it was said.
    if (going) forget(going.id)
    // It begins here, and not where the last tick was.
    lastAt = now
    going = { id: run, laps, lapsDone, standsAt, back, slowed, called, skill: 0.93 + random() * 0.25 }
    lap = nextLap(now, going)
  }

  const pace = (now: number): number => {
    if (!going || stops === null || stops.length > 0 || gear === 0 || now < standsUntil || battery <= 0) return 0
    if (going.standsAt !== null && now >= going.standsAt) return 0
    const limit = (speedLimit / 100) * (0.7 + 0.075 * gear)
    const isComingBack = going.called || (going.standsAt !== null && now >= going.standsAt - going.back)
    return going.slowed || isComingBack ? limit * SLOWLY : limit
  }

  const finishLap = (at: number): void => {
    if (!going || !lap) return
    const number = going.lapsDone + 1
    const isCounted = going.laps === 0 || number <= going.laps
    const ms = Math.max(1, Math.round(at - lap.begunAt))
    const sectors = [...lap.sectors, Math.max(1, Math.round(at - lap.sectorAt))]
    if (isCounted) {
      going.lapsDone = number
      held.set(`${going.id} ${number}`, { run: going.id, number, ms, sectors, doneAt: at })
    }
    lap = nextLap(at, going)
  }

  /** Goes on for some time at one speed; answers the moment at which a lap was done, if one was. */
  const roll = (from: number, to: number, speed: number): number => {
    if (!lap) return to
    const perMs = speed / lap.lengthMs
    const wanted = Math.min(1, (lap.sectors.length + 1) / SECTORS)
    const reachedAt = from + (wanted - lap.round) / perMs
    if (reachedAt > to) {
      lap.round += (to - from) * perMs
      return to
    }
    lap.round = wanted
    if (wanted === 1) finishLap(reachedAt)
    else {
      lap.sectors.push(Math.max(1, Math.round(reachedAt - lap.sectorAt)))
      lap.sectorAt = reachedAt
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
      } else obey(command, now)
      return { seq: command.seq, result: 'done' }
    },
    /** The emergency stops that it stands for from now on. */
    stop(ids: readonly string[]): void {
      stops = [...ids]
    },
    confirmLap: ({ run, number }: Kept): void => void held.delete(`${run} ${number}`),
    /** Something happened: it stands for a while. */
    crash(now: number, forMs: number): void {
      standsUntil = now + forMs
    },
    /** Goes on until now. */
    tick(now: number): void {
      let at = lastAt ?? now
      lastAt = now
      const speed = pace(at)
      const change = (now - at) * (speed > 0 ? -DRAIN_PER_MS * speed : going ? 0 : CHARGE_PER_MS)
      battery = Math.min(100, Math.max(0, battery + change))
      if (speed > 0) while (at < now) at = roll(at, now, speed)
    },
    laps: (now: number): Lap[] =>
      [...held.values()].map(({ run, number, ms, sectors, doneAt }) => ({
        run,
        number,
        ms,
        sectors,
        ago: Math.max(0, Math.round(now - doneAt)),
      })),
    /** What it was told last that holds for all runs. */
    settings: (): DriveCommand | null => settings,
    online: (): Online => ({ online: true, run: going?.id ?? null, stopped: stops ?? [] }),
    stopped: (): { stops: string[] } => ({ stops: stops ?? [] }),
    state(now: number): State {
      const speed = pace(now)
      return {
        battery: Math.round(battery),
        gear: speed > 0 ? gear : 0,
        speed: Math.round(speed * 38 * wobble(0.1) * 10) / 10,
        ...(lap && { round: Math.round(lap.round * 1000) / 1000 }),
      }
    },
    run: (): string | null => going?.id ?? null,
  }
}

export type SimulatedDriver = ReturnType<typeof createSimulatedDriver>
