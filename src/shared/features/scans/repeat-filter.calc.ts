import type { Scan } from '#shared/ipc/devices.ts'
import { barcodesOf } from './barcode.calc.ts'

/** Time of the last read by value, including suppressed reads. */
export type RecentReads = ReadonlyMap<string, number>

export const noReads: RecentReads = new Map()

/** Repeated reads of a card within this time are suppressed, across all readers of the counter. */
const REPEAT_WINDOW_MS = 1200
/** The same for codes that a person scans one by one, such as two bottles of the same water. */
const CODE_WINDOW_MS = 400

/** The time within which a read repeats the one before it. */
export const repeatWindowOf = ({ kind, source }: Pick<Scan, 'kind' | 'source'>): number =>
  source === 'wedge' && (kind === 'coupon' || kind === 'unknown') ? CODE_WINDOW_MS : REPEAT_WINDOW_MS

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
): { accepted: boolean; isBounce: boolean; reads: RecentReads } {
  // The absolute difference, so that a clock set back slightly does not let a repeat through.
  const isWithin = (time: number, ms: number) => Math.abs(at - time) < ms
  const previous = reads.get(value)
  // As long as any window, because another value may have a longer one.
  const kept = new Map([...reads].filter(([, time]) => isWithin(time, REPEAT_WINDOW_MS)))
  kept.set(value, at)
  const isRepeat = (ms: number) => previous !== undefined && isWithin(previous, ms)
  return { accepted: !isRepeat(windowMs), isBounce: isRepeat(CODE_WINDOW_MS), reads: kept }
}

type Read = Pick<Scan, 'kind' | 'value' | 'source'>

/**
 * The scan that a read is, or null for a repeat of the reader. A barcode of eight digits looks like a card, and a person may scan two pieces
 * of a product at once: such a read is a scan with `isRepeat`, which is nothing but a product.
 */
export function scanOfRead(reads: RecentReads, read: Read, at: number): { scan: Scan | null; reads: RecentReads } {
  const scan = { ...read, at: new Date(at).toISOString() }
  // Typed input is never a repeat; only devices repeat reads.
  if (read.source === 'manual') return { scan, reads }
  const { accepted, isBounce, reads: next } = acceptRead(reads, read.value, at, repeatWindowOf(read))
  if (accepted) return { scan, reads: next }
  return { scan: !isBounce && barcodesOf(read).length > 0 ? { ...scan, isRepeat: true } : null, reads: next }
}
