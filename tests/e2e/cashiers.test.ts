import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counterPage } from './pages/counter.page.ts'
import { signInPage } from './pages/sign-in.page.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { hasFocus, pressAt } from './support/focus.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// The cashier at a counter, operated with the keyboard alone.
let server: VenueServer
let browser: WebBrowser
let counter: Counter

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  counter = await startCounter({ serverUrl: server.url, waitsForServer: true })
  await counter.signIn()
})
afterAll(async () => {
  await counter?.remove()
  await Promise.all([server?.remove(), browser?.close()])
})

describe('a change of shift at the counter', () => {
  it('asks the next cashier for the password and names that cashier on later deductions', async () => {
    const { page, screen } = counter
    const cashier = page.getByTestId('cashier')
    await shows(cashier, '李小敏')
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await shows(dialog, '当前收银员 李小敏')
    const name = dialog.getByLabel('姓名 / 手机')
    const password = dialog.getByLabel('周晓雯 的交班密码')
    await pressAt(dialog.getByRole('button', { name: '交班' }), 'Enter')
    await hasFocus(name)
    await page.keyboard.insertText('周晓')
    await page.keyboard.press('Enter')
    await pressAt(password, 'Escape')
    await shows(dialog, '请输入交班密码')
    await hasFocus(name)
    await page.keyboard.insertText('周晓')
    await page.keyboard.press('Enter')
    await hasFocus(password)
    await page.keyboard.type('wrong', { delay: 120 })
    await page.keyboard.press('Enter')
    await shows(dialog, '密码错误')
    await shows(cashier, '李小敏')
    // The wrong password is selected, so typing replaces it. Typed at human speed, because a burst would be a keyboard
    // reader.
    await page.keyboard.type(PASSWORD, { delay: 120 })
    await page.keyboard.press('Enter')
    await until(async () => expect(await dialog.count()).toBe(0))
    await shows(cashier, '周晓雯')

    // The rides of the demo data have cashiers too.
    const before = await server.query<{ id: string }>("select id from consume_order where member_id = '100001'")
    await screen.search.fill('100001')
    await page.keyboard.press('Enter')
    await shows(screen.member, '100001')
    await page.keyboard.press('1')
    await page.keyboard.press('F4')
    await shows(screen.result, '已开始')
    await page.keyboard.press('F7')
    await page
      .locator('.pl-hung li')
      .filter({ hasText: '张伟' })
      .getByRole('button', { name: '会员扣费' })
      .first()
      .click()
    await shows(page.getByRole('dialog', { name: '会员消费扣费' }), '周晓雯')
    await page.getByRole('button', { name: '确认扣费' }).click()
    await shows(page.getByRole('dialog', { name: '支付' }), '支付成功')
    const deducted = await server.query(
      `select u.realname, p.cashier_name from consume_order o join user_account u on u.id = o.cashier_id
         join play_record p on p.consume_id = o.id and p.org_code = o.org_code
         where o.member_id = '100001' and o.id <> all($1::uuid[])`,
      [before.map(({ id }) => id)],
    )
    expect(deducted).toEqual([{ realname: '周晓雯', cashier_name: '周晓雯' }])
  })

  it('may leave no cashier, which a store can forbid', async () => {
    const page = await browser.open(`${server.url}/#/user/login`)
    try {
      await signInPage(page).signIn('cashier')
      const screen = counterPage(page)
      await screen.ready()
      const cashier = page.getByTestId('cashier')
      await page.keyboard.press('c')
      await page.getByRole('dialog').getByRole('button', { name: '收银员退出' }).click()
      await shows(cashier, '未选收银员')
      await page.reload()
      await screen.ready()
      await shows(cashier, '未选收银员')
      // A store that requires a cashier shows it before a start, and F4 opens the dialog.
      await server.query("update store set cashier_required = 'YES' where org_code = 'A01A01'")
      await page.reload()
      await screen.ready()
      await shows(screen.outlook, '请先选择收银员（C）')
      await page.keyboard.press('1')
      await page.keyboard.press('F4')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('姓名 / 手机').fill('李小敏')
      await page.keyboard.press('Enter')
      await until(async () => expect(await dialog.count()).toBe(0))
      await page.keyboard.press('F4')
      await shows(screen.result, '已开始')
    } finally {
      await server.query("update store set cashier_required = 'NO'")
      await page.context().close()
    }
  })
})

describe('the cashier password', () => {
  it("is set by its user and removed by a manager on the user's row", async () => {
    const page = await browser.open(`${server.url}/#/user/login`)
    try {
      await signInPage(page).signIn('coach')
      await page.goto(`${server.url}/#/account/settings/Index`)
      await page.getByRole('button', { name: '修改交班密码' }).click()
      const dialog = page.getByRole('dialog', { name: '修改交班密码' })
      await dialog.getByLabel('旧密码').fill(PASSWORD)
      await dialog.getByLabel('新密码', { exact: true }).fill('Kasse-2026')
      await dialog.getByLabel('确认新密码').fill('Kasse-2026')
      await page.keyboard.press('Enter')
      await shows(page.getByRole('region', { name: '安全设置' }), '在收银台换成你时要输入')
    } finally {
      await page.context().close()
    }
    const boss = await browser.open(`${server.url}/#/user/login`)
    try {
      await signInPage(boss).signIn('admin')
      await boss.goto(`${server.url}/#/isystem/user`)
      const row = boss.getByRole('row').filter({ hasText: 'coach' })
      await row.getByRole('button', { name: '更多' }).click()
      await boss.getByRole('menuitem', { name: '清除交班密码' }).click()
      await boss.getByRole('dialog').getByRole('button', { name: '确定' }).click()
      const has = "select con_password_hash is not null as has from user_account where username = 'coach'"
      await until(async () => expect(await server.query(has)).toEqual([{ has: false }]))
    } finally {
      await boss.context().close()
    }
  })
})
