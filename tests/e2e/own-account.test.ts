import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crudPage } from './pages/crud.page.ts'
import { signInPage } from './pages/sign-in.page.ts'
import { problems } from './support/axe.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { tidyPages } from './support/pages-of-tests.ts'
import { shows, until } from './support/shows.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser

tidyPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const question = (page: Page) => page.locator('.ant-modal-confirm:visible')
const settings = async (username: string) => {
  const page = await browser.enter(server, username, '/account/settings/Index')
  await page.getByLabel('姓名', { exact: true }).waitFor()
  return page
}

describe('the own account', () => {
  it('takes a new password, and says only that one signs in with it', async () => {
    const page = await settings('coach')
    // The end of the sign-in is heard of before the answer to the change.
    await page.route('**/sys/user/updatePassword*', async (route) => {
      const heard = page.waitForResponse((response) => response.url().includes('/sys/user/profile'))
      const response = await route.fetch()
      await heard
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: '修改登录密码' }).click()
    await page.getByLabel('旧密码', { exact: true }).fill(PASSWORD)
    await page.getByLabel('新密码', { exact: true }).fill('Racing-2027!')
    await page.getByLabel('确认新密码', { exact: true }).fill('Racing-2027!')
    await page.keyboard.press('Enter')
    await shows(question(page), '登录密码已修改，请用新密码重新登录')
    expect(await question(page).count()).toBe(1)
    await question(page).getByRole('button', { name: '重新登录' }).click()
    await signInPage(page).signIn('coach', 'Racing-2027!')
    await page.getByRole('navigation').first().waitFor()
  })

  it('ends its sign-ins everywhere else, and stays here', async () => {
    const elsewhere = await settings('manager2')
    const here = await browser.enter(server, 'manager2', '/account/center')
    await here.getByRole('button', { name: '退出其他登录' }).click()
    await question(here).getByRole('button', { name: '退出其他登录' }).click()
    await shows(question(elsewhere), '登录已过期')
    await here.getByText('没有其他登录').waitFor()
    expect(await question(here).count()).toBe(0)
  })

  it('is told in words when its files have no room left', async () => {
    const page = await settings('manager2')
    await server.query(`insert into upload_use (subject, bytes)
      select 'person ' || id, 1e15::bigint from user_account where username = 'manager2'
      on conflict (subject) do update set bytes = excluded.bytes`)
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const picture = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }
    await page.locator('.pl-own-picture input[type="file"]').setInputFiles(picture)
    await shows(page.locator('.pl-own-picture'), /您上传的文件合计已达 \d+ MB 的上限，请先删除不用的文件/)
  })
})

describe('a view of a list', () => {
  const menu = (page: Page) => page.getByRole('button', { name: '视图', exact: true })

  it('is kept under a name, opens with its list, and follows the person to another browser', async () => {
    const page = await browser.enter(server, 'admin', '/isystem/user')
    const list = crudPage(page)
    await list.row('manager2').waitFor()
    await list.search.getByLabel('账号').fill('manager')
    await list.query.click()
    await until(async () => expect(await list.row('cashier').count()).toBe(0))
    await menu(page).click()
    await page.getByLabel('视图名称').fill('店长')
    await page.getByRole('button', { name: '保存当前' }).click()
    await page.getByRole('button', { name: '打开列表时使用“店长”' }).click()
    await page.getByRole('button', { name: '打开列表时使用“店长”', pressed: true }).waitFor()

    const other = await browser.enter(server, 'admin', '/isystem/user')
    const there = crudPage(other)
    await there.row('manager2').waitFor()
    expect(await there.row('cashier').count()).toBe(0)
    expect(await there.search.getByLabel('账号').inputValue()).toBe('manager')
    // What the list shows by itself is still to be had.
    await other.getByRole('button', { name: '视图' }).click()
    await other.getByRole('button', { name: '列表默认' }).click()
    await there.row('cashier').first().waitFor()
  })
})

describe('a tree', () => {
  it.each([
    ['stores', '/isystem/depart', '门店管理', '门店.xlsx'],
    ['categories', '/isys/category', '分类字典', '分类字典.xlsx'],
  ])('of %s goes into a workbook, and says how one comes into it', async (_, path, title, name) => {
    const page = await browser.enter(server, 'admin', path)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(name)
    await page.getByRole('button', { name: '导入' }).click()
    await page
      .getByRole('dialog', { name: `导入${title}` })
      .getByRole('button', { name: '下载模板' })
      .waitFor()
    expect(await problems(page)).toEqual([])
  })
})
