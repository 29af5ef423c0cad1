import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_MEMBER_PASSWORD } from '#server/db/seed/venue.data.ts'
import { crudPage } from './pages/crud.page.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows, until } from './support/shows.ts'
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

const button = (page: Page, name: string | RegExp) => page.locator('.ant-modal:visible').getByRole('button', { name })

describe('an exchange', () => {
  it('is made by a cashier with the password of the member, and reversed by headquarters with a reason', async () => {
    const page = await browser.openSignedIn(server, 'cashier', '/membermanage/sysMemberManageList')
    const members = crudPage(page)
    await members.act('王芳', '兑换')
    const { dialog } = members
    await dialog.getByText('100 积分 = 1.00 赠送').click()
    await members.field('兑出数量').fill('150')
    await shows(dialog, '须为 100 的整数倍')
    await members.field('兑出数量').fill('100')
    await shows(dialog, '+1.00')
    expect(await accessibilityProblems(page)).toEqual([])
    const send = button(page, '确认兑换')
    expect(await send.isDisabled()).toBe(true)
    await members.field('消费密码').fill('000000')
    await send.click()
    await shows(dialog, '消费密码错误')
    await members.field('消费密码').fill(DEMO_MEMBER_PASSWORD)
    await send.click()
    await shows(members.notice, '已兑换')

    const office = await browser.openSignedIn(server, 'hq', '/exchange/sysExchangeList')
    const exchanges = crudPage(office)
    await shows(exchanges.row('100003'), '100 积分 = 1.00 赠送')
    await exchanges.act('100003', '撤销兑换')
    await office.locator('.ant-modal-confirm').getByRole('textbox').fill('换错了')
    await exchanges.confirm()
    await until(async () => shows(exchanges.row('100003'), '已撤销'))
    // The server's texts follow the language, too.
    await office.getByRole('button', { name: 'English' }).click()
    await shows(exchanges.row('100003'), 'Reversed')
  })
})
