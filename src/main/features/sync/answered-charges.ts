import type { Clock } from '#main/core/clock.ts'

/** Well within the minute for which the server keeps the papers of a charge for the terminal that sold it. */
const PRINTS_WITHIN = 30_000
/** Longer than anybody repeats a call whose answer got lost. */
const REMEMBERED_FOR = 24 * 3600_000

/**
 * When calls were first sent from here, and for which store. The papers of a charge are printed from its answer only shortly after that: of a
 * later answer, such as one to a repetition, another terminal of the store may have printed them.
 */
export function answeredCharges({ now }: Pick<Clock, 'now'>) {
  const sent = new Map<string, { at: number; orgCode: string }>()

  return {
    noteSending(key: string, orgCode: string): void {
      // In the order of their sending.
      for (const [old, { at }] of sent) {
        if (now() - at < REMEMBERED_FOR) break
        sent.delete(old)
      }
      if (!sent.has(key)) sent.set(key, { at: now(), orgCode })
    },

    /** The store whose papers this terminal may print from the answer that has just come; null where it may not. */
    storeOf(key: string): string | null {
      const first = sent.get(key)
      if (!first) return null
      const age = now() - first.at
      return age >= 0 && age <= PRINTS_WITHIN ? first.orgCode : null
    },
  }
}
