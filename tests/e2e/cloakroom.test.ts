import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { crudPage } from './pages/crud.page.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { shows, textOf } from './support/shows.ts'
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

/** Stores a thing of a guest; returns the code of its slip, which no printer prints here. */
async function store(page: Page, item: string, guest: string, phone: string): Promise<string> {
  const things = crudPage(page)
  await page.getByRole('button', { name: '寄存', exact: true }).click()
  await things.field('物品').fill(item)
  await things.field('客人').fill(guest)
  await things.field('手机号').fill(phone)
  expect(await accessibilityProblems(page)).toEqual([])
  await things.dialog.getByRole('button', { name: '寄存', exact: true }).click()
  const shown = things.dialog.locator('code')
  await shows(shown, /^B\./)
  const code = await textOf(shown)
  await things.dialog.locator('.ant-modal-footer').getByRole('button').click()
  await shows(things.row(guest), '已寄存')
  return code
}

describe('the cloakroom', () => {
  it('stores a bag, hands it out for the scanned slip, and another without a slip by a second person', async () => {
    const page = await browser.openSignedIn(server, 'cashier', '/cloakroom/sysCloakroomItemList')
    const things = crudPage(page)
    const code = await store(page, '登山包', '孙悦', '13911112222')
    await shows(things.row('孙悦'), 'A0')

    await page.getByRole('button', { name: '领取', exact: true }).click()
    await things.dialog.getByLabel('扫描寄存单，或输入单号').fill(`${code.slice(0, -1)}0`)
    await page.keyboard.press('Enter')
    await shows(things.dialog, '不是寄存单号')
    await page.keyboard.press('Escape')
    await things.dialog.waitFor({ state: 'hidden' })
    await swipeAsKeys(page, code)
    await shows(things.dialog, '登山包 × 1')
    await shows(things.dialog, '孙悦 · 139****2222')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await shows(things.notice, '已领取')
    await shows(things.row('孙悦'), '已领取')

    await store(page, '吉他', '何平', '13933334444')
    await things.act('何平', '无单领取')
    await things.field('手机号后四位').fill('4444')
    await things.choose('确认人', '陈店长')
    await things.field('确认人的登录密码').fill('wrong')
    await things.dialog.getByRole('button', { name: '确认领取' }).click()
    await shows(things.problem, '确认人的密码错误')
    await things.field('确认人的登录密码').fill(DEMO_PASSWORD)
    await things.dialog.getByRole('button', { name: '确认领取' }).click()
    await shows(things.row('何平'), '已领取')
    await page.getByRole('button', { name: 'English' }).click()
    await shows(things.row('何平'), 'Taken out')
  })

  it('takes the fee in cash and hands the bag out with one button', async () => {
    const terms = { cloakroomFreeMinutes: 0, cloakroomHourFee: 5, cashNeedsShift: 'NO' }
    await server.call(await server.signIn('manager2'), '/sys/sysDepartSetting/edit', { orgCode: 'A01A02', ...terms })
    const page = await browser.openSignedIn(server, 'manager2', '/cloakroom/sysCloakroomItemList')
    const things = crudPage(page)
    const code = await store(page, '登山包', '白露', '13955556666')
    await swipeAsKeys(page, code)
    await shows(things.dialog, '应收寄存费 5.00')
    await things.dialog.getByText('现金', { exact: true }).click()
    expect(await accessibilityProblems(page)).toEqual([])
    await things.dialog.getByRole('button', { name: '收 5.00 并领取' }).click()
    await shows(things.notice, '已领取')
    await shows(things.row('白露'), '已领取')
  })

  it('counts overdue things on the home page of the manager, which opens their list', async () => {
    const page = await browser.openSignedIn(server, 'manager2', '/dashboard/analysis')
    await page.getByRole('link', { name: '超时未领的寄存' }).click()
    const things = crudPage(page)
    await shows(things.row('陈先生'), '超时')
    await shows(things.rows, '行李箱')
  })
})
