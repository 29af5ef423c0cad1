import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '#tests/support/until.ts'
import { crudPage } from './pages/crud.page.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser
const received: { event: string }[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    received.push(JSON.parse(body) as { event: string })
    response.end('noted')
  })
})

cleanUpPages()
beforeAll(async () => {
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
  ;[server, browser] = await Promise.all([startVenue({ PITLANE_WEBHOOKS_PRIVATE: '1' }), startBrowser()])
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await Promise.all([server?.remove(), browser?.close()])
})

/** Chooses in a list of several, and closes the list. */
async function pick(page: Page, label: string, ...options: string[]): Promise<void> {
  await crudPage(page).field(label).click()
  const list = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  for (const option of options) await list.filter({ hasText: option }).first().click()
  await page.keyboard.press('Escape')
}

it('headquarters make a token for a program, which works until it is revoked', async () => {
  const page = await browser.openSignedIn(server, 'hq', '/isystem/accessToken')
  const { field, dialog, act, row, confirm, notice } = crudPage(page)
  await page.getByRole('button', { name: '新建令牌' }).click()
  await field('名称').fill('财务系统')
  await pick(page, '门店', 'A01A01')
  await dialog.getByRole('button', { name: '只选查看类权限' }).click()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: '创建' }).click()
  const secret = dialog.getByRole('textbox', { name: '新令牌' })
  await until(async () => expect(await secret.inputValue()).toMatch(/^plt_/))
  const token = await secret.inputValue()
  const current = async () => {
    const response = await fetch(`${server.url}/api/sys/accessToken/current`, { headers: { 'X-Access-Token': token } })
    return response.status
  }
  expect(await current()).toBe(200)
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await shows(row('财务系统'), '有效')
  await act('财务系统', '吊销')
  await confirm()
  await shows(notice, '令牌已吊销')
  await shows(row('财务系统'), '已吊销')
  expect(await current()).toBe(401)
})

it('headquarters add a webhook, make its secret, test it and see the delivery', async () => {
  const page = await browser.openSignedIn(server, 'hq', '/isystem/webhook')
  const webhooks = crudPage(page)
  await webhooks.add.click()
  await webhooks.field('名称').fill('财务系统')
  await webhooks.field('地址').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`)
  await pick(page, '事件', 'order.paid', 'run.ended')
  expect(await accessibilityProblems(page)).toEqual([])
  await webhooks.save()
  await shows(webhooks.row('财务系统'), '没有密钥')
  await webhooks.act('财务系统', '生成密钥')
  await webhooks.confirm()
  const secret = webhooks.dialog.getByRole('textbox', { name: '签名密钥' })
  await until(async () => expect(await secret.inputValue()).toMatch(/^whsec_/))
  await webhooks.dialog.getByRole('button', { name: '关闭' }).last().click()
  await shows(webhooks.row('财务系统'), '正常')
  await webhooks.actMore('财务系统', '发送测试')
  await webhooks.confirm()
  const drawer = page.locator('.ant-drawer:visible')
  await shows(drawer, '已送达')
  await shows(drawer, 'noted')
  expect(received).toMatchObject([{ event: 'test' }])
  expect(await accessibilityProblems(page)).toEqual([])
})
