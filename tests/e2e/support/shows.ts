import type { Locator } from 'playwright'
import { expect } from 'vitest'
import { PATIENCE_MS, until } from '#tests/support/until.ts'

export { until }

/** The visible text. */
export const textOf = (locator: Locator): Promise<string> =>
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
  locator.innerText({ timeout: PATIENCE_MS / 4 })

/** Waits until an element shows a text. */
export const shows = (locator: Locator, expected: string | RegExp, timeout = PATIENCE_MS): Promise<void> =>
  until(
    async () => {
      const text = await textOf(locator)
      if (typeof expected === 'string') expect(text).toContain(expected)
      else expect(text).toMatch(expected)
    },
    30,
    timeout,
  )
