import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { counterPage } from './pages/counter.page.ts'
import { crudPage } from './pages/crud.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { hasFocus, pressAt, stepBy, tabTo } from './support/focus.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { shows, textOf, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

const STORE = 'A01A01'
/** Unused cards: the first, its replacement, and the one of the guest's second member number. */
const [FIRST, SECOND, OTHER] = ['0007770001', '0007770002', '0007770003']
const PHONE = '13977707731'
const NAME = '周芷若'

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  const manager = await server.signIn('manager')
  const change = <T>(path: string, body: object) => server.call<T>(manager, path, body, { 'Idempotency-Key': newId() })
  await change('/sys/selectDepart', { username: 'manager', orgCode: STORE })
  await change('/membermanage/sysAgreement/add', { titleZh: '安全须知', contentZh: '请系好安全带' })
  const { result } = await server.call<{ result: { records: { id: string }[] } }>(
    manager,
    '/membermanage/sysAgreement/list',
  )
  await change('/membermanage/sysAgreement/publish', { id: result.records[0]?.id })
  await change('/sys/sysDepartSetting/edit', { orgCode: STORE, agreementMode: 'block' })
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const dialogOf = (page: Page) => page.locator('.ant-modal:visible').last()
const allClosed = (page: Page) => until(async () => expect(await page.locator('.ant-modal:visible').count()).toBe(0))

/** Draws a signature with the mouse, because it cannot be typed. */
async function draw(page: Page): Promise<void> {
  const box = await page.getByRole('img', { name: t('agreement.signHere') }).boundingBox()
  if (!box) throw new Error('nothing to sign on')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 80, { steps: 6 })
  await page.mouse.up()
}

/** Confirms the question with a reason, from the key press to its end. */
async function sayWhy(page: Page, reason: string): Promise<void> {
  const ask = page.locator('.ant-modal-confirm:visible')
  await hasFocus(ask.locator('textarea'))
  await page.keyboard.insertText(reason)
  await page.keyboard.press('Enter')
  await ask.waitFor({ state: 'hidden' })
}

/** Ant Design puts a space between two Chinese characters on a button. */
const spaced = (name: string) => new RegExp(`^${name.length === 2 ? [...name].join('\\s?') : name}$`)

let presses = 0
const press = async (page: Page, key: string) => {
  presses += 1
  await page.keyboard.press(key)
}

