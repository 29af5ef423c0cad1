import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counterPage } from './pages/counter.page.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { hasFocus } from './support/focus.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inEnglish, inChinese as t } from './support/texts.ts'
import { phone, startBrowser, type WebBrowser } from './support/web.ts'

// The help beside the screens, and the tour of the counter.
let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const helpOf = (page: Page) => page.getByTestId('help')
const titleOf = (page: Page, name: string) => helpOf(page).getByRole('heading', { level: 2, name, exact: true })
const rides = async () => (await server.query('select id from play_record')).length

describe('the help', () => {
  it('opens by ? beside each page, follows the page, and closes with the focus where it was', async () => {
    const page = await browser.openSignedIn(server, 'manager2', '/dashboard/workplace')
    const entry = page.getByRole('button', { name: t('landing.consume') })
    await entry.focus()
    await page.keyboard.press('?')
    await titleOf(page, t('nav.workplace')).waitFor()
    await page.keyboard.press('Escape')
    await helpOf(page).waitFor({ state: 'detached' })
    await hasFocus(entry)

    await page.keyboard.press('?')
    await titleOf(page, t('nav.workplace')).waitFor()
    await page.goto(`${server.url}/#/queue/sysQueue`)
    await titleOf(page, t('menu.queue')).waitFor()
    // It has the keys of the page and those of every page.
    await helpOf(page).getByText(t('help.keys'), { exact: true }).click()
    await titleOf(page, t('queue.keys')).waitFor()
    await titleOf(page, t('shellKeys.title')).waitFor()
    await page.goto(`${server.url}/#/statistics/sysStatistics`)
    await titleOf(page, t('shellKeys.title')).waitFor()
    await helpOf(page).getByText(t('help.page'), { exact: true }).click()
    await titleOf(page, t('menu.statistics')).waitFor()
    // The definition beside a figure is the one of the help.
    await shows(helpOf(page), t('define.revenue'))
    const mark = page.getByRole('button', { name: t('help.about', { name: t('statistics.figure.revenue') }) }).first()
    await mark.focus()
    await shows(page.getByRole('tooltip'), t('define.revenue'))
  })

  it('finds words in titles first, marks them, and follows links and the way back', async () => {
    const page = await browser.openSignedIn(server, 'manager2', '/dashboard/workplace')
    await page.getByRole('button', { name: t('help.title'), exact: true }).click()
    const help = helpOf(page)
    await help.getByRole('searchbox').fill('退款')
    const hits = help.locator('.pl-help-hits li')
    await shows(hits.first(), t('menu.refunds'))
    await shows(hits.first().locator('mark').first(), '退款')
    await hits.first().getByRole('button').click()
    await titleOf(page, t('menu.refunds')).waitFor()
    await help.locator('mark').first().waitFor()
    await help.getByRole('button', { name: '消费订单' }).first().click()
    await titleOf(page, t('menu.consumeOrders')).waitFor()
    await help.getByRole('button', { name: t('action.back'), exact: true }).click()
    await titleOf(page, t('menu.refunds')).waitFor()
    await help.getByRole('button', { name: t('help.open') }).click()
    await page.getByRole('heading', { level: 1, name: t('menu.refunds') }).waitFor()
    // In a field the key is a character.
    await help.getByRole('searchbox').fill('')
    await help.getByRole('searchbox').press('?')
    expect(await help.getByRole('searchbox').inputValue()).toBe('?')
    await help.getByRole('searchbox').fill('没有的词')
    await shows(help, t('help.none', { query: '没有的词' }))
  })

  it('is there before the sign-in and in English, and covers a phone', async () => {
    const page = await browser.open(`${server.url}/?lang=en`, phone)
    await page.getByRole('button', { name: inEnglish('help.title'), exact: true }).click()
    await titleOf(page, inEnglish('login.title')).waitFor()
    expect((await helpOf(page).boundingBox())?.width).toBe(phone.width)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('leaves the keys of the counter alone while it is read, and scans go to the counter', async () => {
    const page = await browser.openSignedIn(server, 'cashier', '/counter')
    const screen = counterPage(page)
    await screen.ready()
    await swipeAsKeys(page, '0004829731')
    await shows(screen.member, '100001')
    await page.keyboard.press('1')
    const before = await rides()
    await page.keyboard.press('?')
    await titleOf(page, t('counter.title')).waitFor()
    for (const key of ['F5', 'F4', 'F6', 'Enter', '2']) await page.keyboard.press(key)
    expect(await rides()).toBe(before)
    // ? gives the keys back to the counter, and takes them again.
    const isInHelp = () => helpOf(page).evaluate((help) => help.contains(document.activeElement))
    expect(await isInHelp()).toBe(true)
    await page.keyboard.press('?')
    await until(async () => expect(await isInHelp()).toBe(false))
    await page.keyboard.press('?')
    await until(async () => expect(await isInHelp()).toBe(true))
    // A card of the next guest is read all the same, and opens no second help.
    await swipeAsKeys(page, '0004829735')
    await shows(screen.member, '100005')
    expect(await rides()).toBe(before)
    // Escape at the counter clears the guest and leaves the help open.
    await screen.where.getByRole('heading').first().click()
    await page.keyboard.press('Escape')
    await screen.member.waitFor({ state: 'detached' })
    await titleOf(page, t('counter.title')).waitFor()
  })
})

describe('the tour of the counter', () => {
  it('is done with keys in practice mode, and touches nothing real', async () => {
    const page = await browser.openSignedIn(server, 'cashier', '/counter')
    const screen = counterPage(page)
    await screen.ready()
    const before = await rides()
    await page.keyboard.press('?')
    await helpOf(page)
      .getByRole('button', { name: t('practice.begin') })
      .first()
      .click()
    await helpOf(page)
      .getByRole('button', { name: t('help.open') })
      .click()
    const tour = page.getByRole('region', { name: t('tour.title') })
    const done = (count: number) => shows(tour, t('tour.progress', { done: count, all: 10 }))
    await done(1)
    await helpOf(page)
      .getByRole('button', { name: t('action.close'), exact: true })
      .click()
    await screen.ready()

    const press = (key: string) => page.keyboard.press(key)
    const choose = async () => {
      await press('F1')
      await page.keyboard.type('99000')
      await screen.who.getByText(t('practice.member.frozen')).waitFor()
      await press('Enter')
      await shows(screen.member, t('practice.member.rich'))
    }
    await press('s')
    await page.getByLabel(t('shift.floatAmount')).fill('100')
    await press('Enter')
    await done(2)
    await choose()
    await done(3)
    await press('1')
    await press('F5')
    await done(4)
    await press('o')
    await press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('vehicle.finish'), exact: true })
      .press('Enter')
    await done(5)
    await choose()
    await press('1')
    await press('F4')
    await done(6)
    await choose()
    await press('1')
    await press('F6')
    await shows(screen.result, 'P003')
    await press('F9')
    await done(7)
    await choose()
    await press('F8')
    const recharge = page.locator('.pl-recharge-dialog')
    await recharge.getByRole('button', { name: /100 \+ 10/ }).waitFor()
    await press('1')
    await recharge.getByText(t('recharge.payMode.cash'), { exact: true }).click()
    await recharge.getByLabel(t('recharge.remark')).press('Enter')
    await done(8)
    await hasFocus(recharge.getByTestId('recharge-done').getByRole('button').last())
    await press('Enter')
    await recharge.waitFor({ state: 'detached' })
    await press('z')
    await page.getByLabel(t('void.reason')).fill('收错')
    await press('Enter')
    await done(9)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await accessibilityProblems(page)).toEqual([])
    await press('F7')
    const pending = page.getByRole('dialog', { name: t('hung.title') })
    await pending.getByText('P002').waitFor()
    await press('Enter')
    const charge = page.getByRole('dialog', { name: t('deduct.title') })
    await charge.getByText(t('practice.member.rich'), { exact: true }).waitFor()
    await press('Enter')
    await done(10)
    await shows(tour, t('tour.finished'))
    // It is remembered, and nothing of it was real.
    await page.reload()
    await screen.ready()
    await page.goto(`${server.url}/#/counter?practice=1`)
    await done(10)
    expect(await rides()).toBe(before)
  })
})
