import type { Clock } from '#main/core/clock.ts'

/** Well within the minute for which the server reserves the papers of a charge for the selling terminal. */
const PRINT_WINDOW_MS = 30_000
/** Longer than a call with a lost answer is repeated. */
const RETENTION_MS = 24 * 3600_000

/**
 * Remembers when calls were first sent from here, and for which store. The papers of a charge are printed from its answer
 * only shortly after that. After a later answer another terminal of the store may have printed them already.
 */
export function answeredCharges({ now }: Pick<Clock, 'now'>) {
  const sent = new Map<string, { at: number; orgCode: string }>()

  return {
    noteSending(key: string, orgCode: string): void {
      // The map is in order of sending.
      for (const [old, { at }] of sent) {
        if (now() - at < RETENTION_MS) break
        sent.delete(old)
      }
      if (!sent.has(key)) sent.set(key, { at: now(), orgCode })
    },

    /** The store of a call whose papers this terminal may print now; null where it may not. */
    storeOf(key: string): string | null {
      const first = sent.get(key)
      if (!first) return null
      const age = now() - first.at
      return age >= 0 && age <= PRINT_WINDOW_MS ? first.orgCode : null
    },
  }
}
