import { type Browser, chromium, type Page } from 'playwright'
import { watchPage } from './failure-pictures.ts'

const desktop = { width: 1366, height: 768 }
export const phone = { width: 390, height: 844 }

/** One browser for the web admin; each person gets a profile of their own. */
export async function startBrowser(): Promise<{
  open(url: string, size?: typeof desktop): Promise<Page>
  close(): Promise<void>
}> {
  const browser: Browser = await chromium.launch({
    executablePath: process.env.PITLANE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  return {
    async open(url, size = desktop) {
      const context = await browser.newContext({ viewport: size, timezoneId: 'Asia/Shanghai' })
      const page = await context.newPage()
      page.setDefaultTimeout(10_000)
      watchPage(page)
      await page.goto(url)
      return page
    },
    close: () => browser.close(),
  }
}
