import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pagesOf } from '#renderer/app/menu.calc.ts'
import type { Permissions } from '#shared/features/access/access.schema.ts'
import { counterPage } from './pages/counter.page.ts'
import { signInPage } from './pages/sign-in.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { pictureFailures } from './support/failure-pictures.ts'
import { inChinese, inEnglish, type Say } from './support/texts.ts'
import { phone, startBrowser } from './support/web.ts'

declare global {
  interface Window {
    axe?: { run(options: RunOptions): Promise<AxeResults> }
  }
}

let server: VenueServer
let browser: Awaited<ReturnType<typeof startBrowser>>
let axe: string
/** Who has signed in so far, by account. */
let open: Record<string, Page>

pictureFailures()
beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
  ;[server, browser, axe] = await Promise.all([startVenue(), startBrowser(), readFile(path, 'utf8')])
  const template = { templateCode: 'late.start', templateName: '晚点通知', templateType: '1', templateContent: '稍等' }
  await server.call(await server.signIn('manager2'), '/message/sysMessageTemplate/add', template)
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const covers = '.ant-modal:visible, .ant-drawer:visible, .ant-popover:visible, .ant-dropdown:visible'

/** What breaks WCAG 2.1 (A and AA) or good practice in what is shown, light and dark: the rule, what is wrong, and where. */
async function problems(page: Page): Promise<string[]> {
  const waiting = '[aria-busy="true"], .ant-skeleton, .pl-page-waiting'
  await page.waitForFunction(
    (found) => ![...document.querySelectorAll(found)].some((one) => one.checkVisibility()),
    waiting,
  )
  const inLight = await problemsOf(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForFunction(() => document.documentElement.style.colorScheme === 'dark')
  const inDark = await problemsOf(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.waitForFunction(() => document.documentElement.style.colorScheme === 'light')
  return [...inLight, ...inDark.map((problem) => `dark: ${problem}`)]
}

async function problemsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe)
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']
  // What opens over the page is at the end of the document, outside every part of the page; it has its own roles.
  const isCovered = await page.locator(covers).first().isVisible()
  const rules = { region: { enabled: !isCovered } }
  const options: RunOptions = { runOnly, rules, resultTypes: ['violations'] }
  const found = await page.evaluate((given) => window.axe?.run(given), options)
  if (!found?.passes.some(({ id }) => id === 'color-contrast')) throw new Error('the contrast was not looked at')
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${failureSummary?.split('\n').slice(1).join(';')}: ${html}`),
  )
}

interface Screen {
  name: string
  account: string
  path: string
  ready?(page: Page, t: Say): Promise<void>
}

const screens: Screen[] = [
  {
    name: 'the landing page',
    account: 'manager2',
    path: '/dashboard/workplace',
    ready: (page, t) => page.getByRole('heading', { name: t('landing.welcome', { name: '林店长' }) }).waitFor(),
  },
  {
    name: 'home',
    account: 'manager2',
    path: '/dashboard/analysis',
    ready: (page, t) => page.getByRole('heading', { name: new RegExp(`^${t('home.title')} · `) }).waitFor(),
  },
  { name: 'the counter', account: 'manager2', path: '/counter', ready: (page, t) => counterPage(page, t).ready() },
  { name: 'the pay-later list', account: 'manager2', path: '/playbeforepay/sysPlayBeforePayList' },
]

const firstRow = (page: Page) => page.locator('.ant-table-row').first().waitFor()

describe.each([
  ['Chinese', inChinese],
  ['English', inEnglish],
])('people who see, hear or point in other ways can use in %s', (_, t) => {
  async function openSignIn(path = '/', given?: Page): Promise<Page> {
    const page = given ?? (await browser.open('about:blank'))
    await page.goto(`${server.url}/#${path}`)
    if (t === inEnglish) await page.getByRole('button', { name: inChinese('language.other'), exact: true }).click()
    await signInPage(page, t).submit.waitFor()
    return page
  }

  beforeAll(() => {
    open = {}
  })

  it('the sign-in', async () => {
    const page = await openSignIn()
    expect(await problems(page)).toEqual([])
    await signInPage(page, t).submit.click()
    await page.getByText(t('login.usernameRequired')).waitFor()
    expect(await problems(page)).toEqual([])
  })

  it('the other ways in', async () => {
    const page = await openSignIn()
    const found: string[] = []
    const look = async (where: string) => found.push(...(await problems(page)).map((problem) => `${where}: ${problem}`))
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

  it('the frame with everything that opens in it', async () => {
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
      ['the keys', () => page.keyboard.press('?')],
    ]
    const found: string[] = []
    const look = async (where: string) => found.push(...(await problems(page)).map((problem) => `${where}: ${problem}`))
    for (const [where, show] of states) {
      await show()
      await page.locator(covers).first().waitFor()
      await look(where)
      await page.keyboard.press('Escape')
      await page.locator(covers).first().waitFor({ state: 'detached' })
    }
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

  // What a reader says comes from the texts; the rest is the same in every language.
  it.each(t === inChinese ? screens : screens.slice(0, 1))('$name', async ({ account, path, ready = firstRow }) => {
    const known = open[account]
    const page = known ?? (await openSignIn(path))
    if (known) await page.goto(`${server.url}/#${path}`)
    else await signInPage(page, t).signIn(account)
    open[account] = page
    await ready(page, t)
    expect(await problems(page)).toEqual([])
  })
})

// However slow the machine is: two looks of some twenty pages.
it('every page of the menu can be used by people who see, hear or point in other ways', {
  timeout: 900_000,
}, async () => {
  const t = inChinese
  const page = await browser.open(server.url)
  await signInPage(page).signIn('admin')
  await page.getByRole('navigation', { name: t('nav.main') }).waitFor()
  const token = await server.signIn('admin')
  const { result } = await server.call<{ result: Permissions }>(token, '/sys/permission/getUserPermissionByToken')
  const paths = pagesOf(result.menu, (component) => component !== 'layouts/RouteView').map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(10)
  const found: string[] = []
  for (const path of paths) {
    await page.goto(`${server.url}/#${path}`)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    found.push(...(await problems(page)).map((problem) => `${path}: ${problem}`))
  }
  expect(found).toEqual([])
})
