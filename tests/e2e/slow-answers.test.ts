import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { textOf, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// While the figures of another store load, those of the store before are shown as old, and nothing can be done with them.
let server: VenueServer
let browser: WebBrowser
let other: string

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  const [store] = await server.query<{ name: string }>(`select name from store where org_code = 'A01A02'`)
  other = store?.name ?? ''
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

/** Holds the answers for the other store back until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(
    (url) => url.searchParams.get('sysOrgCode') === 'A01A02',
    async (route) => {
      await held.promise
      await route.continue()
    },
  )
  return held.resolve
}
async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(other, { exact: true }).click()
}

it('a ranking is not cleared for the store before', async () => {
  const page = await browser.openSignedIn(server, 'hq', '/ranking/sysRanking')
  const clear = page.getByRole('button', { name: t('ranking.clear') })
  const panel = page.locator('.pl-ranking')
  await clear.waitFor()
  const release = await holdAnswers(page)
  await choose(page, t('ranking.sysOrgCode'))
  await until(async () => expect(await panel.getAttribute('aria-busy')).toBe('true'))
  expect(await clear.isDisabled()).toBe(true)
  expect(await panel.evaluate((element) => getComputedStyle(element).opacity)).not.toBe('1')
  release()
  await until(async () => expect(await panel.getAttribute('aria-busy')).toBe('false'))
})

it('statistics and reports of the store before are shown as old', async () => {
  for (const [path, shown] of [
    ['/statistics/sysStatistics', '.pl-figures'],
    ['/report/sysLiability', '.pl-report'],
  ] as const) {
    const page = await browser.openSignedIn(server, 'hq', path)
    const figures = page.locator(shown).first()
    // Nothing is old before the first answer.
    await until(async () => expect(await textOf(figures)).not.toContain('…'))
    const release = await holdAnswers(page)
    await choose(page, t('records.store'))
    await until(async () => expect(await figures.getAttribute('aria-busy')).toBe('true'))
    expect(await figures.evaluate((element) => getComputedStyle(element).opacity)).not.toBe('1')
    release()
    await until(async () => expect(await figures.getAttribute('aria-busy')).toBe('false'))
  }
})
