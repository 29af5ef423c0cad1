import type { Clock } from './clock.ts'

/** Smaller differences between two reads are clock corrections, not jumps. */
const JUMP_MS = 2000
/** Smaller differences to the server's time are ignored, because of the response time. */
const NEAR_MS = 1500
/** Longest delay between a clock read after sleep and the wake-up event. */
const WOKE_WITHIN_MS = 15_000
const KEEP_EVERY_MS = 60_000

/** State stored between runs. */
export interface KeptTime {
  /** Offset of the server's time to this computer's clock in ms. */
  ahead: number
  /** Lower bound of the store's time. */
  seenAt: number
}

export interface VenueClockDeps {
  /** This computer's clock. */
  clock: Clock
  kept: KeptTime | null
  keep(time: KeptTime): void
  /** The offset of the computer's clock has changed. */
  onChange(ahead: number): void
}

/** The store's time: the server's as last received, independent of the computer's clock. */
export interface VenueClock extends Clock {
  /** Offset to this computer's clock in ms. */
  ahead(): number
  /** Call with the server's time. */
  hear(serverTime: number): void
  /** Call after the computer woke up: the clock continued during sleep, the monotonic time did not. */
  resume(): void
  /** Stores the time for the next start; does nothing before the server has sent its time. */
  note(): void
}

export function createVenueClock({ clock, kept, keep, onChange }: VenueClockDeps): VenueClock {
  let ahead = kept?.ahead ?? 0
  // The clock was set back while the program was off: use the stored lower bound.
  if (kept) ahead = Math.max(ahead, kept.seenAt - clock.now())
  // Whole milliseconds, because the terminal's file accepts integers only.
  ahead = Math.round(ahead)
  let last = { wall: clock.now(), steady: clock.steady?.() ?? 0 }
  let lastJump = { by: 0, steady: Number.NEGATIVE_INFINITY }
  let keptAt = Number.NEGATIVE_INFINITY
  /** Lower bound from server times of this run; the computer's clock alone is not trusted. */
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

  /** Changes of the computer's clock are ignored, except those caused by sleep. */
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
