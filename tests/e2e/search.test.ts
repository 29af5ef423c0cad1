import type { Page, Route } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { counterPage } from './pages/counter.page.ts'
import { signInPage } from './pages/sign-in.page.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { hasFocus } from './support/focus.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { phone, startBrowser, type WebBrowser } from './support/web.ts'

const STORE = { orgCode: 'A01A01' }
const CALL = '/sys/search/everywhere'

let server: VenueServer
let browser: WebBrowser
let page: Page

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  // A job writes them within a minute.
  await server.query(`update member set initials = 'zw', spelling = 'zhangwei' where id = '100001'`)
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const field = () => page.getByRole('combobox', { name: t('palette.placeholder') })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const group = (name: string) => page.getByRole('group', { name })
const isClosed = () => until(async () => expect(await field().count()).toBe(0))

async function open(user: string, path = '/dashboard/workplace', given: object = STORE): Promise<void> {
  page = await browser.openSignedIn(server, user, path, given)
  await page.getByRole('button', { name: t('user.menu') }).waitFor()
}
/** What was opened beside the page; the search is a dialog too. */
const details = () => page.locator('.ant-drawer-open').getByRole('dialog')

/** Closes the details, which take keys once they are open. */
async function closeDetails(): Promise<void> {
  await until(async () => {
    if ((await details().count()) > 0) await page.keyboard.press('Escape')
    expect(await details().count()).toBe(0)
  })
}
async function look(text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await hasFocus(field())
  await field().fill(text)
}

describe('what is chosen opens', () => {
  beforeEach(() => open('manager'))

  it('a member by initials and the keyboard, in the list with the details open', async () => {
    await look('zw')
    await option(/张伟/).waitFor()
    // The pages that match by their own initials come first, so the arrow goes to the member.
    for (let step = 0; (await option(/张伟/).getAttribute('aria-selected')) !== 'true' && step < 20; step++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await until(() => expect(page.url()).toContain('/membermanage/sysMemberManageList?keyword=100001'))
    await shows(page.getByRole('dialog', { name: '100001' }), '13800001111')
    await closeDetails()
    await until(() => expect(page.url()).not.toContain('open='))
    expect(await page.getByLabel(t('member.keyword')).inputValue()).toBe('100001')
  })

  it('an order by its number, a ride by its ticket, a vehicle, a rule and a product', async () => {
    const [order] = await server.query<{ id: string }>(`select id from consume_order where org_code = 'A01A01' limit 1`)
    await look(order?.id ?? '')
    await option(new RegExp(order?.id ?? '')).waitFor()
    await field().press('Enter')
    await details()
      .getByText(order?.id ?? '')
      .waitFor()
    await closeDetails()

    const [ride] = await server.query<{ ticketNo: string; racer: string }>(
      `select ticket_no as "ticketNo", racer from play_record where org_code = 'A01A01' and ticket_no <> '' order by created_at desc limit 1`,
    )
    await look(`#${ride?.ticketNo.toLowerCase()}`)
    await group(t('search.kind.ticket')).getByRole('option').first().click()
    await details()
      .getByText(ride?.ticketNo ?? '')
      .first()
      .waitFor()
    await closeDetails()

    await look('3号车')
    await group(t('search.kind.vehicle')).getByRole('option').first().click()
    await details().getByText('3号车').first().waitFor()
    await closeDetails()

    const [rule] = await server.query<{ name: string }>(
      `select name from consume_rule where org_code = 'A01A01' limit 1`,
    )
    await look(rule?.name ?? '')
    await group(t('search.kind.consumeRule')).getByRole('option').first().click()
    await details()
      .getByText(rule?.name ?? '')
      .first()
      .waitFor()
    await closeDetails()

    const [product] = await server.query<{ name: string }>(`select name from product where org_code = 'A01A01' limit 1`)
    await look(product?.name ?? '')
    await group(t('search.kind.product')).getByRole('option').first().click()
    await details()
      .getByText(product?.name ?? '')
      .first()
      .waitFor()
  })

  it('a setting by its words, with its field focused, and help beside the page', async () => {
    await look(t('storeSetting.dayStartHour'))
    await group(t('search.kind.setting')).getByRole('option').first().click()
    await hasFocus(page.getByLabel(t('storeSetting.dayStartHour')))
    await until(() => expect(page.url()).not.toContain('field='))
    await look(`?${t('menu.memberList')}`)
    await group(t('search.kind.help')).getByRole('option').first().click()
    await page
      .getByRole('complementary', { name: t('help.title') })
      .getByText(t('menu.memberList'))
      .first()
      .waitFor()
  })

  it('a new tab by Ctrl+Enter, and an action by its sign', async () => {
    await look('张伟')
    await option(/张伟/).waitFor()
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')])
    await tab.waitForURL(/sysMemberManageList/)
    await tab.close()
    await look(`>${t('language.other')}`)
    await field().press('Enter')
    await page.getByRole('button', { name: 'Search' }).waitFor()
  })
})

it('never replaces the answer to a word by a late one to an earlier word, and says when it failed', async () => {
  await open('manager')
  const held: Route[] = []
  await page.route(
    (url) => url.pathname.endsWith(CALL) && url.searchParams.get('keyword') === '100002',
    (route) => void held.push(route),
  )
  await look('100002')
  await until(() => expect(held).toHaveLength(1))
  await shows(page.getByRole('status').last(), t('search.searching'))
  await field().fill('100001')
  await option(/张伟/).waitFor()
  const answered = page.waitForResponse((response) => response.url().includes('100002'))
  for (const route of held) await route.continue()
  await answered
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await option(/100002/).count()).toBe(0)
  expect(await option(/张伟/).count()).toBe(1)

  await page.route(`**${CALL}*`, (route) => route.abort())
  await field().fill('100003')
  await page
    .getByRole('alert')
    .getByText(t('search.failed', { reason: '' }).trim())
    .waitFor()
  await page.unroute(`**${CALL}*`)
  await page
    .getByRole('alert')
    .getByRole('button', { name: t('action.retry') })
    .click()
  await option(/100003/).waitFor()
})

