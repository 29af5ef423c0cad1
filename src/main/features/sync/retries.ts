import type { Clock } from '#main/core/clock.ts'

const FIRST_PAUSE = 250
const LONGEST_PAUSE = 30_000
/** After so many failures of the server at one start, one after another, it is set aside. */
const FAILURES_TO_SET_ASIDE = 4

/** When each start is tried again, and how often the server has fallen over it. */
export class Retries {
  readonly #clock: Clock
  readonly #dueAt = new Map<string, number>()
  readonly #failures = new Map<string, number>()
  readonly #bugs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** When a start may go; 0 for one that was not put off. */
  dueAt(id: string): number {
    const due = this.#dueAt.get(id) ?? 0
    // A pause longer than any we make means that the computer's clock was set back.
    return due - this.#clock.now() > LONGEST_PAUSE ? 0 : due
  }

  /** 250 ms, doubled up to 30 s, less up to a fifth so that terminals do not knock in step. */
  putOff(id: string): void {
    const count = this.#failures.get(id) ?? 0
    this.#failures.set(id, count + 1)
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(count, 10))
    this.#dueAt.set(id, this.#clock.now() + pause * (0.8 + Math.random() * 0.2))
  }

  /** The server fell over a start once more; answers whether that is enough to set it aside. */
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

  /** Everything may go at once; what the server fell over stays counted. */
  clearPauses(): void {
    this.#dueAt.clear()
    this.#failures.clear()
  }
}
