/** Time as the printer sees it; tests bring their own. */
export interface Clock {
  now(): number
  /** Runs something later and returns the function that calls it off. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Waits for a promise, at most so long; after that it rejects with `message`, whatever becomes of the promise. */
export function within<T>(clock: Clock, ms: number, promise: Promise<T>, message: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(ms, () => reject(new Error(message)))
    promise.then(resolve, reject).finally(stop)
  })
}
