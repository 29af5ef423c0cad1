import type { Clock } from './clock.ts'

/** Smaller differences between two reads are clock corrections, not jumps. */
const MIN_JUMP_MS = 2000
/** Smaller differences to the server's time are ignored, because of the response time. */
const TOLERANCE_MS = 1500
/** Longest delay between a clock read after sleep and the wake-up event. */
const WAKE_DELAY_MS = 15_000
const SAVE_INTERVAL_MS = 60_000

/** State stored between runs. */
export interface StoredTime {
  /** Offset of the server's time to this computer's clock in ms. */
  ahead: number
  /** Lower bound of the store's time. */
  seenAt: number
}

export interface VenueClockDeps {
  /** This computer's clock. */
  clock: Clock
  stored: StoredTime | null
  store(time: StoredTime): void
  /** The offset of the computer's clock has changed. */
  onChange(ahead: number): void
}

/** The store's time: the server's as last received, independent of the computer's clock. */
export interface VenueClock extends Clock {
  /** Offset to this computer's clock in ms. */
  offset(): number
  /** Call with the server's time. */
  setServerTime(serverTime: number): void
  /** Call after the computer woke up: the clock continued during sleep, the monotonic time did not. */
  resume(): void
  /** Stores the time for the next start; does nothing before the server has sent its time. */
  save(): void
}

export function createVenueClock({ clock, stored, store, onChange }: VenueClockDeps): VenueClock {
  let ahead = stored?.ahead ?? 0
  // The clock was set back while the program was off: use the stored lower bound.
  if (stored) ahead = Math.max(ahead, stored.seenAt - clock.now())
  // Whole milliseconds, because the terminal's file accepts integers only.
  ahead = Math.round(ahead)
  let last = { wall: clock.now(), steady: clock.steady?.() ?? 0 }
  let lastJump = { by: 0, steady: Number.NEGATIVE_INFINITY }
  let savedAt = Number.NEGATIVE_INFINITY
  /** Lower bound from server times of this run; the computer's clock alone is not trusted. */
  let lowerBound = stored && { at: stored.seenAt, steady: steady() }

  function steady(): number {
    return clock.steady?.() ?? clock.now()
  }

  function save(): void {
    if (!lowerBound) return
    savedAt = clock.now()
    store({ ahead, seenAt: Math.round(lowerBound.at + steady() - lowerBound.steady) })
  }

  function change(next: number): void {
    ahead = Math.round(next)
    onChange(ahead)
  }

  /** Changes of the computer's clock are ignored, except those caused by sleep. */
  function detectJump(): void {
    if (!clock.steady) return
    const read = { wall: clock.now(), steady: clock.steady() }
    const jump = read.wall - last.wall - (read.steady - last.steady)
    last = read
    if (Math.abs(jump) <= MIN_JUMP_MS) return
    lastJump = { by: jump, steady: read.steady }
    change(ahead - jump)
  }

  function now(): number {
    detectJump()
    return clock.now() + ahead
  }

  return {
    now,
    after: clock.after,
    offset() {
      detectJump()
      return ahead
    },
    setServerTime(serverTime) {
      detectJump()
      const next = serverTime - clock.now()
      const isNews = Math.abs(next - ahead) > TOLERANCE_MS
      if (isNews) change(next)
      lowerBound = { at: now(), steady: steady() }
      if (isNews || Math.abs(clock.now() - savedAt) >= SAVE_INTERVAL_MS) save()
    },
    resume() {
      const { by, steady } = lastJump
      if (clock.steady && by > 0 && clock.steady() - steady < WAKE_DELAY_MS) change(ahead + by)
      lastJump = { by: 0, steady: Number.NEGATIVE_INFINITY }
      last = { wall: clock.now(), steady: clock.steady?.() ?? 0 }
    },
    save() {
      detectJump()
      save()
    },
  }
}
