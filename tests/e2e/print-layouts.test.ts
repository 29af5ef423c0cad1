import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// A manager edits the queue ticket, checks the print, and restores the default.
let server: VenueServer
let browser: WebBrowser
let page: Page
let editor: Locator

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  page = await browser.openSignedIn(server, 'manager', '/terminal/sysPrintLayout', { orgCode: 'A01A01' })
  editor = page.getByRole('tabpanel').filter({ has: page.getByRole('region', { name: '版式内容' }) })
  await paper().waitFor()
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const paper = () => editor.getByRole('img', { name: /^小票：/ })
const rowsOf = async (kind: string) =>
  (await server.query(`select blocks from print_layout where kind = '${kind}' and org_code = 'A01A01'`)).length

it('edits a paper line by line, previews it from its bytes, and reverts the change', async () => {
  await shows(editor.getByRole('status'), '默认版式')
  await editor.getByRole('button', { name: '添加一行' }).click()
  await page.getByRole('menuitem', { name: '自定义文字' }).click()
  await editor.getByLabel('中文文字').fill('周末八折 😀')
  // A character that the printer lacks is shown as a box with a warning.
  await until(async () => expect(await paper().getAttribute('aria-label')).toContain('周末八折 □'))
  await shows(editor.getByRole('alert'), '😀')
  await editor.getByLabel('中文文字').fill('周末八折')
  await until(async () => expect(await paper().getAttribute('aria-label')).toMatch(/周末八折$/))

  // A ticket without its number cannot be saved.
  await editor.getByRole('button', { name: '删除：一行内容 排队号' }).click()
  await shows(editor.getByRole('alert'), '缺少排队号')
  expect(await editor.getByRole('button', { name: /保\s?存/ }).isDisabled()).toBe(true)
  await editor.getByRole('button', { name: '放弃修改' }).click()
  await shows(editor.getByRole('status'), '默认版式')

  await editor.getByRole('button', { name: '下移：标志' }).click()
  await editor.getByRole('button', { name: /保\s?存/ }).click()
  await shows(editor.getByRole('status'), '已保存')
  expect(await rowsOf('queueTicket')).toBe(1)
  await editor.getByRole('button', { name: '恢复默认' }).click()
  await page.getByRole('button', { name: /确\s?定/ }).click()
  await until(async () => expect(await rowsOf('queueTicket')).toBe(0))
})
