import type { Clock } from '#main/core/clocks/clock.ts'

const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 30_000
/** After this many consecutive server failures a start is set aside. */
const FAILURES_TO_SET_ASIDE = 4

/** Tracks when each start is retried, and how often the server failed at it. */
export class Retries {
  readonly #clock: Clock
  readonly #dueAt = new Map<string, number>()
  readonly #failures = new Map<string, number>()
  readonly #bugs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** When a start may be sent (ms); 0 for one without a pause. */
  dueAt(id: string): number {
    const due = this.#dueAt.get(id) ?? 0
    // A longer pause than the maximum means that the computer's clock was set back.
    return due - this.#clock.now() > MAX_PAUSE_MS ? 0 : due
  }

  /** Exponential backoff from 250 ms to 30 s, with up to 20 % jitter so that terminals do not retry in step. */
  putOff(id: string): void {
    const count = this.#failures.get(id) ?? 0
    this.#failures.set(id, count + 1)
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(count, 10))
    this.#dueAt.set(id, this.#clock.now() + pause * (0.8 + Math.random() * 0.2))
  }

  /** Counts a server failure at a start; returns whether it is to be set aside. */
  countBug(id: string): boolean {
    const bugs = (this.#bugs.get(id) ?? 0) + 1
    this.#bugs.set(id, bugs)
    return bugs >= FAILURES_TO_SET_ASIDE
  }

  forget(id: string): void {
    this.#dueAt.delete(id)
    this.#failures.delete(id)
    this.#bugs.delete(id)
  }

  /** Ends all pauses; the failure counts stay. */
  clearPauses(): void {
    this.#dueAt.clear()
    this.#failures.clear()
  }
}
