import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { shows, textOf } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese, inEnglish } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser
let page: Page

const CARD = '0007654321'

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  await server.query(
    `update member set physical_card = '${CARD}', nickname = '闪电', consume_password = null where id = '100001' and org_code = 'A01A01'`,
  )
  const [kiosk] = await server.query<{ id: string }>(`select id from kiosk where org_code = 'A01A01'`)
  const made = await server.call<{ result: { key: string } }>(await server.signIn('hq'), '/kiosk/sysKiosk/newKey', {
    id: kiosk?.id,
  })
  page = await browser.open(`${server.url}/#/game/kiosk?key=${made.result.key}`, { width: 1080, height: 1920 })
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()

it('leads a member from the card to a queue number, in both languages, and then forgets the member', async () => {
  const heading = page.getByRole('heading', { level: 1 })
  await shows(heading, inChinese('kiosk.swipe'))
  const found = await accessibilityProblems(page)
  await swipeAsKeys(page, CARD)
  await shows(heading, inChinese('kiosk.hello', { racer: '闪电' }))
  found.push(...(await accessibilityProblems(page)))
  await press('English')
  await shows(heading, inEnglish('kiosk.hello', { racer: '闪电' }))
  await press(/竞速八圈/)
  await shows(page.getByRole('table'), '58.00')
  found.push(...(await accessibilityProblems(page)))
  await press(inEnglish('kiosk.chargeAndLineUp'))
  await shows(heading, /^K\d{3}$/)
  found.push(...(await accessibilityProblems(page)))
  const ticket = await textOf(heading)
  const orders = await server.query(
    `select o.operator_name, p.ticket_no from consume_order o join play_record p on p.consume_id = o.id
       where p.ticket_no = '${ticket}' and o.usage_mode = 'lineup'`,
  )
  expect(orders).toEqual([{ operator_name: '自助机 K1', ticket_no: ticket }])
  await press(inEnglish('kiosk.finish'))
  await shows(heading, inChinese('kiosk.swipe'))
  expect(await textOf(page.locator('body'))).not.toContain('闪电')
  expect(found).toEqual([])
})

