import type { Page } from 'playwright'
import { pressTimed } from './timed-keys.ts'

const GAP_MS = 10

/** Longer than the page takes a further Enter for the reader's own (readers send CR and LF), and shorter than a hand needs. */
const HAND_MS = 150

/** The keys of a swipe at a keyboard reader, 10 ms apart, beginning at a time. */
export const swipeKeys = (text: string, from: number) =>
  [...text, 'Enter'].map((key, index) => ({ key, at: from + GAP_MS * index }))

/**
 * A swipe at a keyboard reader: real key events of the browser with times of their own. They begin now: what a test has pressed
 * just before is no part of the swipe, as it would be with times of the past on a fast machine. It answers when a hand can press the
 * next key: before, an Enter would count as the reader's.
 */
export async function swipeAsKeys(page: Page, text: string): Promise<void> {
  const keys = swipeKeys(text, Date.now())
  await pressTimed(page, keys)
  await page.waitForFunction((handAt) => Date.now() > handAt, (keys.at(-1)?.at ?? 0) + HAND_MS)
}
