import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows, textOf, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese, inEnglish, type Translate } from './support/texts.ts'
import { phone, startBrowser, type WebBrowser } from './support/web.ts'

/** Demo members have bought for a month, so nobody knows their balance. */
const AMOUNT = /¥[\d,]+\.\d{2}/

/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

/** The sign-in of a demo member: the page shows the code, because the demo sends no texts. */
async function signIn(page: Page, mobile: string, t: Translate): Promise<void> {
  await page.getByLabel(t('memberPage.mobile')).fill(mobile)
  await press(page, t('memberPage.sendCode'))
  await until(async () => expect(await page.getByLabel(t('memberPage.captcha')).inputValue()).toMatch(/^\d{6}$/))
  await page.getByRole('button', { name: t('memberPage.signIn'), exact: true }).click()
}

/** Today and the next days as the venue counts them, in Chinese time. */
const dayAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)

it('signs a member in, recharges by the sandbox, shows a coupon and books, in Chinese', async () => {
  const t = inChinese
  await server.query(`update coupon_code set member_id = '100003', issued_at = now() where id = (
    select c.id from coupon_code c join coupon_batch b on b.id = c.batch_id and b.org_code = c.org_code
    where c.org_code = 'A01A01' and c.member_id is null and b.kind = 'value' and b.active limit 1)`)
  const page = await browser.open(`${server.url}/m/A01A01`, phone)
  await page
    .getByRole('heading', { name: /滨江店/ })
    .first()
    .waitFor()
  if ((await page.locator('html').getAttribute('lang')) !== 'zh-CN') await press(page, '中文')
  const found = await accessibilityProblems(page)
  await signIn(page, '13800003333', t)
  const main = page.getByRole('main')
  await shows(main, '漂移女王')
  await shows(main, AMOUNT)
  found.push(...(await accessibilityProblems(page)))

  await follow(page, t('memberPage.shop'))
  await page.getByRole('heading', { name: t('memberShop.recharges') }).waitFor()
  found.push(...(await accessibilityProblems(page)))
  await page.getByRole('listitem').getByRole('button').first().click()
  await press(page, t('memberShop.sandbox.success'))
  await shows(main, t('memberShop.state.paid'))
  const orders = await server.query<{ state: string }>(
    `select state from recharge_order where member_id = '100003' and operator_name = '漂移女王 100003'`,
  )
  expect(orders).toEqual([{ state: 'paid' }])

  await follow(page, t('memberPage.home'))
  await follow(page, t('memberPage.coupons'))
  await page.getByRole('listitem').getByRole('link').first().click()
  await shows(main, /C\.[2-9A-Z]{14}/)
  found.push(...(await accessibilityProblems(page)))

  await follow(page, t('memberPage.bookings'))
  await page.getByLabel(t('memberBookings.day')).fill(dayAfter(2))
  await page
    .getByRole('button', { name: new RegExp(t('memberBookings.book')) })
    .first()
    .click()
  await shows(main, t('memberBookings.booked'))
  await shows(main, t('memberBookings.state.CONFIRMED'))
  found.push(...(await accessibilityProblems(page)))
  expect(found).toEqual([])
})

it('speaks English, shows a code that the counter takes, and keeps what a lost answer left open', async () => {
  const t = inEnglish
  const page = await browser.open(`${server.url}/m/%`, phone)
  await shows(page.getByRole('main'), /没有这家门店|no such store/i)
  await page.goto(`${server.url}/m/A01A01/`)
  await page.getByLabel(/手机号|Phone/).waitFor()
  if ((await page.locator('html').getAttribute('lang')) !== 'en') await press(page, 'English')
  await signIn(page, '13800001111', t)
  const main = page.getByRole('main')
  await shows(main, AMOUNT)
  await follow(page, t('memberPage.card'))
  await shows(main, t('memberCardPage.noScreenshot'))
  const found = await accessibilityProblems(page)

  await follow(page, t('memberPage.shop'))
  const keys: string[] = []
  await page.route('**/m/shop/recharge', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 2) return route.continue()
    // The server has taken the first order, but the answer is lost; the second never reaches it.
    if (keys.length === 1) await route.fetch()
    await route.abort('connectionreset')
  })
  const recharge = page.getByRole('listitem').getByRole('button').first()
  await recharge.click()
  await press(page, t('memberShop.sandbox.success'))
  await shows(main, t('memberShop.state.paid'))
  expect(keys).toHaveLength(1)
  await press(page, t('memberShop.done'))
  await recharge.click()
  await press(page, t('memberShop.sandbox.success'))
  await shows(main, t('memberShop.notArrived'))
  await follow(page, t('memberPage.home'))
  await page.reload()
  await follow(page, t('memberPage.shop'))
  // Nothing else can be bought before it is known what became of it.
  await shows(main, t('memberShop.notArrived'))
  found.push(...(await accessibilityProblems(page)))
  await press(page, t('memberShop.sandbox.success'))
  await shows(main, t('memberShop.state.paid'))
  expect(keys).toHaveLength(3)
  expect(keys[2]).toBe(keys[1])
  const orders = await server.query<{ id: string }>(
    `select id from recharge_order where member_id = '100001' and id in ('${keys.join("','")}')`,
  )
  expect(orders.map(({ id }) => id).sort()).toEqual([...new Set(keys)].sort())
  found.push(...(await accessibilityProblems(page)))

  await follow(page, t('memberPage.me'))
  await follow(page, t('memberPage.own'))
  await page.getByRole('heading', { name: t('memberOwn.passwordTitle') }).waitFor()
  await page.getByLabel(t('memberOwn.nickname')).fill('Not saved yet')
  await page
    .getByLabel(t('memberOwn.choosePicture'))
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE })
  await page.getByRole('img', { name: t('memberOwn.picture') }).waitFor()
  expect(await page.getByLabel(t('memberOwn.nickname')).inputValue()).toBe('Not saved yet')
  found.push(...(await accessibilityProblems(page)))
  await follow(page, t('memberPage.me'))
  await follow(page, t('memberPage.feedback'))
  await page.getByLabel(t('memberVoice.text')).fill('The helmet is dirty')
  await page
    .getByLabel(t('memberVoice.addPicture'))
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE })
  await page.getByRole('img', { name: t('memberVoice.picture', { number: 1 }) }).waitFor()
  found.push(...(await accessibilityProblems(page)))
  await press(page, t('memberVoice.send'))
  await shows(main, t('memberVoice.thanks'))
  const pictures = await server.query<{ count: number }>(
    `select cardinality(picture_ids) as count from feedback where content = 'The helmet is dirty'`,
  )
  expect(pictures).toContainEqual({ count: 1 })
  await follow(page, t('memberPage.me'))
  await press(page, t('memberPage.signOutEverywhere'))
  await page.getByLabel(t('memberPage.mobile')).waitFor()
  expect(await textOf(page.locator('body'))).not.toContain('100001')
  expect(found).toEqual([])
})
