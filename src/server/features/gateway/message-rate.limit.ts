import { performance } from 'node:perf_hooks'

/** Several times what any box has to say. */
const PER_SECOND = 100
/** What one may say at once: hours of laps that it could not say before. */
const AT_ONCE = 3000

/** Who says more than any box has to say keeps the others from being heard: answers whether a box may say one thing more. */
export function createMessageRateLimit(now: () => number = () => performance.now()): (boxId: string) => boolean {
  const left = new Map<string, { count: number; at: number }>()
  return (boxId) => {
    const at = now()
    const known = left.get(boxId)
    const count = known ? Math.min(AT_ONCE, known.count + ((at - known.at) / 1000) * PER_SECOND) : AT_ONCE
    left.set(boxId, { count: Math.max(0, count - 1), at })
    return count >= 1
  }
}
