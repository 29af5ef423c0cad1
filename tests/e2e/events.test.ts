import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counterPage } from './pages/counter.page.ts'
import { crudPage } from './pages/crud.page.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { shows } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

/** The card of the first demo member. */
const CARD = '0004829731'

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

describe('an event', () => {
  it('is signed up for by a key of the counter, and given up by headquarters', async () => {
    const page = await browser.openSignedIn(server, 'cashier', '/counter')
    const { dialog, notice } = crudPage(page)
    await counterPage(page).ready()
    await swipeAsKeys(page, CARD)
    await shows(counterPage(page).member, '100001')
    await page.keyboard.press('e')
    await dialog.getByText('会员之夜').click()
    await shows(dialog, '冻结 15.00 元')
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: '确认报名' }).click()
    await shows(notice, '已报名（1 号），报名费已冻结')

    const office = await browser.openSignedIn(server, 'hq', '/event/sysEventSignUpList')
    const signUps = crudPage(office)
    await shows(signUps.row('会员之夜'), '待扣费')
    await signUps.act('会员之夜', '取消报名')
    await shows(office.locator('.ant-modal-confirm'), '报名费还没有扣除')
    await signUps.confirm()
    await shows(signUps.row('会员之夜'), '已取消')
    await office.getByRole('button', { name: 'English' }).click()
    await shows(signUps.row('会员之夜'), 'Cancelled')
  })
})
