import { type Browser, chromium, type Page } from 'playwright'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'

export const PASSWORD_FIELD = 'input[type=password]'

/** A script that a page loaded before it accepted input, with its bytes as sent: compressed, with headers. */
export interface FetchedScript {
  /** Its path, such as `/assets/start-1a2b.js`. */
  path: string
  bytes: number
}

export interface Visit {
  /** From the navigation until the page accepts input, by its own clock. */
  ms: number
  scripts: FetchedScript[]
}

interface VisitOptions {
  url: string
  /** The field that shows that the page is ready. */
  selector: string
  /** The factor by which the processor is slowed down. */
  slowness?: number
}

/**
 * A first visit with an empty cache, until the field is enabled and painted and the page can handle a key.
 *
 * Bytes are taken from the browser's own network log, so that all requests of the start are included.
 */
export async function visit(browser: Browser, { url, selector, slowness = 1 }: VisitOptions): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  try {
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    const scripts = new Map<string, FetchedScript>()
    network.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
      if (type === 'Script') scripts.set(requestId, { path: new URL(request.url).pathname, bytes: 0 })
    })
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const script = scripts.get(requestId)
      if (script) script.bytes = encodedDataLength
    })
    await network.send('Network.enable')
    if (slowness > 1) await network.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.addInitScript((wanted) => {
      const look = () => {
        const found = document.querySelector<HTMLInputElement>(wanted)
        if (!found || found.disabled) return
        watch.disconnect()
        requestAnimationFrame(() => setTimeout(() => Object.assign(window, { usableAt: performance.now() })))
      }
      const watch = new MutationObserver(look)
      watch.observe(document, { childList: true, subtree: true })
    }, selector)
    await page.goto(url)
    const usable = await page.waitForFunction(() => 'usableAt' in window && Number(window.usableAt))
    const ms = Number(await usable.jsonValue())
    await page.waitForLoadState('networkidle')
    return { ms, scripts: [...scripts.values()] }
  } finally {
    await context.close()
  }
}

/** The browser, or the reason why there is none. */
export async function startBrowser(): Promise<Browser | string> {
  const { PITLANE_CHROMIUM = '/usr/bin/chromium' } = process.env
  try {
    return await chromium.launch({
      executablePath: PITLANE_CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    })
  } catch (error) {
    return String(error).split('\n', 1)[0] ?? ''
  }
}

/** Signs in at the page as a cashier of the demo venue, and goes to an address behind the sign-in. */
export async function enterAsCashier(page: Page, url: string, address: string): Promise<void> {
  await page.goto(url)
  await page.locator('input[type=text]').first().fill('cashier')
  await page.locator(PASSWORD_FIELD).fill(DEMO_PASSWORD)
  await page.locator(PASSWORD_FIELD).press('Enter')
  await page.locator(PASSWORD_FIELD).waitFor({ state: 'detached' })
  await page.goto(`${url}/${address}`)
}
