import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInPage } from './pages/sign-in.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { phone, startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const LIST = '/playbeforepay/sysPlayBeforePayList'
/** A low window, so that pages scroll. */
const WIDE = { width: 1366, height: 420 }

async function enter(name: string, path = '/', given: { emptyCache?: boolean } = {}): Promise<Page> {
  const page = await browser.openSignedIn(server, name, path, given)
  await page.getByRole('navigation', { name: t('nav.main') }).waitFor()
  return page
}

async function openSettings(page: Page) {
  await page.getByRole('button', { name: t('support.menu') }).click()
  await page.getByRole('menuitem', { name: t('layout.title') }).click()
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** Repeats the scroll, because a page that is still loading may be too short. */
const scrollTo = (page: Page, at: number) =>
  until(async () => {
    await page.evaluate((to) => window.scrollTo(0, to), at)
    expect(await scrolled(page)).toBe(at)
  })

describe('the landing page', () => {
  it('shows the four entries beside the form, and opens the chosen one after the sign-in', async () => {
    const page = await browser.open(server.url)
    await page.getByRole('button', { name: t('landing.operations') }).click()
    await signInPage(page).signIn('manager2')
    await until(() => expect(page.url()).toContain('#/dashboard/analysis'))
    await page.getByRole('link', { name: t('app.name') }).click()
    await page.getByRole('heading', { name: '欢迎您，林店长' }).waitFor()
    expect(page.url()).toContain('#/dashboard/workplace')
  })

  it('offers only entries that lead somewhere, and explains the others', async () => {
    const page = await browser.open(server.url)
    const tile = (name: string) => page.getByRole('button', { name: new RegExp(name) })
    await tile(t('landing.consume')).click()
    await signInPage(page).signIn('partner')
    // A page without permission, not one that does not exist.
    await page.getByText(t('errorPage.403')).waitFor()
    await page.getByRole('button', { name: t('nav.start') }).click()
    await shows(tile(t('landing.consume')), t('landing.notOpen'))
    await shows(tile(t('landing.recharge')), t('landing.notOpen'))
    await shows(tile(t('landing.display')), t('landing.notOpen'))
  })

  it('shows how to reach support to a user who cannot sign in', async () => {
    const admin = await server.signIn('admin')
    await server.call(admin, '/sys/support/edit', { phone: '400-820-1234', bankAccount: '6222 0000' })
    const page = await browser.open(server.url)
    await page.getByRole('button', { name: t('support.title') }).click()
    const dialog = page.getByRole('dialog')
    await shows(dialog, '400-820-1234')
    expect(await dialog.textContent()).not.toContain('6222')
  })

  it('is the counter for a cashier after the sign-in, and the workplace at the root', async () => {
    const page = await browser.open(server.url)
    await signInPage(page).signIn('cashier')
    await until(() => expect(page.url()).toContain('#/counter'))
    await page.goto(`${server.url}/#/`)
    await until(() => expect(page.url()).toContain('#/dashboard/workplace'))
  })

  it('opens the big screen in its own window, which needs its key but no sign-in', async () => {
    const page = await enter('manager2', '/dashboard/workplace')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: new RegExp(t('landing.display')) }).click()
    const screen = await opening
    await screen.getByRole('heading', { name: t('big.heat') }).waitFor()
    expect(screen.url()).toMatch(/#\/game\/home\?depart=A01A02&lang=zh&key=[\w-]{43}$/)
    const elsewhere = await browser.open(screen.url())
    await elsewhere.getByRole('heading', { name: t('big.heat') }).waitFor()
    const withoutKey = await browser.open(`${server.url}/#/game/home?depart=A01A02`)
    await withoutKey.getByRole('heading', { name: t('display.tvTitle') }).waitFor()
  })

  it('shows 404 for unknown paths', async () => {
    const page = await enter('manager2', '/no/such/page')
    await page.getByText(t('errorPage.404')).waitFor()
    expect(page.url()).toContain('#/404')
  })
})

