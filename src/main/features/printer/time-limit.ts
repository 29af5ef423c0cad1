import type { Clock } from '#main/core/clocks/clock.ts'

/** Waits for a promise; rejects with `message` after `ms`, regardless of the promise. */
export function withTimeout<T>(clock: Clock, ms: number, promise: Promise<T>, message: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(ms, () => reject(new Error(message)))
    promise.then(resolve, reject).finally(stop)
  })
}
