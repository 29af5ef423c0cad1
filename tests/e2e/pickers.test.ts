import type { Route } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { hasFocus } from './support/focus.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

const LIST = '/playbeforepay/sysPlayBeforePayList'

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

it('finds a member with the keyboard alone, even when an older response arrives late, and filters records by member and vehicle', async () => {
  const page = await browser.openSignedIn(server, 'manager', LIST, { orgCode: 'A01A01' })
  await page.getByRole('button', { name: '展开', exact: true }).click()
  const member = page.getByRole('textbox', { name: '选择会员' })
  await member.click()
  const picker = page.getByRole('dialog', { name: '选择会员' })
  const field = picker.getByRole('combobox', { name: /尾号/ })
  const rows = picker.locator('tbody tr.ant-table-row')
  await hasFocus(field)

  // The response to the first search is held back until that of the second is shown.
  const held: Route[] = []
  await page.route(
    (url) => url.searchParams.get('keyword') === '%1111',
    (route) => void held.push(route),
  )
  await page.keyboard.type('%1111')
  await until(async () => expect(held).toHaveLength(1))
  // Rows of the empty search do not answer this one: Enter takes none of them.
  await page.keyboard.press('Enter')
  await field.fill('%2222')
  await shows(rows, '100002')
  const answered = page.waitForResponse((response) => response.url().includes('1111'))
  for (const route of held) await route.continue()
  await answered
  expect(await rows.allTextContents()).toEqual([expect.stringContaining('100002')])

  // The details of a value, without choosing the member.
  await rows.getByRole('button').last().click()
  await shows(page.locator('.ant-popover:visible'), '没有项目')
  await field.fill('张伟')
  await page.keyboard.press('Enter')
  await shows(rows, '100001')
  await field.fill('')
  await until(async () => expect(await rows.count()).toBeGreaterThan(3))
  const third = await rows.nth(2).locator('td').first().textContent()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await until(async () => expect(await picker.count()).toBe(0))
  await until(async () => expect(page.url()).toContain(`userId=${third}`))
  const searches = await page.evaluate(() => localStorage.getItem('searchusers'))
  expect(JSON.parse(searches ?? '[]')).toEqual(['张伟'])

  // A reload restores the name from the id; another filter is collected and confirmed by its button.
  await page.reload()
  await until(async () => expect(await member.inputValue()).toMatch(/\p{Script=Han}|\w/u))
  await member.locator('..').getByRole('button', { name: '清除' }).click()
  await until(async () => expect(page.url()).not.toContain('userId'))
  await page.getByRole('textbox', { name: '选择车辆' }).focus()
  await page.keyboard.press('Enter')
  const vehicles = page.getByRole('dialog', { name: '选择车辆' })
  await vehicles.getByRole('combobox').fill('3号')
  await page.keyboard.press('Enter')
  await until(async () => expect(await vehicles.locator('tbody tr.ant-table-row').count()).toBe(1))
  await page.keyboard.press('Enter')
  await shows(vehicles.getByRole('region', { name: '已选' }), '3号车')
  await vehicles.getByRole('button', { name: '预选' }).click()
  await until(async () => expect(page.url()).toContain('vehicleId='))
  const shown = page.locator('.ant-table-tbody tr.ant-table-row')
  await until(async () => {
    const texts = await shown.allTextContents()
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) expect(text).toContain('3号车')
  })

  // A dialog that is gone has given the focus back to its field.
  await until(async () => expect(await vehicles.count()).toBe(0))
  // Rules are filtered by tool and level; those for any tool show how several people pay instead of the laps.
  await page.getByRole('textbox', { name: '选择规则' }).focus()
  await page.keyboard.press('Enter')
  const rules = page.getByRole('dialog', { name: '选择规则' })
  await rules.getByRole('columnheader', { name: '圈数' }).waitFor()
  await rules.getByRole('combobox', { name: '消费工具' }).click()
  await page.locator('.ant-select-item-option', { hasText: '通用' }).click()
  await rules.getByRole('columnheader', { name: '多人扣费方式' }).waitFor()
  expect(await rules.getByRole('columnheader', { name: '圈数' }).count()).toBe(0)
})

it('opens a permitted page by name, and focuses its search', async () => {
  const page = await browser.openSignedIn(server, 'manager2')
  await page.getByRole('navigation', { name: t('nav.main') }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: t('palette.placeholder') })
  await field.fill('先玩')
  await page
    .getByRole('option', { name: t('menu.playBeforePay') })
    .first()
    .waitFor()
  await field.press('Enter')
  await until(() => expect(page.url()).toContain(LIST))
  const id = page.getByRole('textbox', { name: t('records.keyword') })
  await id.waitFor()
  await page.keyboard.press('/')
  await hasFocus(id)
})
