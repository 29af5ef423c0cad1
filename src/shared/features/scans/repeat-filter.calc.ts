/** What was read lately, by value, with the time of its last read whether accepted or not. */
export type RecentReads = ReadonlyMap<string, number>

export const noReads: RecentReads = new Map()

/** One event per card within this time across all readers of the counter. */
const REPEAT_WINDOW_MS = 1200

/**
 * Drops the repeats of a value.
 *
 * The window starts again with every read, suppressed ones too: a card that lies on a reader which repeats every 300 ms
 * is one event for as long as it lies there, and counts again 1.2 s after it was taken away.
 */
export function acceptRead(
  reads: RecentReads,
  value: string,
  at: number,
  windowMs: number = REPEAT_WINDOW_MS,
): { accepted: boolean; reads: RecentReads } {
  // The distance and not the difference: a clock that is set back a little must not let a repeat through.
  const isRecent = (time: number) => Math.abs(at - time) < windowMs
  const previous = reads.get(value)
  const kept = new Map([...reads].filter(([, time]) => isRecent(time)))
  kept.set(value, at)
  return { accepted: previous === undefined || !isRecent(previous), reads: kept }
}