it('opens what Enter was pressed for before the answer, if it is the only one', async () => {
  await open('manager')
  const held: Route[] = []
  await page.route(`**${CALL}*`, (route) => void held.push(route))
  await look('0004829731')
  await page.keyboard.press('Enter')
  await until(() => expect(held).toHaveLength(1))
  expect(await field().count()).toBe(1)
  for (const route of held) await route.continue()
  await page.getByRole('dialog', { name: '100001' }).waitFor()
})

it('shows recent choices to the user who made them, and to nobody who signs in after', async () => {
  await open('manager')
  await look('100001')
  await option(/张伟/).waitFor()
  await field().press('Enter')
  await page.getByRole('dialog', { name: '100001' }).waitFor()
  await closeDetails()
  await page.keyboard.press('Control+k')
  await group(t('search.recent')).getByRole('option', { name: /张伟/ }).waitFor()
  await page.keyboard.press('Escape')
  await isClosed()
  await page.getByRole('button', { name: t('user.menu') }).click()
  await page.getByRole('menuitem', { name: t('user.logout') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('user.logout') })
    .click()
  await signInPage(page).signIn('cashier')
  await page.getByRole('button', { name: t('nav.menu') }).waitFor()
  await page.keyboard.press('Control+k')
  await hasFocus(field())
  await option(t('menu.memberList')).first().waitFor()
  expect(await group(t('search.recent')).count()).toBe(0)
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('张伟')
})

describe('at the counter', () => {
  const counter = () => counterPage(page)
  beforeEach(async () => {
    page = await browser.openSignedIn(server, 'cashier', '/counter')
    await counter().who.waitFor()
  })

  it('chooses the member there, by a card that is swiped into the search, and leaves all else as it was', async () => {
    await counter().ready()
    await page.keyboard.press('ArrowRight')
    const chosen = counter().chosenVehicle
    const before = await chosen.getAttribute('data-vehicle')
    await page.keyboard.press('Control+k')
    await hasFocus(field())
    await swipeAsKeys(page, '0004829731')
    await until(async () => expect(await field().inputValue()).toBe('0004829731'))
    await option(/张伟/).waitFor()
    expect(await counter().member.count()).toBe(0)
    await page.keyboard.press('Enter')
    await isClosed()
    await shows(counter().member, '100001')
    expect(await chosen.getAttribute('data-vehicle')).toBe(before)
  })

  it('takes no pay code, and no key that is typed before it is there', async () => {
    const held: Route[] = []
    await page.route(/\/assets\/palette-(?!key)[^/]*\.js/, (route) => void held.push(route))
    await page.reload()
    await counter().who.waitFor()
    await counter().ready()
    const pressed = () =>
      counter()
        .what.getByRole('group', { name: t('rule.label') })
        .locator('[aria-pressed="true"]')
        .count()
    const before = await pressed()
    await page.keyboard.press('Control+k')
    await until(() => expect(held.length).toBeGreaterThan(0))
    await page.keyboard.type('2', { delay: 200 })
    for (const route of held) await route.continue()
    await hasFocus(field())
    await until(async () => expect(await field().inputValue()).toBe('2'))
    expect(await pressed()).toBe(before)
    await swipeAsKeys(page, '134567890123456789')
    await page.getByText(t('search.notHere')).waitFor()
    expect(await field().inputValue()).toBe('2')
  })
})

it('has a button on a phone, names nothing as missing without the server, and is accessible', async () => {
  await open('manager', '/dashboard/workplace', { ...STORE, size: phone })
  await page.getByRole('button', { name: t('nav.searchMenu') }).click()
  await field().fill('张')
  await option(/张伟/).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().setOffline(true)
  await field().fill('李')
  await page.getByText(t('search.offline')).waitFor()
  expect(await page.getByText(t('palette.none')).count()).toBe(0)
})
