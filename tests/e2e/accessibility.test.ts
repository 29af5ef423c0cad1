import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameSampleOnFailure, sampled } from '#tests/support/runner/sample.ts'
import { counterPage } from './pages/counter.page.ts'
import { signInPage } from './pages/sign-in.page.ts'
import { accessibilityProblems, OVERLAYS } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese, inEnglish, type Translate } from './support/texts.ts'
import { phone, startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
nameSampleOnFailure()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

interface Screen {
  path: string
  ready(page: Page, t: Translate): Promise<void>
}

/** The pages of a manager. */
const screens: Screen[] = [
  {
    path: '/dashboard/workplace',
    ready: (page, t) => page.getByRole('heading', { name: t('landing.welcome', { name: '林店长' }) }).waitFor(),
  },
  {
    path: '/dashboard/analysis',
    ready: (page, t) => page.getByRole('heading', { name: new RegExp(`^${t('home.title')} · `) }).waitFor(),
  },
  { path: '/counter', ready: (page, t) => counterPage(page, t).ready() },
  {
    path: '/playbeforepay/sysPlayBeforePayList',
    async ready(page, t) {
      await page.getByRole('textbox', { name: t('records.keyword') }).waitFor()
      await firstRow(page)
    },
  },
]

const firstRow = (page: Page) => page.locator('.ant-table-row').first().waitFor()

const languages: [string, Translate][] = [
  ['Chinese', inChinese],
  ['English', inEnglish],
]

describe.each(sampled(languages, { of: 'languages', most: 1, slices: [] }))(
  'meets the accessibility rules in %s',
  (_, t) => {
    async function openSignIn(path = '/', given?: Page): Promise<Page> {
      const page = given ?? (await browser.open('about:blank'))
      await page.goto(`${server.url}/#${path}`)
      if (t === inEnglish) await page.getByRole('button', { name: inChinese('language.other'), exact: true }).click()
      await signInPage(page, t).submit.waitFor()
      return page
    }

    it('the sign-in', async () => {
      const page = await openSignIn()
      expect(await accessibilityProblems(page)).toEqual([])
      await signInPage(page, t).submit.click()
      await page.getByText(t('login.usernameRequired')).waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
    })

    it('the other ways to sign in', async () => {
      const page = await openSignIn()
      const found: string[] = []
      const look = async (where: string) =>
        found.push(...(await accessibilityProblems(page)).map((problem) => `${where}: ${problem}`))
      await page.getByRole('button', { name: t('login.byPhone') }).click()
      await page.getByLabel(t('login.code'), { exact: true }).waitFor()
      await look('by phone')
      await page.getByRole('link', { name: t('login.register') }).click()
      await page.getByRole('button', { name: t('signUp.submit') }).click()
      await page.getByText(t('signUp.confirmRequired')).waitFor()
      await look('register')
      await page.goto(`${server.url}/#/user/register-result?username=newcomer`)
      await page.getByText(t('signUp.doneHint')).waitFor()
      await look('registered')
      await page.goto(`${server.url}/#/user/alteration`)
      await page.getByLabel(t('reset.account')).fill('coach')
      await page.getByRole('button', { name: t('reset.next') }).click()
      await page.getByLabel(t('login.code'), { exact: true }).waitFor()
      await look('reset')
      expect(found).toEqual([])
    })

    it('the frame with all its menus and dialogs', async () => {
      const page = await browser.open('about:blank')
      const support = { phone: '4008201234', bankName: '工商银行', qrCodes: [{ title: '微信', text: 'wxp://pay' }] }
      await page.route('**/config.json', (route) => route.fulfill({ json: { support } }))
      await openSignIn('/', page)
      await signInPage(page, t).signIn('hq')
      const menu = page.getByRole('navigation', { name: t('nav.main') })
      await menu.waitFor()
      const press = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      const choose = async (from: string, name: string) => {
        await press(from)
        await page.getByRole('menuitem', { name }).click()
      }
      const goTo = async (path: string, heading: string) => {
        await page.goto(`${server.url}/#${path}`)
        await page.getByRole('heading', { name: heading }).waitFor()
      }
      const states: [string, () => Promise<unknown>][] = [
        ['the own account', () => press(t('user.menu'))],
        ['a password', () => choose(t('user.menu'), t('own.password'))],
        ['another store', () => choose(t('user.menu'), t('user.switchStore'))],
        ['the bell', () => page.locator('.pl-header button[aria-haspopup="dialog"]').click()],
        ['support', () => choose(t('support.menu'), t('support.title'))],
        ['the printer', () => choose(t('support.menu'), t('printer.title'))],
        ['the looks', () => choose(t('support.menu'), t('layout.title'))],
        ['the palette', () => page.keyboard.press('Control+k')],
      ]
      const found: string[] = []
      const look = async (where: string) =>
        found.push(...(await accessibilityProblems(page)).map((problem) => `${where}: ${problem}`))
      for (const [where, show] of states) {
        await show()
        await page.locator(OVERLAYS).first().waitFor()
        await look(where)
        await page.keyboard.press('Escape')
        await page.locator(OVERLAYS).first().waitFor({ state: 'detached' })
      }
      await page.keyboard.press('?')
      const help = page.getByTestId('help')
      await help.getByRole('heading', { level: 2 }).waitFor()
      await look('the help')
      await help.getByText(t('help.keys'), { exact: true }).click()
      await help.getByRole('heading', { name: t('shellKeys.title') }).waitFor()
      await look('the keys')
      await help.getByRole('searchbox').fill(t('refund.action'))
      await help.locator('mark').first().waitFor()
      await look('what the help finds')
      await help.getByRole('button', { name: t('action.close'), exact: true }).click()
      await goTo('/account/center', t('own.center'))
      await look('the personal centre')
      await goTo('/account/settings/Index', t('own.settings'))
      await page.getByLabel(t('account.realname'), { exact: true }).waitFor()
      await look('the personal settings')
      await goTo('/isps/userAnnouncement', t('notice.title'))
      await firstRow(page)
      await look('my messages')
      await page.goto(`${server.url}/#/nowhere`)
      await page.getByText(t('errorPage.404')).waitFor()
      await look('404')

      const looks = { navTheme: 'light', color: 'teal', colorWeak: true, multiTab: true }
      await page.evaluate((kept) => localStorage.setItem('pitlane.layout', JSON.stringify(kept)), looks)
      await page.goto(`${server.url}/#/isystem/user`)
      await page.reload()
      await page.getByRole('tablist').waitFor()
      await firstRow(page)
      await look('other colours')
      await page.setViewportSize(phone)
      await press(t('nav.menu'))
      await page.getByRole('menuitem', { name: t('support.title') }).waitFor()
      await look('the menu of a phone')
      expect(found).toEqual([])
    })

    it('the pages of a manager', async () => {
      const page = await openSignIn()
      await signInPage(page, t).signIn('manager2')
      await page.getByRole('navigation', { name: t('nav.main') }).waitFor()
      const found: string[] = []
      for (const { path, ready } of screens) {
        await page.goto(`${server.url}/#${path}`)
        await ready(page, t)
        found.push(...(await accessibilityProblems(page)).map((problem) => `${path}: ${problem}`))
      }
      expect(found).toEqual([])
    })
  },
)