it('charges once when the response is lost, and shows its queue number', async () => {
  const heading = page.getByRole('heading', { level: 1 })
  await shows(heading, inChinese('kiosk.swipe'))
  const keys: string[] = []
  await page.route('**/game/kiosk/charge', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    // The server has charged, but the response is lost.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await swipeAsKeys(page, CARD)
  await press(/积分兑换/)
  await shows(page.getByRole('table'), '100')
  await press(inChinese('kiosk.chargeAndLineUp'))
  await shows(heading, /^K\d{3}$/)
  await page.unroute('**/game/kiosk/charge')
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  const charged = await server.query(
    `select p.ticket_no, (select count(*)::int from ledger_line l where l.cause_id = o.id) as lines
       from consume_order o join play_record p on p.consume_id = o.id where o.id = '${keys[0]}'`,
  )
  expect(charged).toEqual([{ ticket_no: await textOf(heading), lines: 1 }])
  await press(inChinese('kiosk.finish'))
})

it('sells products from the balance once when the response is lost', async () => {
  const heading = page.getByRole('heading', { level: 1 })
  await shows(heading, inChinese('kiosk.swipe'))
  const keys: string[] = []
  await page.route('**/game/kiosk/buy', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    // The server has sold, but the response is lost.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await swipeAsKeys(page, CARD)
  await press(inChinese('kiosk.shop'))
  const water = page.getByRole('listitem').filter({ hasText: '矿泉水' })
  for (let piece = 0; piece < 2; piece++) await water.getByRole('button', { name: inChinese('kiosk.more') }).click()
  expect(await accessibilityProblems(page)).toEqual([])
  await press(inChinese('kiosk.payByBalance', { amount: '¥6.00' }))
  await shows(page.getByRole('table'), '6.00')
  await press(inChinese('kiosk.pay'))
  await shows(heading, inChinese('kiosk.bought'))
  await page.unroute('**/game/kiosk/buy')
  expect(keys.length).toBeGreaterThan(1)
  const sold = await server.query(
    `select o.operator_name, l.name, l.pieces, (select sum(s.delta)::int from stock_line s where s.order_id = o.id) as taken
       from consume_order o join order_line l on l.order_id = o.id where o.id = any ('{${keys.join(',')}}'::uuid[])`,
  )
  expect(sold).toEqual([{ operator_name: '自助机 K1', name: '矿泉水', pieces: 2, taken: -2 }])
  await press(inChinese('kiosk.finish'))
})

it('signs a member up for an event once when the response is lost', async () => {
  const heading = page.getByRole('heading', { level: 1 })
  await shows(heading, inChinese('kiosk.swipe'))
  const keys: string[] = []
  await page.route('**/game/kiosk/signUp', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    // The server has signed the member up, but the response is lost.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await swipeAsKeys(page, CARD)
  await press(inChinese('kiosk.events'))
  await press(/会员之夜/)
  await shows(page.getByRole('main'), /冻结 15\.00 元/)
  expect(await accessibilityProblems(page)).toEqual([])
  await press(inChinese('event.confirm'))
  await shows(page.getByRole('status'), inChinese('event.done.preparing', { number: 1 }))
  await page.unroute('**/game/kiosk/signUp')
  expect(keys.length).toBeGreaterThan(1)
  const signUps = await server.query(
    `select state, operator_name from event_sign_up where id = any ('{${keys.join(',')}}'::uuid[])`,
  )
  expect(signUps).toEqual([{ state: 'preparing', operator_name: '自助机 K1' }])
  await press(inChinese('kiosk.finish'))
})

it('refuses an unknown card, and offers nothing while the server is away', async () => {
  await swipeAsKeys(page, '0009999999')
  await shows(page.getByRole('alert'), inChinese('error.kiosks.cardUnknown'))
  await page.context().setOffline(true)
  await shows(page.getByRole('heading', { level: 1 }), inChinese('kiosk.offline'))
  await page.context().setOffline(false)
  await shows(page.getByRole('heading', { level: 1 }), inChinese('kiosk.swipe'))
})

it('forgets the signer when the response arrives after the guest has left', async () => {
  await server.query(
    `insert into agreement (id, org_code, version, title_zh, content_zh, published_at, created_by, created_at)
       values (gen_random_uuid(), 'A01A01', 1, '安全协议', '系好安全带', now(), 'manager', now()) on conflict do nothing`,
  )
  // A retry finds the member as the first attempt did.
  await server.query("update member set agreement_id = null where id = '100001' and org_code = 'A01A01'")
  await server.query("update consume_rule set needs_agreement = true where name = '竞速八圈'")
  const heading = page.getByRole('heading', { level: 1 })
  await shows(heading, inChinese('kiosk.swipe'))
  await swipeAsKeys(page, CARD)
  await press(/竞速八圈/)
  await shows(heading, '安全协议')
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/game/kiosk/sign', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  const pad = await page.getByRole('img', { name: inChinese('agreement.signHere') }).boundingBox()
  const { x = 0, y = 0 } = pad ?? {}
  await page.mouse.move(x + 20, y + 20)
  await page.mouse.down()
  for (const step of [40, 60, 80, 100]) await page.mouse.move(x + step, y + (step % 40) + 20)
  await page.mouse.up()
  await press(inChinese('kiosk.agree'))
  await asked.promise
  await press(inChinese('kiosk.leave'))
  await shows(heading, inChinese('kiosk.swipe'))
  const answered = page.waitForResponse('**/game/kiosk/sign')
  held.resolve()
  await (await answered).finished()
  // After another response, the effect of the first one is complete.
  await page.waitForResponse('**/game/kiosk/state*')
  expect(await textOf(heading)).toContain(inChinese('kiosk.swipe'))
})

it('shows the carousel while idle', async () => {
  await server.query(`insert into carousel_image (id, org_code, title, photo) values ($1, 'A01A01', '周末夜场', $2)`, [
    newId(),
    `${server.url}/icon.svg`,
  ])
  await page.reload()
  await shows(page.getByRole('heading', { level: 1 }), inChinese('kiosk.swipe'))
  await shows(page.locator('figure'), '周末夜场')
  await page.getByRole('img', { name: '周末夜场' }).waitFor()
})