describe('open pages as tabs', () => {
  it('keep their state, and can be closed except home and the last one', async () => {
    const page = await enter('manager2')
    await openSettings(page)
    await page.getByRole('switch', { name: t('layout.multiTab') }).click()
    await page.keyboard.press('Escape')
    const tab = (name: string) => page.getByRole('tab', { name })
    const close = (name: string) => page.locator('.ant-tabs-tab', { hasText: name }).locator('.pl-tab-close').click()

    await page.getByRole('menuitem', { name: t('menu.playBeforePay') }).click()
    await page.getByRole('textbox', { name: t('records.keyword') }).fill('kept')
    await tab(t('menu.home')).click()
    await page.getByRole('heading', { name: /^今天 · / }).waitFor()
    await tab(t('menu.playBeforePay')).click()
    expect(await page.getByRole('textbox', { name: t('records.keyword') }).inputValue()).toBe('kept')

    await tab(t('menu.playBeforePay')).click({ button: 'right' })
    await page.getByRole('menuitem', { name: t('tabs.refresh') }).click()
    await until(async () =>
      expect(await page.getByRole('textbox', { name: t('records.keyword') }).inputValue()).toBe(''),
    )

    await tab(t('menu.home')).press('Delete')
    await page.getByText('首页不能关闭').waitFor()
    await tab(t('menu.home')).click({ button: 'right' })
    await page.getByRole('menuitem', { name: t('tabs.closeOthers') }).click()
    await until(async () => expect(await page.getByRole('tab').count()).toBe(1))
    await close(t('menu.home'))
    await page.getByText('这是最后一页').waitFor()
  })
})

describe('tabs after a reload', () => {
  it('are open again, each with its page', async () => {
    const page = await browser.openSignedIn(server, 'manager2', '/account/settings/Index', { size: WIDE })
    await page.evaluate(() => localStorage.setItem('pitlane.layout', JSON.stringify({ multiTab: true })))
    await page.reload()
    const tab = (name: string) => page.getByRole('tab', { name })
    await page.getByRole('button', { name: t('action.save') }).waitFor()
    await scrollTo(page, 150)
    await tab(t('menu.home')).click()
    await page.getByRole('heading', { name: /^今天 · / }).waitFor()
    await until(async () => expect(await scrolled(page)).toBe(0))
    await tab(t('own.settings')).click()
    await until(async () => expect(await scrolled(page)).toBe(150))

    await page.reload()
    await tab(t('menu.home')).waitFor()
    await until(async () => expect(await scrolled(page)).toBe(150))
    await page.getByRole('button', { name: t('tabs.menu') }).click()
    await page.getByRole('menuitem', { name: t('tabs.closeOthers') }).click()
    await until(async () => expect(await page.getByRole('tab').allInnerTexts()).toEqual(['首页', '个人设置']))
    await until(async () => expect(await page.title()).toBe('个人设置 · Pitlane'))
  })

  it('start at the top, and are restored to their scroll position on return', async () => {
    const page = await browser.openSignedIn(server, 'manager2', '/account/settings/Index', { size: WIDE })
    await page.getByRole('button', { name: t('action.save') }).waitFor()
    await scrollTo(page, 150)
    await page.getByRole('menuitem', { name: t('menu.home') }).click()
    await page.getByRole('heading', { name: /^今天 · / }).waitFor()
    await until(async () => expect(await scrolled(page)).toBe(0))
    await page.goBack()
    await page.getByRole('button', { name: t('action.save') }).waitFor()
    await until(async () => expect(await scrolled(page)).toBe(150))
  })
})

describe('on every page', () => {
  it('the pending rides of a store with XWHF are in the menu of a phone', async () => {
    // A trial of this hour, because older ones escape.
    await server.query(
      `update play_record set state = 'PENDING', created_at = now() where org_code = 'A01A02'
         and id = (select id from play_record where org_code = 'A01A02' and member_id is null order by id limit 1)`,
    )
    const page = await browser.openSignedIn(server, 'manager2', '/', { size: phone })
    await page.getByRole('button', { name: t('nav.menu'), exact: true }).click()
    await page.getByRole('menuitem', { name: '处理挂单' }).click()
    await until(() => expect(page.url()).toContain(LIST.slice(0, 10)))
    const states = page.locator('.pl-crud-cards .pl-tag')
    await until(async () => expect(new Set(await states.allInnerTexts())).toEqual(new Set(['挂单'])))
  })

  it('the address of a group opens its first page', async () => {
    const page = await enter('hq', '/isystem')
    await until(() => expect(page.url()).toContain('#/isystem/user'))
    await page.getByRole('navigation', { name: t('nav.main') }).waitFor()
  })
})

