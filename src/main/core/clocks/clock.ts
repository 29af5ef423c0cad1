/** The terminal's time source; tests use their own. */
export interface Clock {
  now(): number
  /** Monotonic milliseconds; pauses while the computer sleeps. */
  steady?(): number
  /** Runs a function later; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  steady: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Runs a function repeatedly, `ms` after the end of the previous run; returns a function that stops it. */
export function every(clock: Clock, ms: number, run: () => unknown): () => void {
  let stopped = false
  let cancel: () => void = () => undefined
  const next = (): void => {
    cancel = clock.after(ms, () => {
      void Promise.resolve()
        .then(run)
        .catch(() => undefined)
        .finally(() => stopped || next())
    })
  }
  next()
  return () => {
    stopped = true
    cancel()
  }
}
