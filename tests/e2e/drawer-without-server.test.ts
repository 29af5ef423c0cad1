import { afterAll, beforeAll, expect, it } from 'vitest'
import { syncCentrePage } from './pages/sync-centre.page.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { pressAt } from './support/focus.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'

// The cash drawer of an offline counter: opened, counted blind, uploaded later; and the cashier by a badge.
let server: VenueServer
let counter: Counter

cleanUpPages()
beforeAll(async () => {
  server = await startVenue()
  await server.query("update store set cash_needs_shift = 'YES' where org_code = 'A01A01'")
  await server.query("update user_account set work_no = '0042' where username = 'cashier2'")
  await server.query(`update user_account set work_no = '0043', con_password_hash =
    (select con_password_hash from user_account where username = 'cashier2') where username = 'coach'`)
  counter = await startCounter({ serverUrl: server.url, settings: { keyboard: { badgePrefix: 'PB' } } })
  await counter.enrol()
  await counter.signIn()
})
afterAll(async () => {
  await counter?.remove()
  await server?.remove()
})

/** Longer than the terminal's timeout for the server's check of a cashier. */
const SWIPED_MS = 10_000

const noticesIts = (online: boolean): Promise<void> =>
  until(async () => expect(await counter.screen.connection.getAttribute('data-online')).toBe(String(online)))
/** Saves a screenshot where requested. */
const picture = async (name: string): Promise<void> => {
  const folder = process.env.PICTURES
  if (folder) await counter.page.screenshot({ path: `${folder}/${name}.png` })
}

it('a badge names the next cashier, and the password proves it', async () => {
  const { page } = counter
  const dialog = page.getByRole('dialog')
  await counter.ask('app:scans.submit', { value: 'PB9999', source: 'wedge' })
  await shows(dialog, t('cashier.badgeUnknown'))
  await picture('badge-unknown')
  await shows(page.getByTestId('cashier'), '李小敏')
  // A guest's card goes to the counter, whatever dialog is open.
  await counter.ask('app:scans.submit', { value: '0004829731', source: 'wedge' })
  await counter.screen.member.waitFor()
  await counter.ask('app:scans.submit', { value: 'PB0042', source: 'wedge' })
  const password = dialog.getByLabel(t('cashier.passwordOf', { name: '周晓雯' }))
  await password.waitFor()
  await picture('badge-password')
  await password.fill(PASSWORD)
  await pressAt(password, 'Enter')
  await until(async () => expect(await dialog.count()).toBe(0))
  await shows(page.getByTestId('cashier'), '周晓雯')
})

it('a badge is enough where the store allows it, and closes the dialog it has opened', async () => {
  const { page } = counter
  await server.query("update store set cashier_by_badge = 'YES' where org_code = 'A01A01'")
  for (const [value, name] of [
    ['PB0043', '王教练'],
    ['PB0042', '周晓雯'],
  ] as const) {
    // Scans again, as a cashier does, where a busy server has not answered in time.
    await until(async () => {
      await counter.ask('app:scans.submit', { value, source: 'wedge' })
      await page.getByTestId('cashier').filter({ hasText: name }).waitFor({ timeout: SWIPED_MS })
    })
    await until(async () => expect(await page.getByRole('dialog').count()).toBe(0))
  }
  await picture('badge-enough')
})

it('a drawer is opened and counted offline, and the count is uploaded later', async () => {
  const { page } = counter
  const dialog = page.getByRole('dialog')
  const shift = page.getByTestId('shift')
  await shows(shift, t('shift.none'))
  // The server's last answer is in the terminal's file.
  await until(async () => expect(await counter.ask('app:shifts.here')).toMatchObject({ isKnown: true }))
  await server.stop()
  await noticesIts(false)
  await page.keyboard.press('w')
  await page.keyboard.press('1')
  await shows(counter.screen.outlook, '108.00')
  await page.keyboard.press('F5')
  await shows(dialog, t('shift.openForCash'))
  // Typed over the 0.00 in the field.
  await dialog.getByLabel(t('shift.floatAmount')).waitFor()
  await page.keyboard.type('500', { delay: 120 })
  await picture('offline-open')
  await pressAt(dialog.getByLabel(t('shift.floatAmount')), 'Enter')
  await shows(shift, /\d\d:\d\d 开班/)
  await until(async () => expect(await dialog.count()).toBe(0))
  await shows(counter.screen.result, /已收现金 108\.00.*离线保存/)

  await page.keyboard.press('s')
  await dialog.getByRole('button', { name: t('shift.cashOut') }).press('Enter')
  await dialog.getByLabel(t('shift.amount')).fill('30')
  await dialog.getByLabel(t('shift.reason')).fill('买水')
  await pressAt(dialog.getByLabel(t('shift.reason')), 'Enter')
  await shows(dialog, '买水')
  await picture('offline-home')
  await dialog.getByRole('button', { name: t('shift.close'), exact: true }).press('Enter')
  await dialog.getByLabel(t('shift.countedAmount')).fill('577')
  await pressAt(dialog.getByLabel(t('shift.countedAmount')), 'Enter')
  await shows(dialog, t('shift.keptCount'))
  await picture('offline-counted')
  await dialog
    .getByRole('button', { name: t('action.close') })
    .last()
    .press('Enter')
  await shows(shift, t('shift.none'))

  const centre = syncCentrePage(page)
  await page.evaluate("location.hash = '#/terminal/sync'")
  await until(async () => expect(await page.getByTestId('drawer-waiting').count()).toBe(3))
  await picture('sync-waiting')
  await server.start()
  await centre.open('sent')
  const counted = page.getByTestId('drawer-sent').filter({ hasText: t('shift.close') })
  await shows(counted, t('shift.short', { amount: '1.00' }))
  await picture('sync-sent')
  const rows = await server.query(
    'select opening_float::integer, counted::integer, expected::integer from shift where counted is not null order by opened_at desc limit 1',
  )
  expect(rows).toEqual([{ opening_float: 50_000, counted: 57_700, expected: 57_800 }])
})
