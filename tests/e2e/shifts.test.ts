import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CounterPage, counterPage } from './pages/counter.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { pressAt } from './support/focus.ts'
import { tidyPages } from './support/pages-of-tests.ts'
import { shows, until } from './support/shows.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// A shift at the counter: the float is put in, guests pay, and the line is started from beside the search.
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

it('a shift is opened, sells for cash, and starts who waits by one Enter', async () => {
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
})
