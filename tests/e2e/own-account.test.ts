import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crudPage } from './pages/crud.page.ts'
import { signInPage } from './pages/sign-in.page.ts'
import { accessibilityProblems } from './support/axe.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { pressAt } from './support/focus.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
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

const question = (page: Page) => page.locator('.ant-modal-confirm:visible')
const settings = async (username: string) => {
  const page = await browser.openSignedIn(server, username, '/account/settings/Index')
  await page.getByLabel('姓名', { exact: true }).waitFor()
  return page
}

/** Draws on a canvas; returns the PNG in base64. */
async function drawn(svg: string): Promise<string> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return canvas.toDataURL('image/png').split(',')[1] ?? ''
}

describe('the own account', () => {
  it('gets a new password, which is required for the next sign-in', async () => {
    const page = await settings('coach')
    // The end of the sign-in arrives before the response to the change.
    await page.route('**/sys/user/updatePassword*', async (route) => {
      const heard = page.waitForResponse((response) => response.url().includes('/sys/user/profile'))
      const response = await route.fetch()
      await heard
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: '修改登录密码' }).click()
    await page.getByLabel('旧密码', { exact: true }).fill(PASSWORD)
    await page.getByLabel('新密码', { exact: true }).fill('Racing-2027!')
    await page.getByLabel('确认新密码', { exact: true }).fill('Racing-2028!')
    await page.keyboard.press('Enter')
    await page.getByText(t('password.differ')).waitFor()
    await page.getByLabel('确认新密码', { exact: true }).fill('Racing-2027!')
    await page.keyboard.press('Enter')
    await shows(question(page), '登录密码已修改，请用新密码重新登录')
    expect(await question(page).count()).toBe(1)
    await question(page).getByRole('button', { name: '重新登录' }).click()
    await signInPage(page).signIn('coach', 'Racing-2027!')
    await page.getByRole('navigation').first().waitFor()
  })

  it('ends its other sign-ins and stays signed in here', async () => {
    const elsewhere = await settings('manager2')
    const here = await browser.openSignedIn(server, 'manager2', '/account/center')
    await here.getByRole('button', { name: '退出其他登录' }).click()
    await question(here).getByRole('button', { name: '退出其他登录' }).click()
    await shows(question(elsewhere), '登录已过期')
    await here.getByText('没有其他登录').waitFor()
    expect(await question(here).count()).toBe(0)
  })

  it('shows a message when its file storage is full', async () => {
    const page = await settings('manager2')
    await server.query(`insert into upload_use (subject, bytes)
      select 'person ' || id, 1e15::bigint from user_account where username = 'manager2'
      on conflict (subject) do update set bytes = excluded.bytes`)
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const picture = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }
    await page.locator('.pl-own-picture input[type="file"]').setInputFiles(picture)
    await shows(page.locator('.pl-own-picture'), /您上传的文件合计已达 \d+ MB 的上限，请先删除不用的文件/)
  })

  it('keeps picture and name after a reload', async () => {
    const page = await settings('partner')
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300"/></svg>'
    const profile = page.getByRole('region', { name: t('account.profile') })
    const file = profile.locator('input[type=file]')
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await shows(profile.getByRole('alert'), t('account.pictureBad'))
    const picture = Buffer.from(await page.evaluate(drawn, drawing), 'base64')
    await file.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: picture })
    const shown = page.getByRole('button', { name: t('user.menu') }).locator('img')
    const sizeOf = () => shown.evaluate((one) => (one as HTMLImageElement).naturalWidth)
    await until(async () => expect(await sizeOf()).toBe(256))
    await page.getByLabel(t('account.realname'), { exact: true }).fill('赵老板')
    await page.getByRole('button', { name: t('action.save') }).click()
    await shows(page.getByRole('button', { name: t('user.menu') }), '赵老板')
    await page.reload()
    await shows(page.getByRole('button', { name: t('user.menu') }), '赵老板')
    await until(async () => expect(await sizeOf()).toBe(256))
  })

  it('is greeted by the nickname, where set', async () => {
    await server.query(`update user_account set nickname = '老周' where username = 'manager2'`)
    const page = await browser.openSignedIn(server, 'manager2', '/dashboard/workplace')
    await page.getByRole('heading', { name: t('landing.welcome', { name: '老周' }) }).waitFor()
  })
})

describe('several stores', () => {
  it('are offered after the sign-in, and can be switched later', async () => {
    const page = await browser.open(server.url)
    const signIn = signInPage(page)
    await signIn.signIn('manager')
    await signIn.store('极速卡丁·滨江店').click()
    const header = page.getByRole('banner').first()
    await shows(header, '极速卡丁·滨江店')
    await page.getByRole('button', { name: '账号菜单' }).click()
    await page.getByRole('menuitem', { name: '切换管理门店' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').hover()
    await shows(page.getByRole('tooltip'), '您属于多个门店')
    await dialog.getByRole('combobox').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('极速卡丁·城西店').click()
    await dialog.getByRole('button', { name: '确定' }).click()
    await shows(header, '极速卡丁·城西店')
    await page.reload()
    await shows(header, '极速卡丁·城西店')

    const later = await browser.open(server.url)
    await signInPage(later).signIn('manager')
    const remembered = signInPage(later).store('极速卡丁·城西店')
    await shows(remembered, '上次')
    await pressAt(remembered, 'Enter')
    await shows(later.getByRole('banner').first(), '极速卡丁·城西店')
  })
})

describe('a view of a list', () => {
  const menu = (page: Page) => page.getByRole('button', { name: '视图', exact: true })

  it('is saved under a name, opens with its list, and follows the user to another browser', async () => {
    const page = await browser.openSignedIn(server, 'admin', '/isystem/user')
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

    const other = await browser.openSignedIn(server, 'admin', '/isystem/user')
    const there = crudPage(other)
    await there.row('manager2').waitFor()
    expect(await there.row('cashier').count()).toBe(0)
    expect(await there.search.getByLabel('账号').inputValue()).toBe('manager')
    // The default view remains available.
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
    const page = await browser.openSignedIn(server, 'admin', path)
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
    expect(await accessibilityProblems(page)).toEqual([])
  })
})
