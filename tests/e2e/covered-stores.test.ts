import { afterAll, beforeAll, expect, it } from 'vitest'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const NAMES = ['极速卡丁·滨江店', '极速卡丁·城西店']
const COUNT = t('covers.count', { count: 2 })

it('names the stores that a report covers to a user of several stores, and the chosen store', async () => {
  const page = await browser.openSignedIn(server, 'hq', '/dashboard/analysis')
  const head = page.locator('.pl-page-head .pl-covers')
  await until(async () => expect(await head.textContent()).toBe(NAMES.join('、')))
  expect(await page.locator('.pl-header-store').textContent()).toContain(COUNT)
  const tile = page.locator('.pl-figure').first()
  await until(async () => expect(await tile.textContent()).toContain(COUNT))
  for (const path of ['/report/sysLossRadar', '/shift/sysShiftList', '/reconciliation/sysReconciliationList']) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, path)
    await until(async () => expect(await head.textContent()).toBe(NAMES.join('、')))
  }
  await page.evaluate(() => {
    location.hash = '/statistics/sysStatistics?sysOrgCode=A01A02'
  })
  await until(async () => expect(await head.textContent()).toBe(NAMES[1]))
  await until(async () => expect(await tile.textContent()).toContain(NAMES[1]))
})

it('shows no store names to a user of one store', async () => {
  const page = await browser.openSignedIn(server, 'manager2', '/dashboard/analysis')
  await page.locator('.pl-figure').first().waitFor()
  await until(async () => expect(await page.locator('.pl-header-store').textContent()).toBe(NAMES[1]))
  expect(await page.locator('.pl-covers').count()).toBe(0)
})
