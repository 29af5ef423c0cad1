import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { alipayGateway } from '#tests/support/pay-gateway/alipay.ts'
import type { PayGateway } from '#tests/support/pay-gateway/bank.ts'
import { wechatGateway } from '#tests/support/pay-gateway/wechat.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { phone, startBrowser, type WebBrowser } from './support/web.ts'

/** Where providers send guests back; the browser finds the server there. */
const PUBLIC = 'https://venue.example'

let server: VenueServer
let browser: WebBrowser
let gateways: PayGateway[]

cleanUpPages()
beforeAll(async () => {
  const now = () => new Date()
  gateways = await Promise.all([wechatGateway(now), alipayGateway(now)])
  const [wechat, alipay] = gateways
  const addresses = {
    PITLANE_WECHAT_PAY_URL: wechat?.config.wechatPayUrl ?? '',
    PITLANE_ALIPAY_URL: alipay?.config.alipayUrl ?? '',
  }
  ;[server, browser] = await Promise.all([startVenue({ PITLANE_PUBLIC_URL: PUBLIC, ...addresses }), startBrowser()])
  const hq = await server.signIn('hq')
  const edit = (body: object) => server.call(hq, '/payment/sysPaymentProvider/edit', { orgCode: 'A01A01', ...body })
  await edit({ provider: 'sandbox', enabled: false })
  for (const { provider, settings, secrets } of gateways) {
    const ways = provider === 'wechat' ? { jsapi: 'YES', h5: 'YES' } : { wap: 'YES' }
    expect(await edit({ provider, enabled: true, settings: { ...settings, ...ways }, secrets })).toMatchObject({
      success: true,
    })
  }
  await server.query(
    `insert into member_openid (openid, app_id, org_code, member_id, bound_at) values ($1, $2, 'A01A01', '100003', now())`,
    [wechat?.openid, wechat?.settings.appId],
  )
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close(), ...(gateways ?? []).map((gateway) => gateway.close())])
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The shop of a demo member, to whom the page shows the code of the sign-in. */
async function openShop(page: Page, mobile: string): Promise<void> {
  await page.getByLabel(/手机号|Phone/).waitFor()
  if ((await page.locator('html').getAttribute('lang')) !== 'zh-CN') await press(page, '中文')
  await page.getByLabel(t('memberPage.mobile')).fill(mobile)
  await press(page, t('memberPage.sendCode'))
  await until(async () => expect(await page.getByLabel(t('memberPage.captcha')).inputValue()).toMatch(/^\d{6}$/))
  await press(page, t('memberPage.signIn'))
  await page.getByRole('link', { name: t('memberPage.shop'), exact: true }).click()
  await page.getByRole('listitem').getByRole('button').first().click()
}

const ordersOf = async (memberId: string) =>
  (
    await server.query<{ id: string; state: string }>(
      `select o.id, o.state from recharge_order o join payment p on p.id = o.id
        where o.member_id = $1 and p.way <> 'code' order by o.created_at`,
      [memberId],
    )
  ).map(({ id, state }) => ({ number: id.replaceAll('-', ''), id, state }))

it('pays by Alipay in a browser, also after the page was left, and shows the result on return', async () => {
  const page = await browser.open(`${server.url}/m/A01A01`, phone)
  await page.route(`${PUBLIC}/**`, (route) => {
    const { pathname, search } = new URL(route.request().url())
    return route.fulfill({ status: 302, headers: { location: `${server.url}${pathname}${search}` } })
  })
  await openShop(page, '13800001111')
  expect(await page.getByRole('button', { name: t('memberShop.payWechat') }).count()).toBe(1)
  await press(page, t('memberShop.payAlipay'))
  await page.waitForURL(/gateway\.do/)
  await page.goBack()
  const main = page.getByRole('main')
  await shows(main, t('memberShop.state.nopay'))
  const order = (await ordersOf('100001')).at(-1)
  await page.getByRole('button', { name: t('memberShop.payNow') }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await press(page, t('memberShop.payNow'))
  await page.waitForURL(/gateway\.do/)
  gateways[1]?.bank.confirm(order?.number ?? '')
  await page.goto(`${PUBLIC}/m/A01A01?order=${order?.id}&out_trade_no=${order?.number}`)
  await shows(main, t('memberShop.state.paid'))
  expect((await ordersOf('100001')).at(-1)).toMatchObject({ state: 'paid' })
  await press(page, t('memberShop.done'))
  await page.getByRole('heading', { name: t('memberShop.recharges') }).waitFor()
})

it('opens the page of WeChat Pay in a browser, which learns the site that it comes from', async () => {
  const page = await browser.open(`${server.url}/m/A01A01`, phone)
  const referers: (string | undefined)[] = []
  await page.route('https://wx.tenpay.com/**', async (route) => {
    referers.push((await route.request().headerValue('referer')) ?? undefined)
    return route.fulfill({ contentType: 'text/plain', body: 'WeChat Pay' })
  })
  await openShop(page, '13800002222')
  await press(page, t('memberShop.payWechat'))
  await page.waitForURL(/wx\.tenpay\.com/)
  expect(referers).toEqual([`${server.url}/`])
})

it('pays inside of WeChat after a cancelled try, and gives another order up', async () => {
  const page = await browser.open(`${server.url}/m/A01A01`, phone)
  const asked: string[] = []
  await page.exposeFunction('askWechat', async (request: never) => {
    const number = await gateways[0]?.open({ url: '', bridge: request })
    asked.push(number ?? '')
    if (asked.length !== 2) return 'get_brand_wcpay_request:cancel'
    gateways[0]?.bank.confirm(number ?? '')
    return 'get_brand_wcpay_request:ok'
  })
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50' })
    const { askWechat } = globalThis as unknown as { askWechat(request: object): Promise<string> }
    Object.assign(globalThis, {
      WeixinJSBridge: {
        invoke: (name: string, request: object, answer: (said: { err_msg: string }) => void) =>
          name === 'getBrandWCPayRequest' && askWechat(request).then((said) => answer({ err_msg: said })),
      },
    })
  })
  await page.reload()
  await openShop(page, '13800003333')
  expect(await page.getByRole('button', { name: t('memberShop.payAlipay') }).count()).toBe(0)
  await press(page, t('memberShop.payWechat'))
  const main = page.getByRole('main')
  await until(() => expect(asked).toHaveLength(1))
  await shows(main, t('memberShop.state.nopay'))
  await press(page, t('memberShop.payNow'))
  await shows(main, t('memberShop.state.paid'))
  expect(new Set(asked).size).toBe(1)
  await press(page, t('memberShop.done'))
  await page.getByRole('listitem').getByRole('button').first().click()
  await press(page, t('memberShop.payWechat'))
  await until(() => expect(asked).toHaveLength(3))
  await press(page, t('memberShop.giveUp'))
  await page.getByRole('heading', { name: t('memberShop.recharges') }).waitFor()
  await until(async () =>
    expect((await ordersOf('100003')).slice(-2).map(({ state }) => state)).toEqual(['paid', 'closed']),
  )
})
