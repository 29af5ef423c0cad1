import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { demoRule } from '#tests/support/venue/venue.ts'
import { type CounterPage, counterPage } from './pages/counter.page.ts'
import { crudPage } from './pages/crud.page.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { pressAt } from './support/focus.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// The cash of a counter from the float to the blind count and the hand-over, and the manager's view of it.
let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

/** Chooses a walk-in who pays in cash, with the deposit. */
async function choose(page: Page, screen: CounterPage): Promise<void> {
  await screen.type('散客').click()
  await page.keyboard.press('1')
  await screen.payMode('cash').click()
  await shows(screen.outlook, '收现金 108.00')
}

/** Charges a walk-in in cash; returns the ticket. */
async function sell(page: Page, screen: CounterPage, key: 'F5' | 'F6', done: RegExp): Promise<string> {
  await choose(page, screen)
  await page.keyboard.press(key)
  await shows(screen.result, done)
  return screen.startedTicket()
}

it('a shift is opened from the sale that needs it, sells, starts a queued ride, returns a deposit, and is handed over with a correct count', async () => {
  await server.query("update store set cash_needs_shift = 'YES' where org_code = 'A01A01'")
  const page = await browser.openSignedIn(server, 'cashier', '/counter')
  const screen = counterPage(page)
  await screen.ready()
  const shift = page.getByTestId('shift')
  const dialog = page.getByRole('dialog')
  await shows(shift, t('shift.none'))
  await choose(page, screen)
  await page.keyboard.press('F5')
  await shows(dialog, t('shift.openForCash'))
  const float = dialog.getByLabel(t('shift.floatAmount'))
  await float.fill('')
  await pressAt(float, 'Enter')
  await shows(dialog, t('crud.required', { label: t('shift.floatAmount') }))
  await float.fill('500')
  await pressAt(float, 'Enter')
  await shows(screen.result, /A\d{3} 已收费开始/)
  await shows(shift, /\d\d:\d\d 开班/)
  await until(async () => expect(await dialog.count()).toBe(0))
  const first = await screen.startedTicket()
  const waiting = await sell(page, screen, 'F6', /A\d{3} 已收费，排队中/)
  const line = page.getByRole('region', { name: t('menu.queue'), exact: true })
  const place = line.getByRole('listitem').filter({ hasText: waiting })
  await place.getByRole('button', { name: t('queue.start') }).click()
  await pressAt(dialog.getByRole('button', { name: t('queue.startCount', { count: 1 }) }), 'Enter')
  await until(async () => expect(await dialog.count()).toBe(0))
  await until(async () => expect(await place.count()).toBe(0))
  const runs = await server.query(
    `select q.state as place, g.state as run from play_record p join queue_entry q on q.play_id = p.id
       join run g on g.play_id = p.id where p.ticket_no = any($1) and g.state = 'RUNNING'`,
    [[first, waiting]],
  )
  expect(runs).toEqual([
    { place: 'STARTED', run: 'RUNNING' },
    { place: 'STARTED', run: 'RUNNING' },
  ])

  await page.keyboard.press('d')
  await dialog.getByLabel(t('deposits.search')).fill(first)
  // Yesterday's tickets had the same numbers; the newest comes first.
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

  // The float, two rides with their deposits, less the returned deposit.
  await page.keyboard.press('s')
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

  const office = await browser.openSignedIn(server, 'manager', '/shift/sysShiftList', { orgCode: 'A01A01' })
  const mine = office.getByRole('row', { name: /李小敏/ }).first()
  await shows(mine, t('shift.even'))
  const [next] = await server.query(
    `select opening_float::int as float, closed_at is null as open from shift where org_code = 'A01A01' order by opened_at desc limit 1`,
  )
  expect(next).toEqual({ float: 69_600, open: true })
})

