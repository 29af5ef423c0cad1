import type { Page } from 'playwright'
import { wedgeOptions } from '#shared/features/scans/index.ts'
import { pressTimed } from './timed-keys.ts'

const GAP_MS = 10

/** Longer than the page takes a further Enter for the reader's own (readers send CR and LF), and shorter than a hand needs. */
const HAND_MS = 150

/** A number with fewer characters is requested again where somebody has just typed (docs/counter.md#typing-while-a-card-is-read). */
const WHOLE = 10

/**
 * How long the hands were off the keyboard: a test's keys are held for no time at all, as a reader's are, and would be taken for
 * the beginning of a swipe that comes at once.
 */
const pauseBefore = (text: string): number => (text.length < WHOLE ? wedgeOptions.typingMs : wedgeOptions.tornMs) + 100

/** The keys of a swipe at a keyboard reader, 10 ms apart, beginning at a time. */
export const swipeKeys = (text: string, from: number) =>
  [...text, 'Enter'].map((key, index) => ({ key, at: from + GAP_MS * index }))

/**
 * A swipe at a keyboard reader: real key events of the browser with times of their own. What a test has
 * pressed just before is no part of the swipe. It answers when a hand can press the next key: before, an Enter would count as the
 * reader's.
 */
export async function swipeAsKeys(page: Page, text: string): Promise<void> {
  const keys = swipeKeys(text, Date.now() + pauseBefore(text))
  await pressTimed(page, keys)
  await page.waitForFunction((handAt) => Date.now() > handAt, (keys.at(-1)?.at ?? 0) + HAND_MS)
}
