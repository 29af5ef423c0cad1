import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crudPage } from './pages/crud.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { hasFocus } from './support/focus.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser
let page: Page
let list: ReturnType<typeof crudPage>

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  page = await browser.openSignedIn(server, 'hq', '/isystem/user')
  list = crudPage(page)
  await list.add.waitFor()
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const signIn = (username: string, password: string) =>
  server.call<{ success: boolean; error?: { code: string } }>('', '/sys/login', { username, password })
const login = async (username: string, password: string) => (await signIn(username, password)).success

describe('users', () => {
  it('are added with a role and a store, and can sign in', async () => {
    await list.add.click()
    await list.save()
    await until(async () =>
      expect(await list.problem.allTextContents()).toEqual([
        '请填写账号',
        '请填写姓名',
        '请填写登录密码',
        '请至少选择一个门店',
      ]),
    )
    await list.field('账号').fill('cashier')
    await page.keyboard.press('Tab')
    await shows(list.problem.first(), '该值不可用，系统中已存在！')
    await list.field('账号').fill('newcomer')
    await list.field('姓名').fill('新来的')
    await list.field('登录密码').fill('weak')
    await until(async () => expect(await list.problem.allTextContents()).toContain('密码至少 8 位，含字母、数字和符号'))
    await list.field('登录密码').fill('Racing-2026')
    await list.field('确认密码').fill('Racing-2027')
    await until(async () => expect(await list.problem.allTextContents()).toContain('两次输入密码不一致!'))
    await list.field('确认密码').fill('Racing-2026')
    await list.choose('角色', '收银员')
    await page.keyboard.press('Escape')
    await list.field('所属门店').click()
    const tree = page.locator('.ant-modal:visible').last()
    await tree.getByText('极速卡丁·滨江店').waitFor()
    await tree.locator('.ant-tree-treenode', { hasText: '滨江店' }).locator('.ant-tree-checkbox').click()
    await tree.getByRole('button', { name: '确定' }).click()
    await list.save()
    await shows(list.notice, '添加成功！')
    await shows(list.row('newcomer'), '极速卡丁·滨江店')
    await shows(list.row('newcomer'), '收银员')
    expect(await login('newcomer', 'Racing-2026')).toBe(true)
  })

  it('of a store are added by their job, and their password stays until it is read', async () => {
    const own = await browser.openSignedIn(server, 'manager2', '/isystem/user')
    const users = crudPage(own)
    await own.getByRole('button', { name: '添加收银员' }).click()
    await users.field('姓名').fill('新收银员')
    await users.field('账号').fill('newhand')
    await own.keyboard.press('Enter')
    await shows(users.row('newhand'), '收银员')
    const password = await own.getByRole('dialog', { name: '新收银员 可以登录了' }).locator('code').textContent()
    expect((await signIn('newhand', password ?? '')).error?.code).toBe('auth.ownPasswordNeeded')
    await own.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
    await own.getByRole('dialog').waitFor({ state: 'hidden' })
    await own.close()
  })

  it('show their roles and stores when edited, and keep them', async () => {
    await list.act('newcomer', '编辑')
    await shows(list.dialog, '编辑用户“newcomer”')
    expect(await list.field('账号').isDisabled()).toBe(true)
    await shows(list.dialog, '收银员')
    expect(await list.field('所属门店').inputValue()).toBe('极速卡丁·滨江店')
    await list.field('姓名').fill('老员工')
    await list.save()
    await shows(list.notice, '修改成功!')
    await shows(list.row('newcomer'), '老员工')
    await shows(list.row('newcomer'), '极速卡丁·滨江店')
    await shows(list.row('newcomer'), '收银员')
  })

  it('are frozen and unfrozen', async () => {
    await list.act('newcomer', '冻结')
    await list.confirm()
    await shows(list.row('newcomer'), '解冻')
    expect(await login('newcomer', 'Racing-2026')).toBe(false)
    await list.check('newcomer')
    await list.selection.getByRole('button', { name: '解冻' }).click()
    await list.confirm()
    await until(async () => expect(await login('newcomer', 'Racing-2026')).toBe(true))
  })

  it('get another password', async () => {
    await list.act('newcomer', '重置密码')
    await list.field('登录密码').fill('Karting-2026')
    await list.field('确认密码').fill('Karting-2026')
    await page.keyboard.press('Enter')
    await shows(list.notice, '密码修改成功!')
    expect(await login('newcomer', 'Karting-2026')).toBe(true)
  })

  it('are moved to the recycle bin and restored', async () => {
    await list.actMore('newcomer', '删除')
    const question = page.locator('.ant-modal-confirm')
    await shows(question, '确定删除用户“newcomer”吗？')
    // Enter must not delete anything.
    await hasFocus(question.getByRole('button', { name: '取消' }))
    await question.getByLabel('原因').fill('离职')
    await list.confirm()
    await until(async () => expect(await list.row('newcomer').count()).toBe(0))
    await page.getByRole('button', { name: '回收站' }).click()
    const bin = page.locator('.ant-drawer:visible')
    await bin
      .getByRole('row', { name: /newcomer/ })
      .getByRole('button', { name: '还原' })
      .click()
    await list.confirm()
    await until(async () => expect(await bin.getByRole('row', { name: /newcomer/ }).count()).toBe(0))
    // A closing question may consume a first Esc.
    await until(async () => {
      await page.keyboard.press('Escape')
      await bin.waitFor({ state: 'hidden', timeout: 2000 })
    })
    await list.row('newcomer').locator('.pl-crud-open').first().click()
    await shows(page.getByRole('region', { name: '操作历史' }), '原因：离职')
    await page.keyboard.press('Escape')
  })

  it('are not shown without permission', async () => {
    const other = await browser.openSignedIn(server, 'cashier2', '/isystem/user')
    await other.getByText('403').waitFor()
    // The URL stays: with the permission it opens.
    expect(other.url()).toContain('#/isystem/user')
  })
})
