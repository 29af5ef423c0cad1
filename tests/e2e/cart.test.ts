import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { crudPage } from './pages/crud.page.ts'
import { accessibilityProblems } from './support/axe.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { createLink, type NetworkLink } from './support/network-link.ts'
import { shows, until } from './support/shows.ts'
import { linesOf } from './support/starts.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

const WATER = '6901234567892'
const GLOVES = '6901234567915'
/** A pay code that the sandbox accepts at once. */
const PAY_CODE = '134444444444444440'
const RACER = '买水的车手'

let server: VenueServer
let link: NetworkLink
let printer: PrinterSink
let counter: Counter
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, printer, browser] = await Promise.all([startVenue(), startPrinterSink(), startBrowser()])
  link = await createLink(server.port)
  counter = await startCounter({
    serverUrl: link.url,
    settings: { printer: { transport: 'tcp', address: printer.host, port: printer.port } },
    waitsForServer: true,
  })
  await counter.signIn()
  await counter.page.getByRole('button', { name: t('notice.acknowledge') }).click()
})
afterAll(async () => {
  await counter?.remove()
  await link?.close()
  await Promise.all([server?.remove(), printer?.close(), browser?.close()])
})

const cart = () => counter.page.getByRole('region', { name: t('product.cart'), exact: true })

async function stockOf(barcode: string): Promise<number> {
  const [row] = await server.query<{ quantity: number }>(
    `select s.quantity from stock_level s join product p on p.id = s.item_id and p.org_code = s.org_code
      where p.barcode = $1 and p.org_code = 'A01A01'`,
    [barcode],
  )
  return row?.quantity ?? 0
}

const ordersOf = (barcode: string) =>
  server.query<{ id: string; state: string; pieces: number; payments: number }>(
    `select o.id, o.state, l.pieces, (select count(*)::int from payment y where y.id = o.id) as payments
      from consume_order o join order_line l on l.order_id = o.id and l.org_code = o.org_code
      join product p on p.id = l.product_id and p.org_code = l.org_code where p.barcode = $1 order by o.seq`,
    [barcode],
  )

describe('the cart at the counter', () => {
  it('sells a ride and water in one payment by scan, on one receipt, and takes a bottle back into stock', async () => {
    const { page, screen } = counter
    await screen.clear()
    const before = await stockOf(WATER)
    const earlier = (await ordersOf(WATER)).length
    await swipeAsKeys(page, WATER)
    await shows(cart(), '矿泉水')
    await swipeAsKeys(page, WATER)
    await shows(cart(), t('cart.pieces', { count: '2' }))
    await shows(cart(), '6.00')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('w')
    await page.keyboard.press('1')
    await shows(screen.outlook, '扫码收 114.00')
    await shows(screen.outlook, t('counter.will.goods', { count: '2', amount: '6.00' }))
    await screen.racer.fill(RACER)
    await page.keyboard.press('Enter')
    // The code acts as F5.
    await swipeAsKeys(page, PAY_CODE)
    await shows(screen.result, '已收费开始')
    await cart().waitFor({ state: 'hidden' })
    const [order] = await until(async () => {
      const found = (await ordersOf(WATER)).slice(earlier)
      expect(found).toMatchObject([{ state: 'paid', pieces: 2, payments: 1 }])
      return found
    })
    expect(await stockOf(WATER)).toBe(before - 2)

    const jobs = printer.jobs.length
    const token = await server.signIn('manager')
    await server.call(token, '/sys/selectDepart', { username: 'manager', orgCode: 'A01A01' })
    await server.call(token, '/consume/sysConsume/printReceipt', { id: order?.id })
    await printer.until(() => printer.jobs.slice(jobs).some((job) => linesOf(job).join().includes('矿泉水')))
    const receipt = printer.jobs
      .slice(jobs)
      .map(linesOf)
      .find((lines) => lines.join().includes('矿泉水'))
    expect(receipt).toEqual(expect.arrayContaining(['散客单次 88.00', '矿泉水 × 2 A 6.00', '金额 94.00']))

    const manager = await browser.openSignedIn(server, 'manager', '/consume/sysConsumeList', { orgCode: 'A01A01' })
    const list = crudPage(manager)
    await list.act(RACER, t('refund.action'))
    const dialog = manager.getByRole('dialog', { name: t('refund.title') })
    await dialog.getByText(t('refund.byLines'), { exact: true }).click()
    await dialog.getByLabel(`矿泉水 ${t('refund.pieces')}`).fill('1')
    await dialog.getByLabel(t('refund.reason')).fill('没喝')
    await dialog.getByLabel(t('refund.password')).fill(PASSWORD)
    await dialog.getByRole('button', { name: t('refund.send', { amount: '3.00' }), exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    // The pieces return when the provider has paid back.
    await until(async () => expect(await stockOf(WATER)).toBe(before - 1))
  })

  it('is sold alone once after a lost answer, and refuses what is short with its name', async () => {
    const { page, screen } = counter
    await screen.clear()
    const before = await stockOf(GLOVES)
    const earlier = (await ordersOf(GLOVES)).length
    await swipeAsKeys(page, GLOVES)
    await shows(cart(), '赛车手套')
    await page.keyboard.press('b')
    const dialog = page.getByRole('dialog', { name: t('cart.sellTitle') })
    await dialog.getByText(t('tender.cash'), { exact: true }).click()
    expect(await accessibilityProblems(page)).toEqual([])
    const take = dialog.getByRole('button', { name: t('tender.take.cash', { amount: '39.00' }) })
    const answered = link.loseAnswer('/product/sysProductSale/add')
    await take.click()
    await answered
    await dialog.getByRole('alert').waitFor()
    await until(async () => expect(await screen.connection.getAttribute('data-online')).toBe('true'))
    // It may have been sold. Only the same payment can be sent again, also when the dialog was closed.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.keyboard.press('b')
    await swipeAsKeys(page, PAY_CODE)
    await shows(dialog.getByRole('alert'), t('error.counter.answerOpen'))
    await page.keyboard.press('p')
    expect(await dialog.getByRole('radio', { name: t('tender.cash') }).isChecked()).toBe(true)
    expect(await dialog.getByLabel(t('cashGiven.label')).isDisabled()).toBe(true)
    await take.click()
    await shows(page.getByTestId('cart-sold'), t('cart.sold', { amount: '39.00' }))
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await cart().waitFor({ state: 'hidden' })
    expect((await ordersOf(GLOVES)).slice(earlier)).toMatchObject([{ state: 'paid', pieces: 1 }])
    expect(await stockOf(GLOVES)).toBe(before - 1)

    const [gloves] = await server.query<{ id: string }>(
      "select id from product where barcode = $1 and org_code = 'A01A01'",
      [GLOVES],
    )
    const token = await server.signIn('manager')
    await server.call(token, '/sys/selectDepart', { username: 'manager', orgCode: 'A01A01' })
    const loss = { id: gloves?.id, count: before - 2, reason: '清点' }
    await server.call(token, '/product/sysProductStock/loss', loss)
    await swipeAsKeys(page, GLOVES)
    await cart()
      .getByRole('button', { name: t('cart.more', { product: '赛车手套' }) })
      .click()
    await page.keyboard.press('b')
    await dialog.getByText(t('tender.cash'), { exact: true }).click()
    await dialog.getByRole('button', { name: t('tender.take.cash', { amount: '78.00' }) }).click()
    await shows(dialog.getByRole('alert'), '赛车手套')
    await page.keyboard.press('Escape')
    await shows(cart(), t('cart.pieces', { count: '2' }))
    expect(await stockOf(GLOVES)).toBe(1)
  })
})
