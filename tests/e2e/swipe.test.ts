import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSerialPair, rdm6300Frame } from '#tests/support/serial/index.ts'
import { settingsPage } from './pages/settings.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { hasFocus } from './support/focus.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { newCard } from './support/new-card.ts'
import { shows, textOf, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'

// Step 2 of the main flow: a scanned card shows its member.
let server: VenueServer
let reader: Awaited<ReturnType<typeof openSerialPair>>
let counter: Counter

cleanUpPages()
beforeAll(async () => {
  ;[server, reader] = await Promise.all([startVenue(), openSerialPair()])
  counter = await startCounter({
    serverUrl: server.url,
    settings: { readers: [{ path: reader.readerPath }] },
    waitsForServer: true,
  })
  await counter.signIn()
  await shows(counter.screen.reader, '正常')
})
afterAll(async () => {
  await counter?.remove()
  await Promise.all([server?.remove(), reader?.close()])
})
beforeEach(async () => {
  await counter.screen.clear()
  await shows(counter.screen.who, '请刷卡，或按 F1 查找会员')
})

const read = (card: string) => reader.write(rdm6300Frame(card), { chunk: 3, gapMs: 2 })
const swipe = async (memberId: string) => read(await newCard(server, memberId))

describe('a card at the serial reader', () => {
  it('shows the member, with the phone masked and all wallets', async () => {
    await swipe('100001')
    await shows(counter.screen.member, '100001')
    const card = await textOf(counter.screen.member)
    expect(card).toContain('138****1111')
    expect(card).not.toContain('13800001111')
    const wallets = ['余额\n500.00', '赠送\n50.00', '积分\n300', '圈数\n20', '次数\n10', '可用余额\n550.00']
    for (const wallet of wallets) expect(card.replaceAll(/\s*\n\s*/g, '\n')).toContain(wallet)
    await shows(counter.screen.result, '会员 张伟，可用余额 550.00')
  })

  it('that is unknown shows a message and clears the view', async () => {
    await swipe('100005')
    await shows(counter.screen.member, '100005')
    await read('0009999999')
    await shows(counter.screen.who.getByRole('alert'), '会员不存在')
    expect(await counter.screen.member.count()).toBe(0)
    expect(await textOf(counter.screen.who)).not.toContain('100005')
  })

  it('read right after another one shows the later member, in whatever order the answers arrive', async () => {
    const [first, second] = [await newCard(server, '100001'), await newCard(server, '100003')]
    await read(first)
    await read(second)
    await shows(counter.screen.member, '100003')
    await shows(counter.screen.result, '会员 王芳')
  })

  it('scanned without a number asks for the card', async () => {
    await swipe('100006')
    await shows(counter.screen.member, '100006')
    await reader.write(rdm6300Frame('0000000000', '00'))
    await shows(counter.screen.who.getByRole('alert'), /^请刷卡$/)
    expect(await counter.screen.member.count()).toBe(0)
    await counter.screen.otherLanguage.click()
    await shows(counter.page.locator('.pl-who-refused'), /^Please swipe card$/)
    await counter.page.getByRole('button', { name: '中文', exact: true }).click()
  })

  it('misread is ignored and counted, and the next one is read', async () => {
    const bad = rdm6300Frame('0004829731')
    bad[5] = (bad[5] as number) ^ 1
    const garbled = async () =>
      (await counter.ask<{ readers: { garbled: number }[] }>('app:devices.state')).readers[0]?.garbled ?? 0
    const before = await garbled()
    await swipe('100008')
    await shows(counter.screen.member, '100008')
    await reader.write(bad)
    await until(async () => expect(await garbled()).toBe(before + 1))
    expect(await textOf(counter.screen.member)).toContain('100008')
    await swipe('100009')
    await shows(counter.screen.member, '100009')

    await counter.screen.openMenu('终端设置')
    const settings = settingsPage(counter.page)
    await shows(settings.readerState, `读错 ${before + 1} 次`)
    const card = await newCard(server, '100010')
    await read(card)
    await shows(settings.testSwipe, `${card} 会员卡 · 串口`)
    await settings.goToCounter()
    await counter.screen.ready()
  })

  it('is read again after the reader was reconnected', async () => {
    await reader.unplug()
    await shows(counter.screen.reader, '已断开')
    await reader.plug()
    await shows(counter.screen.reader, '正常')
    await swipe('100007')
    await shows(counter.screen.member, '100007')
  })
})

describe('a manual search', () => {
  it('that finds no one shows a message and clears the previous member', async () => {
    const { page, screen } = counter
    await swipe('100002')
    await shows(screen.member, '100002')
    await page.keyboard.press('F1')
    // Filled in, because keys at this speed would be a keyboard reader's.
    await screen.search.fill('999999')
    await page.keyboard.press('Enter')
    await shows(screen.who.getByRole('alert'), '会员不存在')
    expect(await screen.member.count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await screen.search.inputValue()).toBe('')
  })

  it('that is not finished keeps F4 from starting for the previous member', async () => {
    const { page, screen } = counter
    await swipe('100001')
    await shows(screen.member, '100001')
    await page.keyboard.press('1')
    await shows(screen.outlook, '−68.00')
    await screen.search.fill('100003')
    await page.keyboard.press('F4')
    await shows(screen.outlook, '查找还没有完成')
    expect(await counter.ask('app:starts.list')).toEqual([])
    await page.keyboard.press('Enter')
    await shows(screen.member, '100003')
    await shows(screen.outlook, '余额 −68.00')
  })
})

describe('a card at a keyboard reader', () => {
  it('shows the member while a field has the focus, and leaves nothing in the field', async () => {
    await counter.screen.racer.fill('小李')
    await swipeAsKeys(counter.page, await newCard(server, '100003'))
    await shows(counter.screen.member, '100003')
    expect(await textOf(counter.screen.member)).toContain('138****3333')
    expect(await counter.screen.racer.inputValue()).toBe('小李')
    expect(await counter.screen.rule('标准卡丁').getAttribute('aria-pressed')).toBe('false')
  })

  it("without leading zeros shows the card's member", async () => {
    await swipeAsKeys(counter.page, (await newCard(server, '100005')).replace(/^0+/, ''))
    await shows(counter.screen.member, '100005')
  })

  it('whose number is also a member number lets the cashier choose, and starts nothing before', async () => {
    const { page, screen } = counter
    await server.query("update member set physical_card = '0000100003' where id = '100006'")
    await swipeAsKeys(page, '100003')
    await shows(screen.who.getByRole('alert'), '请选择')
    await page.keyboard.press('1')
    await page.keyboard.press('F4')
    await shows(screen.outlook, '请先选择是哪一位会员')
    expect(await counter.ask('app:starts.list')).toEqual([])
    await screen.who.getByRole('button', { name: /100006/ }).click()
    await shows(screen.member, '100006')
    await shows(screen.outlook, '余额 −68.00')
  })

  it('triggers no keys of the screen when nothing has the focus', async () => {
    await swipeAsKeys(counter.page, await newCard(server, '100004'))
    await shows(counter.screen.member, '100004')
    await shows(counter.screen.member, '已冻结')
    await shows(counter.screen.outlook, '请选择规则')
  })
})

describe('a start by a member with a consumption password', () => {
  it('asks for it, and continues by itself', async () => {
    const { page, screen } = counter
    const started = () => server.query("select id from play_record where member_id = '100003' and state = 'PENDING'")
    const before = await started()
    await swipe('100003')
    await shows(screen.member, '100003')
    await page.keyboard.press('1')
    await shows(screen.outlook, '余额 −68.00')
    await page.keyboard.press('F4')
    const prompt = page.getByRole('dialog', { name: '请 王芳 输入消费密码' })
    const field = prompt.getByLabel('消费密码')
    const isReady = () => hasFocus(field)
    await shows(prompt, '余额 −68.00')
    await isReady()
    // Esc returns to the unchanged guest.
    await page.keyboard.press('Escape')
    await prompt.waitFor({ state: 'hidden' })
    await shows(screen.member, '100003')
    await page.keyboard.press('F4')
    await isReady()
    await page.keyboard.type('111111', { delay: 120 })
    await page.keyboard.press('Enter')
    await shows(prompt, '消费密码错误')
    await until(async () => expect(await field.inputValue()).toBe(''))
    await isReady()
    expect(await started()).toEqual(before)
    await page.keyboard.type('246810', { delay: 120 })
    await page.keyboard.press('Enter')
    await shows(screen.result, '已开始')
    await prompt.waitFor({ state: 'hidden' })
    expect(await started()).toHaveLength(before.length + 1)
    await shows(screen.who, '请刷卡')
  })
})
