import type { Page } from 'playwright'
import { wedgeOptions } from '#shared/features/scans/index.ts'
import { pressTimed } from './timed-keys.ts'

const GAP_MS = 10

/**
 * Longer than the page attributes another Enter to the reader (readers send CR and LF), and shorter than a human key
 * press.
 */
const HAND_MS = 150

/** A number with fewer characters is requested again where somebody has just typed (docs/counter.md#typing-while-a-card-is-read). */
const WHOLE = 10

/**
 * The pause before a scan, in ms. The keys of a test have no hold time, like a reader's, and would be taken for the
 * beginning of the scan.
 */
const pauseBefore = (text: string): number => (text.length < WHOLE ? wedgeOptions.typingMs : wedgeOptions.tornMs) + 100

/** The keys of a scan at a keyboard reader, 10 ms apart, from a given time. */
export const swipeKeys = (text: string, from: number) =>
  [...text, 'Enter'].map((key, index) => ({ key, at: from + GAP_MS * index }))

/**
 * Scans at a keyboard reader: real key events of the browser with their own times, separate from keys that the test has
 * pressed before. It resolves when the next key counts as typed; an earlier Enter would count as the reader's.
 */
export async function swipeAsKeys(page: Page, text: string): Promise<void> {
  const keys = swipeKeys(text, Date.now() + pauseBefore(text))
  await pressTimed(page, keys)
  await page.waitForFunction((handAt) => Date.now() > handAt, (keys.at(-1)?.at ?? 0) + HAND_MS)
}
