import { afterAll, beforeAll, expect, it } from 'vitest'
import { pagesOf } from '#renderer/app/menu/menu.calc.ts'
import type { Permissions } from '#shared/features/access/access.schema.ts'
import { nameSampleOnFailure, sampled } from '#tests/support/runner/sample.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser

/** How many pages are checked in a sample. */
const SAMPLED_PAGES = 16

cleanUpPages()
nameSampleOnFailure()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  const template = { templateCode: 'late.start', templateName: '晚点通知', templateType: '1', templateContent: '稍等' }
  await server.call(await server.signIn('manager2'), '/message/sysMessageTemplate/add', template)
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

// Only ends a hang: `npm run test:all` takes every page.
it('every page of the menu meets the accessibility rules', {
  timeout: 3_600_000,
}, async () => {
  const page = await browser.openSignedIn(server, 'admin')
  const token = await server.signIn('admin')
  const { result } = await server.call<{ result: Permissions }>(token, '/sys/permission/getUserPermissionByToken')
  const paths = pagesOf(result.menu, (component) => component !== 'layouts/RouteView').map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(10)
  const found: string[] = []
  for (const path of sampled(paths, { of: 'pages', most: SAMPLED_PAGES, slices: [] })) {
    const titleBefore = await page.title()
    await page.goto(`${server.url}/#${path}`)
    await page.waitForFunction((before) => document.title !== before, titleBefore)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    found.push(...(await accessibilityProblems(page)).map((problem) => `${path}: ${problem}`))
  }
  expect(found).toEqual([])
})
