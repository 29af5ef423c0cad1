import { performance } from 'node:perf_hooks'

/** Several times what any box needs. */
const MESSAGES_PER_SECOND = 100
/** Messages that a box may send at once: hours of laps after a long disconnection. */
const BURST = 3000

/** A token bucket per box, so that one box cannot block the others. The function returns whether a box may send one more message. */
export function createMessageRateLimit(now: () => number = () => performance.now()): (boxId: string) => boolean {
  const left = new Map<string, { count: number; at: number }>()
  return (boxId) => {
    const at = now()
    const current = left.get(boxId)
    const count = current ? Math.min(BURST, current.count + ((at - current.at) / 1000) * MESSAGES_PER_SECOND) : BURST
    left.set(boxId, { count: Math.max(0, count - 1), at })
    return count >= 1
  }
}
