import type { Clock } from './clock.ts'

/** Less than this between two looks is how clocks are kept right, and no jump. */
const JUMP_MS = 2000
/** Nearer to the server's time than this there is nothing to correct: its answer took a while, too. */
const NEAR_MS = 1500
/** A computer says that it woke up at most so long after its clock was looked at. */
const WOKE_WITHIN_MS = 15_000
const KEEP_EVERY_MS = 60_000

/** What is remembered of the time while the program does not run. */
export interface KeptTime {
  /** How far the venue's time was ahead of this computer's. */
  ahead: number
  /** A time of the venue before which it has not been since. */
  seenAt: number
}

export interface VenueClockDeps {
  /** This computer's. */
  clock: Clock
  kept: KeptTime | null
  keep(time: KeptTime): void
  /** The computer's clock turned out to be another way off than before. */
  onChange(ahead: number): void
}

/** The time that counts at a venue: the server's, as far as this terminal has heard of it, whatever the computer's clock says. */
export interface VenueClock extends Clock {
  /** How far it is ahead of this computer's. */
  ahead(): number
  /** The server has said what time it is. */
  hear(serverTime: number): void
  /** The computer woke up: its clock went on while nothing else did. */
  resume(): void
  /** Keeps the time for the next start; nothing while the server has never told it. */
  note(): void
}

export function createVenueClock({ clock, kept, keep, onChange }: VenueClockDeps): VenueClock {
  let ahead = kept?.ahead ?? 0
  // Set back while the program was off: what was known to be over is over.
  if (kept) ahead = Math.max(ahead, kept.seenAt - clock.now())
  // Whole milliseconds, here and wherever it changes: the terminal's file takes nothing else for a time.
  ahead = Math.round(ahead)
  let last = { wall: clock.now(), steady: clock.steady?.() ?? 0 }
  let lastJump = { by: 0, steady: Number.NEGATIVE_INFINITY }
  let keptAt = Number.NEGATIVE_INFINITY
  /** It was no earlier than this at a moment of this run. What the computer's clock alone says is no ground to stand on. */
  let least = kept && { at: kept.seenAt, steady: steady() }

  function steady(): number {
    return clock.steady?.() ?? clock.now()
  }

  function note(): void {
    if (!least) return
    keptAt = clock.now()
    keep({ ahead, seenAt: Math.round(least.at + steady() - least.steady) })
  }

  function change(next: number): void {
    ahead = Math.round(next)
    onChange(ahead)
  }

  /** Somebody who sets the computer's clock does not change the time; only a sleep of the computer does. */
  function look(): void {
    if (!clock.steady) return
    const seen = { wall: clock.now(), steady: clock.steady() }
    const jump = seen.wall - last.wall - (seen.steady - last.steady)
    last = seen
    if (Math.abs(jump) <= JUMP_MS) return
    lastJump = { by: jump, steady: seen.steady }
    change(ahead - jump)
  }

  function now(): number {
    look()
    return clock.now() + ahead
  }

  return {
    now,
    after: clock.after,
    ahead() {
      look()
      return ahead
    },
    hear(serverTime) {
      look()
      const next = serverTime - clock.now()
      const isNews = Math.abs(next - ahead) > NEAR_MS
      if (isNews) change(next)
      least = { at: now(), steady: steady() }
      if (isNews || Math.abs(clock.now() - keptAt) >= KEEP_EVERY_MS) note()
    },
    resume() {
      const { by, steady } = lastJump
      if (clock.steady && by > 0 && clock.steady() - steady < WOKE_WITHIN_MS) change(ahead + by)
      lastJump = { by: 0, steady: Number.NEGATIVE_INFINITY }
      last = { wall: clock.now(), steady: clock.steady?.() ?? 0 }
    },
    note() {
      look()
      note()
    },
  }
}
