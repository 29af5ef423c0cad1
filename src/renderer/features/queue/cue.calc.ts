import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'

/** After this many minutes since the call the guest may not have heard it. */
const LONG_CALLED_MINUTES = 3
/** When fewer minutes are left before a number expires, staff should look for the guest. */
const EXPIRES_SOON_MINUTES = 10

/** A hint for staff on a queue entry, and its urgency. */
interface Cue {
  key: 'queue.calledSince' | 'queue.expiresIn'
  minutes: number
  tone: 'usual' | 'warning' | 'error'
}

/** Returns the cue of a queue entry: a guest who does not come, or a number that expires soon. */
export function cueOf({
  queueState,
  calledMinutes,
  leftMinutes,
}: Pick<QueueEntry, 'queueState' | 'calledMinutes' | 'leftMinutes'>): Cue | null {
  if (leftMinutes !== null && leftMinutes < EXPIRES_SOON_MINUTES)
    return { key: 'queue.expiresIn', minutes: leftMinutes + 1, tone: 'error' }
  if (queueState !== 'CALLED' || calledMinutes === null || calledMinutes === 0) return null
  return {
    key: 'queue.calledSince',
    minutes: calledMinutes,
    tone: calledMinutes < LONG_CALLED_MINUTES ? 'usual' : 'warning',
  }
}

type Party = Pick<QueueEntry, 'id' | 'consumeid' | 'queueState'>

/** The entries paid by the same order, with the given one first. */
export function partyOf<E extends Party>(entry: E, queue: readonly E[]): E[] {
  const others = queue.filter(({ id, consumeid }) => id !== entry.id && consumeid === entry.consumeid)
  return [entry, ...others]
}
