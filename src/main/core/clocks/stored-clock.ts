import { z } from 'zod'
import type { Log } from '#main/core/log.ts'
import { readEntry } from '#main/core/storage/secure-entry.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { type Clock, every } from './clock.ts'
import { createVenueClock, type VenueClock } from './venue-clock.ts'

const ENTRY = 'clock'
/** Interval of saving the time; after a power loss the stored time is at most this old. */
const SAVE_INTERVAL_MS = 60_000
const Stored = z.object({ ahead: z.number(), seenAt: z.number() })

export interface StoredClock extends VenueClock {
  close(): void
}

/** Opens the store's clock with the offset stored by the last run. */
export function openVenueClock(clock: Clock, store: SecureStore, log: Log, onChange: () => void): StoredClock {
  const venue = createVenueClock({
    clock,
    stored: readEntry(store, ENTRY, Stored),
    store(time) {
      try {
        store.set(ENTRY, JSON.stringify(time))
      } catch (error) {
        log.warn('the time cannot be stored for the next start', { error })
      }
    },
    onChange(ahead) {
      log.warn('the offset of this computer’s clock has changed', { ahead })
      onChange()
    },
  })
  return { ...venue, close: every(clock, SAVE_INTERVAL_MS, venue.save) }
}
