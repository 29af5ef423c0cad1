import type { Page } from 'playwright'
import { pressTimed } from './timed-keys.ts'

/** The keys of a swipe at a keyboard reader, 10 ms apart, beginning at a time. */
export const swipeKeys = (text: string, from: number) =>
  [...text, 'Enter'].map((key, index) => ({ key, at: from + 10 * index }))

/**
 * A swipe at a keyboard reader: real key events of the browser with times of their own. They begin now: what a test has pressed
 * just before is no part of the swipe, as it would be with times of the past on a fast machine.
 */
export const swipeAsKeys = (page: Page, text: string): Promise<void> => pressTimed(page, swipeKeys(text, Date.now()))
