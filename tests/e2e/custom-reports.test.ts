import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser
let page: Page

const PATH = '/online/cgreport'

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  page = await browser.openSignedIn(server, 'hq', PATH)
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

describe('a report', () => {
  it('is built by clicks, saved, put on the home page, and found on a phone', async () => {
    // A name of its own, because a second try finds the first report.
    const name = `各店营收 ${newId().slice(-6)}`
    await page.goto(`${server.url}/#${PATH}`)
    await page.getByRole('button', { name: '新建报表' }).click()
    const source = page.getByRole('region', { name: '数据来源' })
    await source.getByRole('button', { name: '门店 门店' }).click()
    await source.getByRole('button', { name: '营收 金额' }).click()
    const preview = page.getByRole('region', { name: '预览' })
    await shows(preview.getByRole('columnheader').nth(1), '营收（合计）')
    await until(async () => expect(await preview.locator('tbody tr').count()).toBe(2))
    await page.getByLabel('名称').fill(name)
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name }).waitFor()
    await until(async () => expect(await page.locator('tbody tr').count()).toBe(2))
    await page.getByRole('button', { name: '首页与发送' }).click()
    await page.getByRole('menuitem', { name: '放到首页' }).click()

    const home = await browser.openSignedIn(server, 'hq', '/dashboard/analysis')
    const tile = home.getByRole('article').filter({ hasText: name })
    await tile.locator('tbody tr').first().waitFor()

    const phone = await browser.openSignedIn(server, 'hq', PATH, { size: { width: 390, height: 844 } })
    await phone.getByRole('button', { name: /星期与时段/ }).click()
    await phone.getByRole('columnheader', { name: '周六' }).waitFor()
    expect(await phone.getByRole('button', { name: '复制' }).isVisible()).toBe(false)
    const beyond = await phone.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond).toBeLessThanOrEqual(0)
  })

  it('is not lost by going back from the builder', async () => {
    await page.goto(`${server.url}/#${PATH}`)
    await page.getByRole('button', { name: '新建报表' }).click()
    await page.getByRole('region', { name: '数据来源' }).getByRole('button', { name: /^营收/ }).click()
    const preview = page.getByRole('region', { name: '预览' })
    await shows(preview.getByRole('columnheader').first(), '营收（合计）')
    await page.getByRole('button', { name: '返回' }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: '继续填写' }).click()
    await shows(preview.getByRole('columnheader').first(), '营收（合计）')
    await page.goBack()
    await question.getByRole('button', { name: '放弃' }).click()
    await page.getByRole('button', { name: '新建报表' }).waitFor()
  })
})

describe('reports on paper', () => {
  /** A headless browser has no printer, and tells nobody that it prints. */
  async function print(): Promise<void> {
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => Object.assign(window, { print: () => window.dispatchEvent(new Event('beforeprint')) }))
    await page.keyboard.press('Control+p')
  }

  it('have what was asked in words, and not its fields', async () => {
    await page.goto(`${server.url}/#${PATH}`)
    await page.getByRole('button', { name: /星期与时段/ }).click()
    await page.getByRole('columnheader', { name: '周六' }).waitFor()
    await print()
    await shows(page.locator('.pl-print-line'), '最近 90 天')
    expect(await page.getByRole('region', { name: '查询条件' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
  })

  it('are in landscape where a table has many columns', async () => {
    await page.goto(`${server.url}/#/report/sysLossRadar`)
    await page.getByRole('columnheader', { name: '出币后上报' }).waitFor()
    await print()
    await page.locator('.pl-print-line').waitFor()
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const [, width = '', height = ''] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
    expect(Number(width)).toBeGreaterThan(Number(height))
    await page.emulateMedia({ media: null })
  })
})
