import type { CDPSession, Page } from 'playwright'

interface TimedKey {
  /** `F4`, `Enter`, or a character. */
  key: string
  /** The time of the press, in ms since 1970. */
  at: number
}

const named: Record<string, { code: string; keyCode: number; text?: string }> = {
  Enter: { code: 'Enter', keyCode: 13, text: '\r' },
  F4: { code: 'F4', keyCode: 115 },
  F5: { code: 'F5', keyCode: 116 },
  F9: { code: 'F9', keyCode: 120 },
}

function keyOf(key: string) {
  const known = named[key]
  if (known) return known
  const code = /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`
  return { code, keyCode: key.toUpperCase().charCodeAt(0), text: key }
}

/**
 * Presses keys through the browser's input with given times, in one batch, so that the machine's speed does not change
 * the pauses between them.
 */
export async function pressTimed(page: Page, keys: readonly TimedKey[]): Promise<void> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await Promise.all(
    keys.flatMap(({ key, at }) => {
      const { code, keyCode, text } = keyOf(key)
      const common = { key, code, windowsVirtualKeyCode: keyCode }
      const down = { ...common, timestamp: at / 1000, ...(text === undefined ? {} : { text }) }
      return [
        devtools.send('Input.dispatchKeyEvent', { type: text === undefined ? 'rawKeyDown' : 'keyDown', ...down }),
        devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common, timestamp: (at + 4) / 1000 }),
      ]
    }),
  )
  await devtools.detach()
}