describe('failures of the whole program', () => {
  /** A page whose calls fail with a status. */
  const failing = async () => {
    const page = await enter('manager2', '/dashboard/workplace')
    let status = 200
    await page.route('**/playbeforepay/**', (route) =>
      route.fulfill({ status, json: { success: false, message: '', code: status, result: null } }),
    )
    const goTo = async (path: string, answered: number) => {
      status = answered
      await page.evaluate((hash) => {
        location.hash = hash
      }, path)
    }
    return { page, goTo }
  }

  it("are shown once, by the server's answer", async () => {
    const { page, goTo } = await failing()
    const analysis = '/dashboard/analysis'
    for (const [path, status, words] of [
      [analysis, 403, '拒绝访问'],
      [LIST, 404, '很抱歉，资源未找到！'],
      [analysis, 504, '网络超时'],
    ] as const) {
      await goTo(path, status)
      const notification = page.locator('.ant-notification-notice', { hasText: words })
      await notification.waitFor()
      expect(await notification.count()).toBe(1)
    }
  })

  it('end the sign-in on status 401 after a moment', async () => {
    const { page, goTo } = await failing()
    await goTo('/dashboard/analysis', 401)
    await shows(page.locator('.ant-message-notice'), '未授权，请重新登录')
    await signInPage(page).username.waitFor()
  })

  it('show a lost connection until it is back', async () => {
    const page = await enter('manager2', '/dashboard/workplace', { emptyCache: true })
    const notification = page.getByText('实时连接已断开')
    await page.context().setOffline(true)
    await notification.waitFor()
    // Code that was not loaded yet is unavailable; the screen stays.
    await openSettings(page)
    await page.getByText(t('error.chunkHint')).waitFor()
    expect(await page.getByRole('heading', { name: /^欢迎您/ }).isVisible()).toBe(true)
    await page.context().setOffline(false)
    await notification.waitFor({ state: 'detached' })
  })

  it('show that a part of the program cannot be loaded', async () => {
    const page = await enter('manager2', '/dashboard/workplace')
    await page.route('**/assets/account-center*', (route) => route.abort())
    await page.evaluate(() => {
      location.hash = '/account/center'
    })
    await page.getByText(t('error.chunk')).waitFor()
    await page.getByRole('navigation', { name: t('nav.main') }).waitFor()
    const again = page.getByRole('button', { name: t('action.retry') })
    // Reloading without the server would leave an empty page.
    await page.context().setOffline(true)
    await again.click()
    await page.getByRole('alert').getByText(t('error.common.offline')).waitFor()
    await page.context().setOffline(false)
    await page.unroute('**/assets/account-center*')
    await again.click()
    await page.getByRole('heading', { name: t('own.center') }).waitFor()
  })
})

describe('the appearance of the frame', () => {
  it('is chosen in the drawer and kept after a reload', async () => {
    const page = await enter('manager2')
    await openSettings(page)
    await page.getByText(t('layout.top'), { exact: true }).click()
    await page.getByRole('radio', { name: t('layout.color.teal') }).check()
    await until(async () => expect(await page.locator('.ant-layout-sider').count()).toBe(0))
    await page.reload()
    await page.getByRole('navigation', { name: t('nav.main') }).waitFor()
    expect(await page.locator('.ant-layout-sider').count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--pl-primary'))).toBe('#0b6467')
  })
})

describe('the header', () => {
  it('hides on scrolling down past 100 px, where chosen, and returns on scrolling up', async () => {
    const page = await browser.openSignedIn(server, 'manager2', '/account/settings/Index', { size: WIDE })
    await page.evaluate(() => localStorage.setItem('pitlane.layout', JSON.stringify({ hideHeader: true })))
    await page.reload()
    await page.getByRole('button', { name: t('action.save') }).waitFor()
    const top = () => page.locator('.pl-header').evaluate((header) => header.getBoundingClientRect().top)
    await scrollTo(page, 95)
    expect(await top()).toBe(0)
    await scrollTo(page, 180)
    await until(async () => expect(await top()).toBeLessThan(0))
    await scrollTo(page, 150)
    await until(async () => expect(await top()).toBe(0))
  })
})

describe('a store whose usage has ended', () => {
  it('shows a warning, and shows it again after it was dismissed', async () => {
    await server.query(`update store set end_time = now() - interval '1 day' where org_code = 'A01A02'`)
    const page = await enter('manager2')
    const notice = page.getByText(t('overdue.title'))
    await notice.waitFor()
    await page.locator('.ant-notification-notice-close').click()
    await until(async () => expect(await notice.count()).toBe(0))
    await notice.waitFor()
  })
})
