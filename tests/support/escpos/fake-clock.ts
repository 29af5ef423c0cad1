/** A clock that stands still until a test moves it; due timers then run in order. */
export class FakeClock {
  #now: number
  #timers: { at: number; run: () => void }[] = []
  #watchers: (() => void)[] = []

  constructor(start: number = Date.parse('2026-03-01T02:03:04Z')) {
    this.#now = start
  }

  now = (): number => this.#now

  after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + Math.max(0, ms), run }
    this.#timers.push(timer)
    for (const watcher of this.#watchers.slice()) watcher()
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** The remaining timers, shortest first. */
  get waiting(): number[] {
    return this.#timers.map(({ at }) => at - this.#now).sort((a, b) => a - b)
  }

  /** Resolves when the only pending timer has a matching duration. */
  idle(suits: (pause: number) => boolean = () => true): Promise<number> {
    return new Promise((resolve) => {
      const look = (): void => {
        const [pause, ...others] = this.waiting
        if (pause === undefined || others.length > 0 || !suits(pause)) return
        this.#watchers = this.#watchers.filter((watcher) => watcher !== look)
        resolve(pause)
      }
      this.#watchers.push(look)
      look()
    })
  }

  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#now = next.at
      next.run()
    }
    this.#now = end
  }
}
