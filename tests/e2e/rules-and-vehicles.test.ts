import jsQR from 'jsqr'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counterPage } from './pages/counter.page.ts'
import { crudPage } from './pages/crud.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { hasFocus, stepBy } from './support/focus.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// Rules and vehicles: a manager edits them, and the counter shows the changes by push.
let server: VenueServer
let browser: WebBrowser
let page: Page
let counter: Page

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  page = await browser.openSignedIn(server, 'manager2', '/consumerole/SysDepartConsumeRoleList')
  counter = await browser.openSignedIn(server, 'manager2', '/counter')
  await counterPage(counter).ready()
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

async function tab(times: number): Promise<void> {
  for (let time = 0; time < times; time++) await stepBy(page, 'Tab')
}

/** The rules of the chosen type at the counter. */
const rules = () => counter.getByRole('group', { name: '规则' }).locator('.pl-tile-name')

/** Decodes a QR code on the screen. */
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

describe('a consume rule', () => {
  it('is created with the keyboard alone, with its price and problems beside the form, and is at the counter at once', async () => {
    await counter.getByRole('button', { name: '次数', exact: true }).click()
    await until(async () => expect(await rules().allTextContents()).toEqual(['次卡一次']))
    const list = crudPage(page)
    await list.add.press('Enter')
    await hasFocus(list.field('规则名称'))
    await page.keyboard.type('次卡双次')
    // From the name to the types, then to the next type.
    await tab(1)
    await page.keyboard.press('ArrowRight')
    const preview = page.getByRole('complementary', { name: '预览' })
    await shows(preview, '请填写扣次数，须大于 0')
    // Tool, project, per person: then what it takes.
    await tab(4)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('2')
    await tab(1)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('16')
    await shows(preview, '16 圈')
    expect(await preview.getByText('还不能使用').count()).toBe(0)
    await page.keyboard.press('Enter')
    await shows(list.notice, '添加成功')
    await until(async () => expect(await rules().allTextContents()).toEqual(['次卡一次', '次卡双次']))
  })

  it('is moved by Alt and an arrow key, and leaves the counter when switched off', async () => {
    const list = crudPage(page)
    await page.getByRole('button', { name: '调整顺序' }).click()
    const placed = (place: number) => page.getByRole('listitem', { name: `第 ${place} 位：次卡双次`, exact: true })
    const added = await page.getByRole('listitem', { name: /^第 \d+ 位：次卡双次$/ }).getAttribute('aria-label')
    const last = Number(added?.match(/\d+/)?.[0])
    expect(last).toBeGreaterThan(5)
    for (let place = last; place > 5; place--) {
      await placed(place).press('Alt+ArrowUp')
      await hasFocus(placed(place - 1))
    }
    await page
      .getByRole('button', { name: '保 存' })
      .or(page.getByRole('button', { name: '保存' }))
      .click()
    await until(async () => expect(await rules().allTextContents()).toEqual(['次卡双次', '次卡一次']))
    await list.row('次卡双次').getByRole('switch').click()
    await until(async () => expect(await rules().allTextContents()).toEqual(['次卡一次']))
  })
})

describe('vehicles', () => {
  it('are added as a series, taken out of service, and found by their printed codes', async () => {
    const page = await browser.openSignedIn(server, 'manager', '/vehicle/sysVehicleList', { orgCode: 'A01A01' })
    const list = crudPage(page)
    await list.row('1号车').waitFor()
    await page.getByRole('button', { name: '批量添加' }).click()
    await list.field('从').fill('9')
    await list.field('到').fill('11')
    await shows(page.locator('output.pl-vehicle-preview'), '将添加 3 台：9号车、10号车、11号车')
    await list.dialog.getByRole('button', { name: '新增' }).click()
    await shows(list.problem, '请填写车辆类型')
    await list.choose('车辆类型', '单人卡丁')
    await list.dialog.getByRole('button', { name: '新增' }).click()
    await shows(list.notice, '添加成功！')
    await list.row('10号车').waitFor()

    await list.act('9号车', '停用')
    await page.locator('.ant-modal-confirm textarea').fill('轮胎磨损')
    await list.confirm()
    await shows(list.row('9号车'), '轮胎磨损')
    await shows(list.row('9号车'), '维护')

    await page.getByRole('button', { name: '二维码' }).click()
    const codes = page.locator('.pl-sheet-preview .pl-qr-sheet li')
    await codes.filter({ hasText: '9号车' }).first().waitFor()
    const address = await scanned(codes.filter({ hasText: '9号车' }).first().locator('svg'))
    expect(address).toContain(`${server.url}/#/vehicle/sysVehicleList?vehicle=`)
    // Eleven codes at eight per page: two sheets of A4, without other parts of the screen.
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

  it('have the maximum gear and speed that are set in their overview', async () => {
    const [vehicle] = await server.query<{ id: string }>(
      `select id from vehicle where org_code = 'A01A01' and name = '2号车'`,
    )
    const page = await browser.openSignedIn(server, 'manager', `/vehicle/sysVehicleList?vehicle=${vehicle?.id}`, {
      orgCode: 'A01A01',
    })
    const drawer = page.locator('.ant-drawer')
    const save = drawer.getByRole('button', { name: /^保\s?存$/ })
    await shows(drawer, '2号车')
    await until(async () => expect(await save.isDisabled()).toBe(true))
    await drawer.locator('.ant-segmented').getByText('2', { exact: true }).click()
    await drawer.getByLabel('最高速度（%）').fill('40')
    await save.click()
    await shows(page.locator('.ant-message').first(), '更新成功')
    expect(await server.query('select gear_limit, speed_limit from vehicle where id = $1', [vehicle?.id])).toEqual([
      { gear_limit: 2, speed_limit: 40 },
    ])
    await page.reload()
    await drawer.locator('.ant-segmented-item-selected').filter({ hasText: /^2$/ }).waitFor()
  })
})
