import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { STORE } from '#tests/support/venue/venue.ts'
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

describe('the cloakroom', () => {
  it('stores a bag by a key of the counter, and hands it out for its slip when the fee is paid', async () => {
    const terms = { cloakroomFreeMinutes: 0, cloakroomHourFee: 5, cashNeedsShift: 'NO' }
    await server.call(await server.signIn('hq'), '/sys/sysDepartSetting/edit', { orgCode: STORE, ...terms })
    const page = await browser.openSignedIn(server, 'cashier', '/counter')
    const { dialog, field, notice } = crudPage(page)
    await page.getByRole('button', { name: '寄存' }).waitFor()
    await page.keyboard.press('j')
    await field('物品').fill('登山包')
    await field('客人').fill('孙悦')
    await field('手机号').fill('13911112222')
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: '寄存', exact: true }).click()
    // No printer prints the slip here.
    const shown = dialog.locator('code')
    await shows(shown, /^B\./)
    const code = await textOf(shown)
    await dialog.locator('.ant-modal-footer').getByRole('button').click()
    await dialog.waitFor({ state: 'hidden' })

    await page.keyboard.press('q')
    await dialog.getByLabel('扫描寄存单，或输入单号').fill(`${code.slice(0, -1)}0`)
    await page.keyboard.press('Enter')
    await shows(dialog, '不是寄存单号')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await swipeAsKeys(page, code)
    await shows(dialog, '登山包 × 1')
    await shows(dialog, '孙悦 · 139****2222')
    await shows(dialog, '应收 5.00')
    await dialog.getByText('现金', { exact: true }).click()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: '收 5.00 并领取' }).click()
    await shows(notice, '已领取')
  })

  it('hands a thing out without a slip by a second person, and shows its list in English', async () => {
    const page = await browser.openSignedIn(server, 'manager2', '/cloakroom/sysCloakroomItemList')
    const things = crudPage(page)
    // Stored now, so that nothing is to pay however long this run has taken.
    await page.getByRole('button', { name: '寄存', exact: true }).click()
    await things.field('物品').fill('雨伞')
    await things.field('客人').fill('郑女士')
    await things.field('手机号').fill('13900006543')
    await things.dialog.getByRole('button', { name: '寄存', exact: true }).click()
    await shows(things.dialog.locator('code'), /^B\./)
    await things.dialog.locator('.ant-modal-footer').getByRole('button').click()
    await things.act('郑女士', '无单领取')
    await things.field('手机号后四位').fill('6543')
    await things.choose('确认人', '陈店长')
    await things.field('确认人的登录密码').fill('wrong')
    await things.dialog.getByRole('button', { name: '确认领取' }).click()
    await shows(things.problem, '确认人的密码错误')
    await things.field('确认人的登录密码').fill(DEMO_PASSWORD)
    await things.dialog.getByRole('button', { name: '确认领取' }).click()
    await shows(things.row('郑女士'), '已领取')
    await page.getByRole('button', { name: 'English' }).click()
    await shows(things.row('郑女士'), 'Taken out')
  })
})
