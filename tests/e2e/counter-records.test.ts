import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CounterPage, counterPage } from './pages/counter.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { pressAt } from './support/focus.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// Starts remain available: after a reload, for a reprint, an edit and a cancellation with its reason.
let server: VenueServer
let browser: WebBrowser
let page: Page
let screen: CounterPage

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  // The demo records are of other days; only the new starts count here.
  await server.query("update play_record set state = 'CANCELLED' where state = 'PENDING' and org_code = 'A01A01'")
  page = await browser.openSignedIn(server, 'cashier', '/counter')
  screen = counterPage(page)
  await screen.ready()
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

async function startMember(): Promise<string> {
  await screen.search.fill('100001')
  await page.keyboard.press('Enter')
  await shows(screen.member, '100001')
  await page.keyboard.press('1')
  await page.keyboard.press('F4')
  await shows(screen.result, '已开始')
  return screen.startedTicket()
}

describe('the last starts on the counter', () => {
  it('come from the server with name and price after a reload, each with a reprint', async () => {
    const ticket = await startMember()
    await page.reload()
    await screen.ready()
    const row = screen.recent.filter({ hasText: ticket })
    await shows(row, '张伟 · 68.00')
    await row.getByRole('button', { name: `补打 ${ticket}` }).click()
    await shows(screen.result, `${ticket} 不会打印出来：没有收银机接着能打印它的打印机`)
    const copies = () =>
      server.query("select 1 from print_job where copy_no = 1 and ticket ->> 'ticketNo' = $1", [ticket])
    expect(await copies()).toHaveLength(1)
  })
})

describe('Back at the counter', () => {
  it('asks before choices are lost, stays on a no, and leaves at once where nothing is chosen', async () => {
    await page.goto(`${server.url}/#/account/center`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.goto(`${server.url}/#/counter`)
    await screen.ready()
    await page.keyboard.press('1')
    await shows(screen.outlook, '先玩后付')
    await page.goBack()
    const dialog = page.getByRole('dialog')
    await shows(dialog, '离开收银台？')
    // The focus is on cancel.
    await pressAt(dialog.getByRole('button', { name: '取消' }), 'Enter')
    await until(async () => expect(await dialog.count()).toBe(0))
    await shows(screen.outlook, '先玩后付')
    // A key counts from its press, although it is held back briefly in case it is part of a scan.
    await screen.clear()
    await shows(screen.outlook, '请选择规则')
    await page.evaluate(() => addEventListener('keyup', () => history.back(), { once: true }))
    await page.keyboard.press('1')
    await shows(dialog, '离开收银台？')
    await dialog.getByRole('button', { name: '离开' }).click()
    await until(async () => expect(page.url()).toContain('/account/center'))
    await page.goto(`${server.url}/#/counter`)
    await screen.ready()
    await page.goBack()
    await until(async () => expect(page.url()).toContain('/account/center'))
    await page.goto(`${server.url}/#/counter`)
    await screen.ready()
  })
})

describe('a pending ride on the list', () => {
  it('is edited by permitted users, with the old and new price and hold', async () => {
    const boss = await browser.openSignedIn(server, 'admin', '/playbeforepay/sysPlayBeforePayList')
    const row = boss.getByRole('row').filter({ hasText: '100001' }).first()
    // A member's order may use the rules for that member.
    const asked = boss.waitForRequest((request) => request.url().includes('/consumerolelistpcbymemberorg'))
    await row.getByRole('button', { name: '修改规则' }).click()
    expect(new URL((await asked).url()).searchParams.get('userId')).toBe('100001')
    const dialog = boss.getByRole('dialog', { name: '修改订单信息' })
    await dialog.getByRole('button', { name: '积分', exact: true }).click()
    await dialog.getByLabel('规则', { exact: true }).waitFor()
    const changes = dialog.getByTestId('edit-changes')
    await shows(changes, /占用余额\s*68\.00 → 0\.00/)
    await shows(changes, /占用积分\s*0 → \d+/)
    await dialog.getByRole('button', { name: '确认修改' }).click()
    await until(async () => expect(await dialog.count()).toBe(0))
    const [order] = await server.query(
      `select p.consume_type, coalesce(sum(l.amount) filter (where l.kind in ('balance', 'give')), 0)::text as money,
           bool_or(l.kind = 'integral') as points
         from play_record p join hold_line l on l.hold_id = p.id
         where p.member_id = '100001' and p.state = 'PENDING' group by p.consume_type`,
    )
    expect(order).toEqual({ consume_type: 'INTEGRAL', money: '0', points: true })
  })

  it('is cancelled only with a reason, which the audit trail records', async () => {
    const boss = await browser.openSignedIn(server, 'admin', '/playbeforepay/sysPlayBeforePayList')
    const row = boss.getByRole('row').filter({ hasText: '100001' }).first()
    await row.getByRole('button', { name: '删除' }).click()
    const dialog = boss.getByRole('dialog')
    const ok = dialog.getByRole('button', { name: '删除' })
    await shows(dialog, '删除这条记录？')
    expect(await ok.isDisabled()).toBe(true)
    await dialog.getByLabel('原因').fill('顾客没有上车')
    await ok.click()
    await until(async () => {
      const gone = "select state from play_record where member_id = '100001' order by created_at desc limit 1"
      expect(await server.query(gone)).toEqual([{ state: 'CANCELLED' }])
    })
  })
})
