import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counterPage } from './pages/counter.page.ts'
import { crudPage } from './pages/crud.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { hasFocus, stepBy } from './support/focus.ts'
import { tidyPages } from './support/pages-of-tests.ts'
import { shows, until } from './support/shows.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// A manager keeps rules while a cashier stands at the counter: what changes here is seen there, with nothing read anew by hand.
let server: VenueServer
let browser: WebBrowser
let page: Page
let counter: Page

tidyPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  page = await browser.enter(server, 'manager2', '/consumerole/SysDepartConsumeRoleList')
  counter = await browser.enter(server, 'manager2', '/counter')
  await counterPage(counter).ready()
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

async function tab(times: number): Promise<void> {
  for (let time = 0; time < times; time++) await stepBy(page, 'Tab')
}

/** The rules of the chosen type that the counter offers. */
const rules = () => counter.getByRole('group', { name: '规则' }).locator('.pl-tile-name')

describe('a consume rule', () => {
  it('is made by keyboard alone, with its price and what it lacks beside, and is on the counter at once', async () => {
    await counter.getByRole('button', { name: '次数', exact: true }).click()
    await until(async () => expect(await rules().allTextContents()).toEqual(['次卡一次']))
    const list = crudPage(page)
    await list.add.press('Enter')
    await hasFocus(list.field('规则名称'))
    await page.keyboard.type('次卡双次')
    // From the name to the types, and one type on.
    await tab(1)
    await page.keyboard.press('ArrowRight')
    const preview = page.getByRole('complementary', { name: '预览' })
    await shows(preview, '请填写扣次数，须大于 0')
    // Tool, project, for each person: then what it takes.
    await tab(4)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('2')
    await tab(1)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('16')
    await shows(preview, '16 圈')
    expect(await preview.getByText('还不能使用').count()).toBe(0)
    await page.keyboard.press('Enter')
    await shows(list.said, '添加成功')
    await until(async () => expect(await rules().allTextContents()).toEqual(['次卡一次', '次卡双次']))
  })

  it('moves by Alt and an arrow, and leaves the counter when it is switched off', async () => {
    const list = crudPage(page)
    await page.getByRole('button', { name: '调整顺序' }).click()
    const placed = (place: number) => page.getByRole('listitem', { name: `第 ${place} 位：次卡双次`, exact: true })
    for (let place = 13; place > 5; place--) {
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
