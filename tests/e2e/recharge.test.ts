import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counterPage } from './pages/counter.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { newCard } from './support/new-card.ts'
import { shows, textOf, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

/** The card of the first demo member. */
const CARD = '0004829731'
/** A pay code that the sandbox accepts at once. */
const PAY_CODE = '134444444444444440'
const NAME = '赵敏'

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

it('a guest recharges in cash by scan, F8 and digit, another one opens a card by pay code, and the list totals both', async () => {
  const page = await browser.openSignedIn(server, 'cashier', '/counter')
  const screen = counterPage(page)
  await screen.ready()
  const dialog = page.locator('.pl-recharge-dialog')
  const done = page.getByTestId('recharge-done')
  const part = (name: string) => dialog.getByRole('region', { name, exact: true })

  await swipeAsKeys(page, CARD)
  await shows(screen.member, '100001')
  await page.keyboard.press('F8')
  await part(t('rechargeTool.what'))
    .getByRole('button', { name: /充 500 送 50/ })
    .waitFor()
  await page.keyboard.press('2')
  const gains = page.getByTestId('recharge-gains')
  await shows(gains, '1,000.00')
  await shows(gains, '100.00')
  await dialog.getByText(t('recharge.payMode.cash'), { exact: true }).click()
  const given = dialog.getByLabel(t('cashGiven.label'))
  await given.fill('400')
  await shows(part(t('rechargeTool.pay')), t('cashGiven.short', { amount: '100.00' }))
  await given.fill('600')
  await shows(part(t('rechargeTool.pay')), t('cashGiven.change', { amount: '100.00' }))
  // Enter submits the dialog from any of its fields.
  await dialog.getByLabel(t('recharge.remark')).press('Enter')
  await shows(done, t('rechargeTool.done', { rule: '充 500 送 50', amount: '500.00' }))
  await shows(done, t('rechargeTool.giftDue', { gift: '小熊玩偶', count: 1 }))
  await shows(done, '100.00')
  await page.keyboard.press('Enter')
  // The counter shows the guest with the new values.
  await shows(screen.member, '1,100.00')

  await page.keyboard.press('Escape')
  await page.keyboard.press('F8')
  await dialog.getByRole('button', { name: t('rechargeTool.newMember') }).click()
  await dialog.getByLabel(t('member.phone')).fill('13912345001')
  await dialog.getByLabel(t('member.realname')).fill(NAME)
  await dialog.getByRole('button', { name: /畅玩月卡/ }).click()
  await dialog.getByRole('button', { name: t('rechargeTool.confirmScan', { amount: '699.00' }) }).click()
  const code = page.getByLabel(t('pay.scan'))
  await code.fill(PAY_CODE)
  await code.press('Enter')
  await shows(done, NAME)
  await done.getByRole('button', { name: t('rechargeTool.backToCounter') }).click()
  await shows(screen.member, NAME)
  await shows(screen.member, '畅玩月卡')

  await page.goto(`${server.url}/#/memberrecharge/SysMemberRechargeList`)
  await page.getByLabel(t('rechargeOrders.keyword')).fill('13912345001')
  await page.keyboard.press('Enter')
  const sums = page.getByTestId('list-sums')
  await shows(sums, t('rechargeOrders.sums', { orders: 1, paid: 1 }))
  await shows(sums, '699.00')
  await until(async () => expect(await page.locator('tbody tr.ant-table-row').count()).toBe(1))
  await page.getByRole('button', { name: t('rechargeOrders.print') }).click()
  await shows(page.locator('.ant-message'), t('print.nobody'))
})

describe('the page of recharges', () => {
  const openTool = () => browser.openSignedIn(server, 'cashier', '/memberrecharge/SysMemberRechargeTool')
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const who = (page: Page) => part(page, t('rechargeTool.who'))
  const ordersOf = async (member: string) =>
    (await server.query('select id from recharge_order where member_id = $1', [member])).length

  const given = (page: Page) => page.getByLabel(t('cashGiven.label'))
  const done = (page: Page) => page.getByTestId('recharge-done')

  /** Searches a member, chooses the first offer, 200, in cash, and returns the member's available balance. */
  async function prepare(page: Page, member: string): Promise<number> {
    const search = page.locator('#recharge-member')
    await search.fill(member)
    await search.press('Enter')
    await shows(who(page), member)
    await page.getByRole('button', { name: /充 200/ }).click()
    await page.getByText(t('recharge.payMode.cash'), { exact: true }).click()
    await given(page).waitFor()
    const [balance = ''] = /[\d,]+\.\d\d/.exec(await textOf(who(page))) ?? []
    return Number(balance.replaceAll(',', ''))
  }

  it('sells a member the same recharge twice in a row', async () => {
    const page = await openTool()
    const orders = await ordersOf('100009')
    const balances: number[] = []
    for (let count = 0; count < 2; count += 1) {
      balances.push(await prepare(page, '100009'))
      await given(page).press('Enter')
      await done(page)
        .getByRole('button', { name: t('rechargeTool.nextGuest') })
        .click()
    }
    balances.push(await prepare(page, '100009'))
    const [first = 0] = balances
    expect(balances).toEqual([first, first + 200, first + 400])
    expect(await ordersOf('100009')).toBe(orders + 2)
  })

  it('clears the member when a card is swiped that no member has', async () => {
    const page = await openTool()
    await prepare(page, '100010')
    await swipeAsKeys(page, '0099887766')
    await shows(who(page), t('counter.member.none'))
    expect(await textOf(who(page))).not.toContain('100010')
    const confirm = page.getByRole('button', { name: t('rechargeTool.confirmCash', { amount: '200.00' }) })
    expect(await confirm.isDisabled()).toBe(true)
  })

  it('sells nothing while a swiped card is looked up, and then sells to its member', async () => {
    const page = await openTool()
    const [shown, swiped] = [await ordersOf('100010'), await ordersOf('100008')]
    await prepare(page, '100010')
    const answered = Promise.withResolvers<void>()
    await page.route(
      '**/searchMemberById*',
      async (route) => {
        await answered.promise
        await route.continue()
      },
      { times: 1 },
    )
    await swipeAsKeys(page, await newCard(server, '100008'))
    await who(page).locator('[class*=skeleton]').first().waitFor()
    await given(page).press('Enter')
    answered.resolve()
    await shows(who(page), '100008')
    await given(page).press('Enter')
    await shows(done(page), '100008')
    expect([await ordersOf('100010'), await ordersOf('100008')]).toEqual([shown, swiped + 1])
  })
})
