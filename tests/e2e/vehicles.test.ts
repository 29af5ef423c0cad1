import jsQR from 'jsqr'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crudPage } from './pages/crud.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { tidyPages } from './support/pages-of-tests.ts'
import { shows } from './support/shows.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser
let page: Page
let list: ReturnType<typeof crudPage>

tidyPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  page = await browser.enter(server, 'manager', '/vehicle/sysVehicleList', { orgCode: 'A01A01' })
  list = crudPage(page)
  await list.row('1号车').waitFor()
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

/** What a camera would read in a code on the screen. */
async function scanned(code: ReturnType<Page['locator']>): Promise<string | undefined> {
  const picture = await code.evaluate(async (svg) => {
    const image = new Image()
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
    await image.decode()
    const side = 360
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, side, side)
    context.drawImage(image, 20, 20, side - 40, side - 40)
    return { side, data: [...context.getImageData(0, 0, side, side).data] }
  })
  return jsQR(Uint8ClampedArray.from(picture.data), picture.side, picture.side)?.data
}

describe('a manager', () => {
  it('adds a series of vehicles, takes one out of service, and prints codes that lead to each', async () => {
    await page.getByRole('button', { name: '批量添加' }).click()
    await list.field('从').fill('9')
    await list.field('到').fill('11')
    await shows(page.locator('output.pl-vehicle-preview'), '将添加 3 台：9号车、10号车、11号车')
    await list.dialog.getByRole('button', { name: '新增' }).click()
    await shows(list.said, '添加成功！')
    await list.row('10号车').waitFor()

    await list.act('9号车', '停用')
    await page.locator('.ant-modal-confirm textarea').fill('轮胎磨损')
    await list.confirm()
    await shows(list.row('9号车'), '轮胎磨损')
    await shows(list.row('9号车'), '维护')

    await page.getByRole('button', { name: '二维码' }).click()
    const codes = page.locator('.pl-qr-preview .pl-qr-sheet li')
    await codes.filter({ hasText: '9号车' }).first().waitFor()
    const address = await scanned(codes.filter({ hasText: '9号车' }).first().locator('svg'))
    expect(address).toContain(`${server.url}/#/vehicle/sysVehicleList?vehicle=`)
    // Eleven codes at eight a page: two sheets of A4, and nothing else of the screen.
    const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(printed.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2)
    await page.keyboard.press('Escape')

    await page.goto(address ?? '')
    await page.reload()
    const drawer = page.locator('.ant-drawer')
    await shows(drawer, '9号车')
    await shows(drawer, '轮胎磨损')
    await shows(drawer, '今天还没有运行')
  })
})