it('a guest is registered, signs with a guardian, gets a new card, and is merged with a second number, by keyboard alone', async () => {
  const page = await browser.openSignedIn(server, 'cashier', '/counter')
  const screen = counterPage(page)
  await screen.ready()

  await press(page, 'n')
  const dialog = dialogOf(page)
  const field = (name: 'phone' | 'realname' | 'physicalCard') => dialog.getByLabel(t(`member.${name}`))
  await hasFocus(field('phone'))
  // A phone of another member is reported while typing.
  await field('phone').fill('13800001111')
  await shows(dialog.getByRole('alert').first(), t('registration.phoneTaken', { name: '张*' }))
  await field('phone').clear()
  // At human speed; faster typing would be a keyboard reader.
  presses += PHONE.length
  await page.keyboard.type(PHONE, { delay: 120 })
  await press(page, 'Enter')
  await hasFocus(field('realname'))
  await page.keyboard.insertText(NAME)
  // A scanned card goes to its field, wherever the focus is.
  await swipeAsKeys(page, FIRST)
  await until(async () => expect(await field('physicalCard').inputValue()).toBe(FIRST))
  expect(await field('realname').inputValue()).toBe(NAME)
  await until(async () =>
    expect(await dialog.getByRole('button', { name: t('registration.save') }).isEnabled()).toBe(true),
  )
  await press(page, 'Enter')
  await shows(screen.member, NAME)
  // One key opens, eleven are the phone, two are Enter; plus the name and a scan.
  expect(presses).toBe(14)
  await shows(screen.member, t('counter.member.unsigned'))

  // A start without a signature asks for it at once.
  await page.keyboard.press('1')
  await shows(screen.outlook, t('counter.will.unsigned'))
  await page.keyboard.press('F4')
  const signing = dialogOf(page)
  await shows(signing, '请系好安全带')
  const minor = signing.getByLabel(t('agreement.minor'))
  await tabTo(page, minor)
  await pressAt(minor, 'Enter')
  await shows(signing.getByRole('alert'), t('agreement.signFirst'))
  await pressAt(minor, 'Space')
  const guardian = (name: 'guardianName' | 'guardianRelation' | 'guardianPhone') =>
    signing.getByLabel(t(`agreement.${name}`))
  await tabTo(page, guardian('guardianName'))
  await page.keyboard.insertText('周妈妈')
  // Signing keeps the focus.
  await draw(page)
  await page.keyboard.press('Enter')
  await shows(signing.getByRole('alert'), t('error.agreements.guardianRequired'))
  await tabTo(page, guardian('guardianRelation'))
  await page.keyboard.insertText('母亲')
  await tabTo(page, guardian('guardianPhone'))
  await page.keyboard.insertText('13900008888')
  await page.keyboard.press('Enter')
  await shows(signing, '周妈妈 母亲 139****8888')
  await page.keyboard.press('Escape')
  await allClosed(page)
  await until(async () => expect(await textOf(screen.member)).not.toContain(t('counter.member.unsigned')))

  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await hasFocus(screen.search)
  await page.keyboard.type('%7731', { delay: 120 })
  await page.keyboard.press('Enter')
  await shows(screen.member, NAME)

  await page.keyboard.press('k')
  const cards = dialogOf(page)
  const newCard = cards.getByRole('textbox')
  const button = (name: 'lose' | 'undo') => cards.getByRole('button', { name: spaced(t(`memberCard.${name}`)) })
  const lose = async () => {
    await tabTo(page, button('lose'))
    await pressAt(button('lose'), 'Enter')
    await sayWhy(page, '顾客说丢了')
    await shows(cards.locator('[data-state="lost"]'), FIRST)
  }
  await hasFocus(newCard)
  await lose()
  await tabTo(page, button('undo'))
  await pressAt(button('undo'), 'Enter')
  await sayWhy(page, '在车里找到了')
  await shows(cards.locator('[data-state="active"]'), FIRST)
  await lose()
  await swipeAsKeys(page, SECOND)
  await until(async () => expect(await newCard.inputValue()).toBe(SECOND))
  await tabTo(page, newCard)
  await pressAt(newCard, 'Enter')
  await shows(cards.locator('[data-state="active"]'), SECOND)
  await page.keyboard.press('Escape')
  await allClosed(page)

  await page.keyboard.press('Escape')
  await swipeAsKeys(page, FIRST)
  await shows(screen.who.getByRole('alert'), '此卡已挂失')

  // The same guest is registered a second time by mistake.
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await hasFocus(field('phone'))
  await swipeAsKeys(page, OTHER)
  await until(async () => expect(await field('physicalCard').inputValue()).toBe(OTHER))
  await tabTo(page, field('realname'))
  await page.keyboard.insertText('小周')
  await pressAt(field('realname'), 'Enter')
  await shows(screen.member, '小周')
  const otherNumber = /\d{6,}/.exec(await textOf(screen.member))?.[0] ?? ''

  const office = await browser.openSignedIn(server, 'manager', '/membermanage/sysMemberManageList', { orgCode: STORE })
  const list = crudPage(office)
  await list.search.getByLabel(t('member.keyword')).fill(PHONE)
  await list.search.getByLabel(t('member.keyword')).press('Enter')
  await until(async () => expect(await list.rows.count()).toBe(1))
  const choose = (name: string) => chooseByKeys(office, NAME, name)

  await choose(t('wallets.adjust'))
  await hasFocus(list.dialog.getByLabel(t('wallets.changeOf', { wallet: t('wallets.balance') })))
  await office.keyboard.press('ControlOrMeta+A')
  await office.keyboard.type('300', { delay: 120 })
  await tabTo(office, list.dialog.getByLabel(t('wallets.reason')))
  await office.keyboard.insertText('开业赠送')
  await office.keyboard.press('Enter')
  await shows(list.row(NAME), '300.00')
  await allClosed(office)

  await choose(t('merge.open'))
  await hasFocus(list.dialog.getByLabel(t('counter.member.searchLabel')))
  await swipeAsKeys(office, OTHER)
  await shows(list.dialog, '小周')
  await tabTo(office, list.dialog.getByLabel(t('wallets.reason')))
  await office.keyboard.insertText('同一个人')
  await tabTo(office, list.dialog.getByLabel(t('merge.type', { number: otherNumber })))
  await office.keyboard.type(otherNumber, { delay: 120 })
  await office.keyboard.press('Enter')
  await allClosed(office)

  await choose(t('member.freeze'))
  await sayWhy(office, '家长要求')
  await shows(list.row(NAME), t('member.state.frozen'))

  // Both cards now belong to the guest, with the money, and the counter starts nothing.
  await page.keyboard.press('Escape')
  await swipeAsKeys(page, OTHER)
  await shows(screen.member, NAME)
  await shows(screen.member, '300.00')
  await shows(screen.member, t('counter.member.frozen'))
  await page.keyboard.press('Escape')
  await swipeAsKeys(page, SECOND)
  await shows(screen.member, '300.00')
  await page.keyboard.press('1')
  await shows(screen.outlook, t('error.members.frozen'))
})

/** An action of a row, on the row or in the menu of its last button. */
async function chooseByKeys(page: Page, row: string, action: string): Promise<void> {
  const actions = page.locator('.ant-table-row', { hasText: row }).locator('.pl-crud-row-actions')
  const own = actions.getByRole('button', { name: spaced(action) })
  if ((await own.count()) > 0) return own.press('Enter')
  await actions.getByRole('button', { name: t('crud.more') }).press('Enter')
  const item = page.getByRole('menuitem', { name: action })
  await item.waitFor()
  for (let step = 0; step < 10; step += 1) {
    if (await item.evaluate((one) => one === document.activeElement)) return item.press('Enter')
    await stepBy(page, 'ArrowDown')
  }
  throw new Error('the arrows do not lead there')
}
