import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crudPage } from './pages/crud.page.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
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

describe('a form', () => {
  it('is drawn and published by headquarters, filled in by a cashier, and exported', async () => {
    const office = await browser.openSignedIn(server, 'hq', '/online/cgform')
    await office.getByRole('button', { name: '新建表单' }).first().click()
    const { dialog } = crudPage(office)
    await dialog.getByLabel('中文名称').fill('失物招领')
    await dialog.getByLabel('英文名称').fill('Lost property')
    await dialog.getByLabel('编码').fill('lost_property')
    await dialog.getByRole('button', { name: /设\s*计/ }).click()

    const palette = office.getByRole('navigation', { name: '字段类型' })
    const properties = office.getByRole('complementary', { name: '属性' })
    await properties.getByLabel('中文标签', { exact: true }).fill('地点')
    await properties.getByLabel('必填').check()
    await properties.getByLabel('可查询').check()
    await palette.getByRole('button', { name: /单\s*选/ }).click()
    await properties.getByLabel('中文标签 1').fill('衣物')
    await palette.getByRole('button', { name: /图\s*片/ }).click()
    // By keyboard: the picture moves before the choice.
    const picture = office.locator('[data-field]', { hasText: 'picture1' })
    await picture.focus()
    await office.keyboard.press('Alt+ArrowUp')
    await expect
      .poll(() => office.locator('[data-field] code').allTextContents())
      .toEqual(['text1', 'picture1', 'choice1'])
    await palette.getByRole('button', { name: '明细表' }).click()
    expect(await accessibilityProblems(office)).toEqual([])
    await office.getByRole('button', { name: /发\s*布/ }).click()
    await office.getByLabel('收银员: 编辑').click()
    await office.getByLabel('收银员: 新增').click()
    await office.getByLabel('总部: 导出').click()

    const counter = await browser.openSignedIn(server, 'cashier', '/online/cgformList/lost_property')
    await counter
      .getByRole('button', { name: /新\s*增/ })
      .first()
      .click()
    const form = crudPage(counter).dialog
    await form.getByLabel('地点').fill('3号弯道')
    await form.getByRole('button', { name: '添加明细表' }).click()
    await form.getByLabel('文本').fill('雨伞')
    await form.getByRole('button', { name: /保\s*存/ }).click()
    await shows(counter.locator('.pl-crud-table'), '3号弯道')
    expect(await counter.getByRole('button', { name: /导\s*出/ }).count()).toBe(0)

    // The menu of the page that is open has the form: it is not loaded anew.
    await office.goto(office.url().replace(/#.*/, '#/online/cgformList/lost_property'))
    await office.getByPlaceholder('地点').fill('弯道')
    await office.keyboard.press('Enter')
    await shows(office.locator('.pl-crud-table'), '3号弯道')
    const [download] = await Promise.all([
      office.waitForEvent('download'),
      office.getByRole('button', { name: /导\s*出/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe('失物招领.xlsx')
  })
})
