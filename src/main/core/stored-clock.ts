import { z } from 'zod'
import { type Clock, every } from './clock.ts'
import type { Log } from './log.ts'
import { readEntry } from './secure-entry.ts'
import type { SecureStore } from './secure-store.ts'
import { createVenueClock, type VenueClock } from './venue-clock.ts'

const ENTRY = 'clock'
/** After a loss of power and of the computer's own time, it goes on from at most so long before. */
const KEEP_EVERY = 60_000
const Kept = z.object({ ahead: z.number(), seenAt: z.number() })

export interface StoredClock extends VenueClock {
  close(): void
}

/** The venue's time, with what this computer remembers of it from its last run. */
export function openVenueClock(clock: Clock, store: SecureStore, log: Log, onChange: () => void): StoredClock {
  const venue = createVenueClock({
    clock,
    kept: readEntry(store, ENTRY, Kept),
    keep(time) {
      try {
        store.set(ENTRY, JSON.stringify(time))
      } catch (error) {
        log.warn('the time cannot be kept for the next start', { error })
      }
    },
    onChange(ahead) {
      log.warn('the clock of this computer is another way off than before', { ahead })
      onChange()
    },
  })
  return { ...venue, close: every(clock, KEEP_EVERY, venue.note) }
}
