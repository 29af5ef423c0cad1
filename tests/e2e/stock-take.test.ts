import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER } from '#shared/core/route.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { shows } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

const WATER = { name: '矿泉水', barcode: '6901234567892' }
const GLOVES = '6901234567915'

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

async function itemOf(barcode: string): Promise<{ id: string; name: string; quantity: number }> {
  const [row] = await server.query<{ id: string; name: string; quantity: number }>(
    `select p.id, p.name, s.quantity from product p join stock_level s on s.item_id = p.id and s.org_code = p.org_code
      where p.barcode = $1 and p.org_code = 'A01A01'`,
    [barcode],
  )
  if (!row) throw new Error(`no product has the barcode ${barcode}`)
  return row
}

it('counts stock by scans and by hand, goes on without the server, and asks again where stock moved meanwhile', async () => {
  const gloves = await itemOf(GLOVES)
  const page = await browser.openSignedIn(server, 'manager', '/stock/sysStockTake', { orgCode: 'A01A01' })
  await page.getByRole('button', { name: t('stock.take.begin') }).click()
  const scanned = page.locator('.pl-take-scanned')
  await shows(scanned, t('stock.take.hint'))
  await swipeAsKeys(page, WATER.barcode)
  await shows(scanned, t('stock.take.scanned', { name: WATER.name, count: 1 }))
  await swipeAsKeys(page, WATER.barcode)
  await shows(scanned, t('stock.take.scanned', { name: WATER.name, count: 2 }))
  await swipeAsKeys(page, '6900000000001')
  await shows(scanned, t('stock.take.unknown', { code: '6900000000001' }))
  expect(await accessibilityProblems(page)).toEqual([])

  await page.context().setOffline(true)
  const pieces = (name: string) => page.getByRole('spinbutton', { name: t('stock.take.countOf', { name }) })
  await pieces(gloves.name).fill(String(gloves.quantity - 1))
  await shows(page.getByRole('alert'), t('stock.take.away'))
  // A piece leaves meanwhile: nobody knows whether before it was counted.
  const token = await server.signIn('manager')
  const gone = { id: gloves.id, count: 1, reason: '退货' }
  await server.call(token, '/product/sysProductStock/out', gone, { [IDEMPOTENCY_HEADER]: newId() })
  await page.context().setOffline(false)

  await page.reload()
  const foot = page.locator('.pl-take-foot')
  const set = foot.getByRole('button')
  await shows(foot, /已盘 2 \//)
  await set.click()
  await shows(foot, /已提交 1 项/)
  expect((await itemOf(WATER.barcode)).quantity).toBe(2)
  const row = page.locator('.pl-take-items li', { hasText: gloves.name })
  await shows(row, t('stock.take.moved'))
  expect((await itemOf(GLOVES)).quantity).toBe(gloves.quantity - 1)

  await pieces(gloves.name).fill(String(gloves.quantity - 3))
  await set.click()
  await shows(foot, /已提交 2 项/)
  expect((await itemOf(GLOVES)).quantity).toBe(gloves.quantity - 3)
  const [line] = await server.query(
    `select counted, expected, delta from stock_line where item_id = $1 and kind = 'count'`,
    [gloves.id],
  )
  expect(line).toEqual({ counted: gloves.quantity - 3, expected: gloves.quantity - 1, delta: -2 })
  await page.getByRole('button', { name: t('stock.take.finish') }).click()
  await shows(page.getByRole('button', { name: t('stock.take.begin') }), t('stock.take.begin'))
})
