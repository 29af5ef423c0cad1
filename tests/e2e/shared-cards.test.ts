import { afterAll, beforeAll, expect, it } from 'vitest'
import { counterPage } from './pages/counter.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

it('lets a member ride in another store of the chain, and shows headquarters who owes whom', async () => {
  await server.query("update store set shared_cards = 'NO' where org_code = 'A01'")
  const [visitor] = await server.query<{ id: string }>(
    `select w.member_id as id from wallet w join member m on m.id = w.member_id and m.org_code = w.org_code
      where w.org_code = 'A01A02' and w.kind = 'balance' and w.value - w.held >= 10000 and not m.frozen and m.merged_into is null
        and m.consume_password is null and m.end_time is null
      order by m.id limit 1`,
  )
  const id = String(visitor?.id)
  const head = await browser.openSignedIn(server, 'hq', '/report/sysSettlement')
  const sharing = head.getByRole('switch')
  await sharing.click()
  await head.getByRole('button', { name: t('action.confirm') }).click()
  await until(async () => expect(await sharing.getAttribute('aria-checked')).toBe('true'))

  const page = await browser.openSignedIn(server, 'cashier', '/counter')
  const screen = counterPage(page)
  await screen.ready()
  await screen.search.fill(id)
  await page.keyboard.press('Enter')
  await shows(screen.member, t('counter.member.elsewhere', { store: '极速卡丁·城西店' }))
  await screen.type('余额').click()
  await page.keyboard.press('1')
  await page.keyboard.press('F4')
  await shows(screen.outlook, t('error.members.elsewhere', { store: '极速卡丁·城西店' }))
  await page.keyboard.press('F5')
  await shows(screen.result, /已收费开始/)

  await head.reload()
  const row = head
    .getByRole('row', { name: t('settlement.pair', { home: '极速卡丁·城西店', ride: '极速卡丁·滨江店' }) })
    .first()
  await until(async () => expect(await row.textContent()).toContain('68.00'))
})