it("a ride is refunded in part and then fully, with the user's password, and never above the paid amount", async () => {
  const body = { consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', usageMode: 'lineup', userId: '100007' }
  const manager = await server.signIn('manager')
  await server.call(manager, '/sys/selectDepart', { username: 'manager', orgCode: 'A01A01' })
  const [before] = await server.query<{ balance: number }>(
    `select value::int as balance from wallet where member_id = '100007' and kind = 'balance'`,
  )
  const ride = { sysDepartConsumeRoleId: demoRule().id, racer: '不玩的人' }
  const key = newId()
  await server.call(manager, '/consume/sysConsume/add', Object.assign(ride, body), { 'Idempotency-Key': key })
  const page = await browser.openSignedIn(server, 'manager', '/consume/sysConsumeList', { orgCode: 'A01A01' })
  const list = crudPage(page)
  const row = list.rows.filter({ hasText: '不玩的人' })
  const dialog = page.getByRole('dialog', { name: t('refund.title') })
  const send = (amount: string) => dialog.getByRole('button', { name: t('refund.send', { amount }), exact: true })
  const password = dialog.getByLabel(t('refund.password'))
  const open = async () => {
    await list.act('不玩的人', t('refund.action'))
    await send('68.00').or(send('38.00')).waitFor()
  }
  await row.waitFor()

  await open()
  await dialog.getByText(t('refund.part'), { exact: true }).click()
  const amount = dialog.getByLabel(t('refund.amount'))
  await amount.fill('68.01')
  await shows(dialog.locator('.ant-alert'), '68.00')
  expect(await dialog.getByRole('button', { name: t('refund.action'), exact: true }).isDisabled()).toBe(true)
  await amount.fill('20')
  await send('20.00').waitFor()
  // Until the plan of the new amount has come, the one before is shown as old and cannot be sent.
  const held = Promise.withResolvers<void>()
  await page.route(
    (url) => url.searchParams.get('amount') === '30',
    async (route) => {
      await held.promise
      await route.continue()
    },
  )
  await amount.fill('30')
  const preview = dialog.locator('[aria-busy]', { has: page.locator('.pl-refund-lines') })
  await until(async () => expect(await preview.getAttribute('aria-busy')).toBe('true'))
  expect(await send('20.00').count()).toBe(0)
  expect(await dialog.getByRole('button', { name: t('refund.action'), exact: true }).isDisabled()).toBe(true)
  held.resolve()
  await shows(dialog, t('refund.gives', { amount: '30.00' }))
  await send('30.00').waitFor()
  await dialog.getByLabel(t('refund.reason')).fill('只玩了一半')
  await password.fill('wrong')
  await pressAt(password, 'Enter')
  await shows(dialog.locator('.ant-alert'), t('error.refunds.passwordWrong'))
  await send('30.00').waitFor()
  await password.fill(PASSWORD)
  await pressAt(password, 'Enter')
  await until(async () => expect(await dialog.count()).toBe(0))

  await open()
  await shows(dialog, t('refund.about', { rule: '标准卡丁', paid: '68.00', refunded: '30.00', refundable: '38.00' }))
  await dialog.getByLabel(t('refund.reason')).fill('全部不玩了')
  await password.fill(PASSWORD)
  await pressAt(password, 'Enter')
  await until(async () => expect(await dialog.count()).toBe(0))
  await shows(row, t('payState.refunded'))
  const [after] = await server.query(
    `select o.state, o.refunded::int, q.state as place, (select value::int from wallet where member_id = '100007' and kind = 'balance') as balance,
       (select array_agg(r.amount::int order by r.created_at) from refund_order r where r.order_id = o.id) as refunds
     from consume_order o join play_record p on p.consume_id = o.id join queue_entry q on q.play_id = p.id where o.id = $1`,
    [key],
  )
  expect(after).toEqual({
    state: 'refunded',
    refunded: 6800,
    place: 'CANCELLED',
    balance: before?.balance,
    refunds: [3000, 3800],
  })
})
