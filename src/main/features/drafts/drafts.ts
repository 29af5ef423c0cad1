import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import { readEntry } from '#main/core/storage/secure-entry.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { CounterDraft } from '#shared/ipc/drafts.ts'

const ENTRY = 'draft'
/** The guest of before is still there for so long. */
const KEPT_MS = 15 * 60_000

/** The half-filled form of the counter, sealed on the disk, so that a crash or a power cut costs nobody the choice again. */
export function createDrafts({ store, clock, log }: { store: SecureStore; clock: Clock; log: Log }) {
  return {
    read(): CounterDraft | null {
      const draft = readEntry(store, ENTRY, CounterDraft)
      if (!draft || Math.abs(clock.now() - Date.parse(draft.at)) > KEPT_MS) return null
      return draft
    },

    keep(draft: CounterDraft | null): void {
      try {
        // The time that counts is the venue's, whatever this computer's clock says to the page.
        if (draft) store.set(ENTRY, JSON.stringify({ ...draft, at: new Date(clock.now()).toISOString() }))
        else store.remove(ENTRY)
      } catch (error) {
        // Keeping it is a convenience: a full disk must not stop the counter.
        log.warn('the half-filled form cannot be kept', { error })
      }
    },
  }
}
