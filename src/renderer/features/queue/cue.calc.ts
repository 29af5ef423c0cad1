import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'

/** Somebody who was called so long ago may not have heard it. */
const LONG_CALLED = 3
/** So short before a number expires somebody should look for its guest. */
const EXPIRES_SOON = 10

/** What somebody should know of a place in line before all others, and how much it presses. */
interface Cue {
  key: 'queue.calledSince' | 'queue.expiresIn'
  minutes: number
  tone: 'usual' | 'warning' | 'error'
}

/** What a place in line wants of the hands of the venue: a guest who does not come, a number that ends. */
export function cueOf({
  queueState,
  calledMinutes,
  leftMinutes,
}: Pick<QueueEntry, 'queueState' | 'calledMinutes' | 'leftMinutes'>): Cue | null {
  if (leftMinutes !== null && leftMinutes < EXPIRES_SOON)
    return { key: 'queue.expiresIn', minutes: leftMinutes + 1, tone: 'error' }
  if (queueState !== 'CALLED' || calledMinutes === null || calledMinutes === 0) return null
  return { key: 'queue.calledSince', minutes: calledMinutes, tone: calledMinutes < LONG_CALLED ? 'usual' : 'warning' }
}

type Party = Pick<QueueEntry, 'id' | 'consumeid' | 'queueState'>

/** Those of a line who ride together with somebody, who stands first: one order paid for them. */
export function partyOf<E extends Party>(entry: E, line: readonly E[]): E[] {
  const others = line.filter(({ id, consumeid }) => id !== entry.id && consumeid === entry.consumeid)
  return [entry, ...others]
}
