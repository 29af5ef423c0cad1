import type { Locator } from 'playwright'
import { expect } from 'vitest'
import { PATIENCE_MS, until } from '#tests/support/until.ts'

export { until }

/** The visible text. */
export const textOf = (locator: Locator): Promise<string> =>
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
  locator.innerText({ timeout: PATIENCE_MS / 4 })

/** Waits until an element shows a text. */
export const shows = (locator: Locator, wanted: string | RegExp, timeout = PATIENCE_MS): Promise<void> =>
  until(
    async () => {
      const text = await textOf(locator)
      if (typeof wanted === 'string') expect(text).toContain(wanted)
      else expect(text).toMatch(wanted)
    },
    30,
    timeout,
  )
