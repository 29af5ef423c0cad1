import { AppError } from '#shared/core/errors.ts'

/** Calls that one personal access token may make each minute at one copy of the server. */
export const TOKEN_CALLS_PER_MINUTE = 600

const WINDOW_MS = 60_000
const MOST = 10_000

/** Counts calls by name within fixed minutes, in this process. */
export interface RateLimit {
  /** Counts a call. Throws `common.tooManyRequests` above the limit. */
  count(name: string): void
}

export function createRateLimit(perMinute: number, now: () => number = () => performance.now()): RateLimit {
  const windows = new Map<string, { begun: number; calls: number }>()
  return {
    count(name) {
      const known = windows.get(name)
      if (known && now() - known.begun < WINDOW_MS) {
        known.calls++
        if (known.calls > perMinute) throw new AppError('common.tooManyRequests')
        return
      }
      windows.delete(name)
      if (windows.size >= MOST) windows.delete(windows.keys().next().value ?? '')
      windows.set(name, { begun: now(), calls: 1 })
    },
  }
}
