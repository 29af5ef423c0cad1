import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { problems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { tidyPages } from './support/pages-of-tests.ts'
import { shows, textOf } from './support/shows.ts'
import { inChinese, inEnglish } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser
let page: Page

const CARD = '0007654321'

tidyPages()
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

it('takes a member from the card to a number in line, in both languages, and forgets who was there', async () => {
  const heading = page.getByRole('heading', { level: 1 })
  await shows(heading, inChinese('kiosk.swipe'))
  const found = await problems(page)
  await swipeAsKeys(page, CARD)
  await shows(heading, inChinese('kiosk.hello', { racer: '闪电' }))
  found.push(...(await problems(page)))
  await press('English')
  await shows(heading, inEnglish('kiosk.hello', { racer: '闪电' }))
  await press(/竞速八圈/)
  await shows(page.getByRole('table'), '58.00')
  found.push(...(await problems(page)))
  await press(inEnglish('kiosk.chargeAndLineUp'))
  await shows(heading, /^K\d{3}$/)
  found.push(...(await problems(page)))
  const ticket = await textOf(heading)
  const orders = await server.query(
    `select o.operator_name, p.ticket_no from consume_order o join play_before_pay p on p.consume_id = o.id
       where p.ticket_no = '${ticket}' and o.usage_mode = 'lineup'`,
  )
  expect(orders).toEqual([{ operator_name: '自助机 K1', ticket_no: ticket }])
  await press(inEnglish('kiosk.finish'))
  await shows(heading, inChinese('kiosk.swipe'))
  expect(await textOf(page.locator('body'))).not.toContain('闪电')
  expect(found).toEqual([])
})

it('says no to a card that nobody has, and offers nothing while the server is away', async () => {
  await swipeAsKeys(page, '0009999999')
  await shows(page.getByRole('alert'), inChinese('error.kiosks.cardUnknown'))
  await page.context().setOffline(true)
  await shows(page.getByRole('heading', { level: 1 }), inChinese('kiosk.offline'))
  await page.context().setOffline(false)
  await shows(page.getByRole('heading', { level: 1 }), inChinese('kiosk.swipe'))
})
