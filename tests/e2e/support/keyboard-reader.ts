import type { Page } from 'playwright-core'

/**
 * A swipe at a keyboard reader: real key events of the browser, 10 ms apart by their own time stamps, so that a slow test
 * machine does not make the reader slower.
 */
export async function swipeAsKeys(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const gap = 0.01
  const began = Date.now() / 1000 - gap * text.length
  const keys = [...text].map((digit) => ({
    key: digit,
    code: `Digit${digit}`,
    text: digit,
    keyCode: digit.charCodeAt(0),
  }))
  const all = [...keys, { key: 'Enter', code: 'Enter', text: '\r', keyCode: 13 }]
  await Promise.all(
    all.flatMap(({ key, code, text, keyCode }, index) =>
      (['keyDown', 'keyUp'] as const).map((type) =>
        session.send('Input.dispatchKeyEvent', {
          type,
          key,
          code,
          windowsVirtualKeyCode: keyCode,
          timestamp: began + gap * index + (type === 'keyUp' ? gap / 2 : 0),
          ...(type === 'keyDown' ? { text } : {}),
        }),
      ),
    ),
  )
  await session.detach()
}
