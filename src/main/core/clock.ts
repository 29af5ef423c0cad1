/** Time as the terminal sees it; tests bring their own. */
export interface Clock {
  now(): number
  /** Milliseconds that pass evenly, whoever sets the clock; stands still while the computer sleeps. */
  steady?(): number
  /** Runs something later and returns the function that calls it off. */
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

/** Runs something again and again, the pause counted from its end; returns the function that stops it. */
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
