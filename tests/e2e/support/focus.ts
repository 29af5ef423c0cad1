import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { until } from './shows.ts'

const isHere = (field: Locator): Promise<boolean> => field.evaluate((one) => one === document.activeElement)

/** Waits until the element has the focus; the error names the focused element. */
export const hasFocus = (field: Locator): Promise<void> =>
  until(async () =>
    expect(
      await field.evaluate((one) => (one === document.activeElement ? 'here' : document.activeElement?.outerHTML)),
    ).toBe('here'),
  )

/** Presses a key once the element has the focus. */
export async function pressAt(field: Locator, key: string): Promise<void> {
  await hasFocus(field)
  await field.press(key)
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, field: Locator): Promise<void> {
  for (let step = 0; step < 30; step += 1) {
    if (await isHere(field)) return
    await stepBy(page, 'Tab')
  }
  throw new Error('Tab does not lead there')
}

/** Presses a key that moves the focus, and waits until it has moved; a menu that has just opened takes a moment. */
export async function stepBy(page: Page, key: string): Promise<void> {
  const before = await page.evaluateHandle(() => document.activeElement)
  await page.keyboard.press(key)
  await page.waitForFunction((was) => document.activeElement !== was, before)
  await before.dispose()
}
