import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { type phone, startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

/** Opens a page of the guide; what the browser refuses, such as a script inside the page, is collected. */
async function openGuide(path: string, size?: typeof phone): Promise<{ page: Page; refused: string[] }> {
  const page = await browser.open('about:blank', size)
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) refused.push(request.url())
  })
  await page.goto(`${server.url}/guide/${path}`)
  await page.locator('h1').first().waitFor()
  return { page, refused }
}

async function search(page: Page, words: string, found: string): Promise<void> {
  const box = page.getByRole('searchbox')
  // A page that has just been loaded may not hear keys yet.
  await until(async () => {
    if (!(await box.isVisible())) await page.keyboard.press('Control+k')
    expect(await box.isVisible()).toBe(true)
  }, 200)
  await box.fill(words)
  await page.getByRole('option').filter({ hasText: found }).first().click()
}

describe('the guide', () => {
  it('is searched in Chinese and English, and needs no other server', async () => {
    const { page, refused } = await openGuide('')
    await search(page, '打印机缺纸', '打印机故障')
    await page.getByRole('heading', { level: 1, name: '读卡器与打印机' }).waitFor()
    await search(page, '余额不足', '余额不足')
    await page.waitForURL(/\/guide\/faults\//)
    await page.goto(`${server.url}/guide/en/`)
    await search(page, 'emergency stop', 'Emergency stop')
    await page.waitForURL(/\/guide\/en\//)
    expect(refused).toEqual([])
  })

  it('has a page of its own for a missing one, and leads to the other language', async () => {
    const { page } = await openGuide('en/nowhere')
    await page.getByText('No such page').waitFor()
    await page.goto(`${server.url}/guide/en/money`)
    await page.getByRole('heading', { level: 1, name: 'Money and shifts' }).waitFor()
    await page.goto(`${server.url}/guide/print`)
    await page.getByRole('heading', { name: '收银员的一天' }).first().waitFor()
  })

  it.each(['', 'cashier-day', 'en/faults/counter', 'en/developers/vehicle-clients'])(
    'meets the accessibility rules: %s',
    async (path) => {
      const { page } = await openGuide(path)
      expect(await problemsOf(page)).toEqual([])
    },
  )
})

/** The look follows a class and not the colour scheme of the document, so both are waited for here. */
async function problemsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const follow = () => {
      document.documentElement.style.colorScheme = document.documentElement.classList.contains('dark')
        ? 'dark'
        : 'light'
    }
    new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ['class'] })
    follow()
  })
  return accessibilityProblems(page)
}
