/** Time of the last read by value, including suppressed reads. */
export type RecentReads = ReadonlyMap<string, number>

export const noReads: RecentReads = new Map()

/** Repeated reads of a card within this time are suppressed, across all readers of the counter. */
const REPEAT_WINDOW_MS = 1200

/**
 * Suppresses repeated reads of a value.
 *
 * Every read restarts the window, suppressed ones too: a card left on a reader that repeats every 300 ms
 * is one event, and counts again 1.2 s after its removal.
 */
export function acceptRead(
  reads: RecentReads,
  value: string,
  at: number,
  windowMs: number = REPEAT_WINDOW_MS,
): { accepted: boolean; reads: RecentReads } {
  // The absolute difference, so that a clock set back slightly does not let a repeat through.
  const isRecent = (time: number) => Math.abs(at - time) < windowMs
  const previous = reads.get(value)
  const kept = new Map([...reads].filter(([, time]) => isRecent(time)))
  kept.set(value, at)
  return { accepted: previous === undefined || !isRecent(previous), reads: kept }
}
