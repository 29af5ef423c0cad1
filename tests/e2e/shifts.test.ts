import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CounterPage, counterPage } from './pages/counter.page.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { pressAt } from './support/focus.ts'
import { tidyPages } from './support/pages-of-tests.ts'
import { shows, until } from './support/shows.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// The cash of a counter from the float to the blind count and the next one who serves, and what a manager sees of it.
let server: VenueServer
let browser: WebBrowser

tidyPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

/** Charges a walk-in in cash, with the deposit; answers the ticket. */
async function sell(page: Page, screen: CounterPage, key: 'F5' | 'F6', done: RegExp): Promise<string> {
  await screen.type('散客').click()
  await page.keyboard.press('1')
  await screen.payMode('unline').click()
  await shows(screen.outlook, '收现金 108.00')
  await page.keyboard.press(key)
  await shows(screen.result, done)
  return screen.startedTicket()
}

it('a shift is opened, sells, starts who waits, gives a deposit back, and is handed over with a right count', async () => {
  const page = await browser.enter(server, 'cashier', '/counter')
  const screen = counterPage(page)
  await screen.ready()
  const shift = page.getByTestId('shift')
  const dialog = page.getByRole('dialog')
  await shows(shift, t('shift.none'))
  await shift.press('Enter')
  await dialog.getByLabel(t('shift.floatAmount')).fill('500')
  await pressAt(dialog.getByLabel(t('shift.floatAmount')), 'Enter')
  await shows(shift, /\d\d:\d\d 开班/)
  await until(async () => expect(await dialog.count()).toBe(0))

  const first = await sell(page, screen, 'F5', /A\d{3} 已收费开始/)
  const waiting = await sell(page, screen, 'F6', /A\d{3} 已收费，排队中/)
  const line = page.getByRole('region', { name: t('menu.queue'), exact: true })
  const place = line.getByRole('listitem').filter({ hasText: waiting })
  await place.getByRole('button', { name: t('queue.start') }).click()
  await pressAt(dialog.getByRole('button', { name: t('queue.startCount', { count: 1 }) }), 'Enter')
  await until(async () => expect(await dialog.count()).toBe(0))
  await until(async () => expect(await place.count()).toBe(0))
  const runs = await server.query(
    `select q.state as place, g.state as run from play_before_pay p join queue_entry q on q.play_id = p.id
       join game_log g on g.play_id = p.id where p.ticket_no = any($1) and g.state = 'RUNNING'`,
    [[first, waiting]],
  )
  expect(runs).toEqual([
    { place: 'STARTED', run: 'RUNNING' },
    { place: 'STARTED', run: 'RUNNING' },
  ])

  await page.keyboard.press('d')
  await dialog.getByLabel(t('deposits.search')).fill(first)
  // Yesterday's tickets had the same numbers: the newest stands first.
  const newest = dialog.getByRole('listitem').first()
  await shows(newest, first)
  await newest.getByRole('button', { name: t('orders.returnDeposit') }).click()
  await page
    .locator('.ant-modal-confirm')
    .getByRole('button', { name: t('orders.returnDeposit') })
    .click()
  await shows(dialog.getByRole('status'), t('deposits.handOut', { amount: '20.00' }))
  await until(async () => {
    await page.keyboard.press('Escape')
    await dialog.first().waitFor({ state: 'hidden', timeout: 2000 })
  })

  // The float, two rides with their deposits, less the deposit that went back.
  await shift.press('Enter')
  await dialog.getByRole('button', { name: t('shift.handover') }).click()
  const count = page.getByRole('dialog', { name: new RegExp(t('shift.handover')) })
  await shows(count, t('shift.handoverHint'))
  expect(await count.textContent()).not.toContain('696')
  await count.getByLabel(t('shift.countedAmount')).fill('696')
  await count.getByLabel(t('shift.next'), { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('周晓雯', { exact: true }).click()
  await count.getByLabel(t('shift.nextPassword')).fill(PASSWORD)
  await count.getByRole('button', { name: t('shift.handover') }).click()
  const result = page.getByRole('dialog', { name: t('shift.result') })
  await shows(result, t('shift.even'))
  await shows(result, '696.00')
  await result
    .getByRole('button', { name: t('action.close') })
    .last()
    .click()
  await shows(page.getByTestId('cashier'), '周晓雯')

  const office = await browser.enter(server, 'manager', '/shift/sysShiftList', { orgCode: 'A01A01' })
  const mine = office.getByRole('row', { name: /李小敏/ }).first()
  await shows(mine, t('shift.even'))
  const [next] = await server.query(
    `select opening_float::int as float, closed_at is null as open from shift where org_code = 'A01A01' order by opened_at desc limit 1`,
  )
  expect(next).toEqual({ float: 69_600, open: true })
})
