import type { Locator } from 'playwright'
import { expect, vi } from 'vitest'

/** What a person can read there now. */
export const textOf = (locator: Locator): Promise<string> =>
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count
  locator.innerText({ timeout: 1000 })

/** Waits until an element shows a text. */
export const shows = (locator: Locator, wanted: string | RegExp, timeout = 10_000): Promise<void> =>
  until(async () => {
    const text = await textOf(locator)
    if (typeof wanted === 'string') expect(text).toContain(wanted)
    else expect(text).toMatch(wanted)
  }, timeout)

/** Waits until what it expects is so. */
export const until = <T>(expectation: () => T | Promise<T>, timeout = 10_000): Promise<T> =>
  vi.waitFor(expectation, { timeout, interval: 30 })
