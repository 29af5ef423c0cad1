import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CounterPage, counterPage } from './pages/counter.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { hasFocus } from './support/focus.ts'
import { swipeAsKeys, swipeKeys } from './support/keyboard-reader.ts'
import { shows, textOf, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { pressTimed } from './support/timed-keys.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// Fast key presses at the counter.
let server: VenueServer
let browser: WebBrowser
let page: Page
let screen: CounterPage

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  page = await browser.openSignedIn(server, 'cashier', '/counter')
  screen = counterPage(page)
  await screen.ready()
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})
beforeEach(() => screen.clear())
// A failed test must not hold back a response of the next one.
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

const LOOK_UP = '**/searchMemberById*'

/** Holds back the server's response to the next lookup until it is released. */
async function holdLookUp(answer: 'passes' | 'fails' = 'passes'): Promise<() => Promise<void>> {
  const [gone, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    LOOK_UP,
    async (route) => {
      await gone.promise
      await (answer === 'passes' ? route.continue() : route.abort())
      answered.resolve()
    },
    { times: 1 },
  )
  return async () => {
    gone.resolve()
    await answered.promise
  }
}

const starts = async () => (await server.query('select id from play_record')).length

describe('F4 while the scanned member is still being looked up', () => {
  it('waits for the lookup and starts that member', async () => {
    const before = await starts()
    const letGo = await holdLookUp()
    await swipeAsKeys(page, '0004829735')
    await screen.who.locator('[class*=skeleton]').first().waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('F4')
    await shows(screen.hang, '正在等会员资料')
    // Meanwhile a key bounces, and the next guest's card is scanned.
    await page.keyboard.press('F4')
    await swipeAsKeys(page, '0004829731')
    expect(await starts()).toBe(before)
    await letGo()
    await shows(screen.result, '会员 张伟')
    await shows(screen.member, '100001')
    expect(await starts()).toBe(before + 1)
    const [last] = await server.query('select member_id from play_record order by created_at desc, id desc limit 1')
    expect(last).toEqual({ member_id: '100005' })
  })

  it('starts nothing and shows why when the lookup fails or finds no one', async () => {
    const before = await starts()
    const letGo = await holdLookUp('fails')
    // Another card, because the same one within 1.2 s counts as a repeat of the reader.
    await swipeAsKeys(page, '0004829734')
    await page.keyboard.press('1')
    await page.keyboard.press('F4')
    await shows(screen.hang, '正在等会员资料')
    await letGo()
    await shows(screen.outlook, '会员没有查到，没有开始')
    await page.keyboard.press('F4')
    await shows(screen.outlook, '会员没有查到，没有开始')
    await screen.clear()

    const letGoAgain = await holdLookUp()
    await swipeAsKeys(page, '0009999998')
    await page.keyboard.press('1')
    await page.keyboard.press('F4')
    await shows(screen.hang, '正在等会员资料')
    await letGoAgain()
    await shows(screen.outlook, '会员没有查到，没有开始')
    expect(await starts()).toBe(before)
  })
})

describe('registering a member without waiting for the dialog', () => {
  it('gets the whole phone number, although it was typed before the dialog was open', async () => {
    const there = Promise.withResolvers<void>()
    await page.route('**/member-registration*', async (route) => {
      await there.promise
      await route.continue()
    })
    await page.keyboard.press('n')
    await page.keyboard.type('139666', { delay: 120 })
    there.resolve()
    const phone = page.getByLabel(t('member.phone'))
    await phone.waitFor()
    await page.keyboard.type('60001', { delay: 120 })
    await until(async () => expect(await phone.inputValue()).toBe('13966660001'))
    expect(await screen.search.inputValue()).toBe('')
  })

  it('offers to open the existing member where the response was lost and the input has changed', async () => {
    await page.route(
      '**/sysMemberManage/add*',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    // The typed digits of the phone are still there.
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: t('registration.title') })
    await dialog.getByLabel(t('member.realname')).fill('林冲')
    await dialog.getByLabel(t('member.physicalCard')).fill('0009910002')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').filter({ hasText: '无法连接服务器' }).waitFor()
    await dialog.getByLabel(t('member.realname')).fill('林教头')
    await page.keyboard.press('Enter')
    await dialog
      .getByRole('button', { name: t('registration.open') })
      .first()
      .click()
    await shows(screen.member, '林冲')
  })
})

describe('a card scanned while typing', () => {
  it('shows its member, leaves no digit in the field, and keeps text and focus', async () => {
    await screen.remark.fill('')
    await screen.remark.focus()
    const began = Date.now()
    const typed = [...'vip'].map((key, index) => ({ key, at: began + 120 * index }))
    const swiped = swipeKeys('0004829737', began + 330)
    const goesOn = [...'ab1'].map((key, index) => ({ key, at: began + 560 + 120 * index }))
    await pressTimed(page, [...typed, ...swiped, ...goesOn])
    await shows(screen.member, '100007')
    expect(await screen.remark.inputValue()).toBe('vipab1')
    await page.keyboard.press('x')
    expect(await screen.remark.inputValue()).toBe('vipab1x')
    expect(await textOf(screen.outlook)).toContain('请选择规则')
  })
})

describe('a number that is typed without F1', () => {
  it('is searched for from its second digit, and chooses no rule', async () => {
    const began = Date.now()
    await pressTimed(
      page,
      [...'100003'].map((key, index) => ({ key, at: began + 400 * index })),
    )
    await until(async () => expect(await screen.search.inputValue()).toBe('100003'))
    await page.keyboard.press('Enter')
    await shows(screen.member, '100003')
    await shows(screen.outlook, '请选择规则')
  })
})

describe('a rule that is used up for today', () => {
  const limit = (limited: boolean, most: number) =>
    server.query(
      `update consume_rule set limited = $1, daily_limit = $2 where name = '标准卡丁' and org_code = 'A01A01'`,
      [limited, most],
    )

  afterEach(async () => {
    await limit(false, -1)
    await page.reload()
    await screen.ready()
  })

  it('is listed last with the reason, and its digit does not choose it', async () => {
    await limit(true, 0)
    await page.reload()
    await shows(screen.rule('标准卡丁'), '今日已用完')
    await page.keyboard.press('1')
    await shows(screen.problem, '标准卡丁 今日次数已用完')
    await shows(screen.outlook, '请选择规则')
    await screen.rule('竞速八圈').click()
    await until(async () => expect(await screen.rule('竞速八圈').getAttribute('aria-pressed')).toBe('true'))
    expect(await screen.problem.count()).toBe(0)
  })
})

describe('the question about the run mode', () => {
  it('accepts an Enter that comes before its button has the focus', async () => {
    await page.keyboard.press('m')
    await shows(page.getByRole('dialog'), '确认切换？')
    // A focus without target goes to the dialog itself.
    await page.getByRole('dialog').evaluate((dialog: HTMLElement) => dialog.focus())
    await page.keyboard.press('Enter')
    await until(async () => expect(await screen.mode('timermode').getAttribute('aria-pressed')).toBe('true'))
    await until(async () => expect(await page.getByRole('dialog').count()).toBe(0))
    // No state is left: the next question can be refused.
    await page.keyboard.press('m')
    await shows(page.getByRole('dialog'), '确认切换？')
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await until(async () => expect(await page.getByRole('dialog').count()).toBe(0))
    await page.keyboard.press('Enter')
    expect(await screen.mode('timermode').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('m')
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
    // The counter gets its keys back with the answer, not after the fade-out.
    await page.keyboard.press('1')
    await until(async () => expect(await screen.mode('circlemode').getAttribute('aria-pressed')).toBe('true'))
    await until(async () => expect(await screen.rule('标准卡丁').getAttribute('aria-pressed')).toBe('true'))
  })

  it('accepts an Enter where the focus was lost and the dialog has taken it', async () => {
    const dialog = page.getByRole('dialog')
    const to = (await screen.mode('timermode').getAttribute('aria-pressed')) === 'true' ? 'circlemode' : 'timermode'
    await page.keyboard.press('m')
    await hasFocus(dialog.getByRole('button', { name: '确定' }))
    await dialog.evaluate((one: HTMLElement) => one.focus())
    await hasFocus(dialog)
    await page.keyboard.press('Enter')
    await until(async () => expect(await dialog.count()).toBe(0))
    expect(await screen.mode(to).getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('m')
    await dialog.getByRole('button', { name: '确定' }).click()
    await until(async () => expect(await dialog.count()).toBe(0))
  })
})

describe('a lost response', () => {
  it('is retried with the same id, although the screen shows another vehicle by now', async () => {
    const before = await starts()
    await page.keyboard.press('1')
    await until(async () => expect(await textOf(screen.outlook)).not.toContain('请选择规则'))
    const vehicle = (await screen.chosenVehicle.getAttribute('data-vehicle')) ?? ''
    const lost = Promise.withResolvers<void>()
    await page.route(
      '**/sysPlayBeforePay/add',
      async (route) => {
        await route.fetch()
        await route.abort()
        lost.resolve()
      },
      { times: 1 },
    )
    await page.keyboard.press('F4')
    await lost.promise
    expect(await starts()).toBe(before + 1)
    await until(async () => expect(await screen.chosenVehicle.getAttribute('data-vehicle')).not.toBe(vehicle))
    await page.keyboard.press('F4')
    await shows(screen.result, `已开始 · ${vehicle}`)
    expect(await starts()).toBe(before + 1)
  })
})

describe('an urgent announcement', () => {
  it('is shown at the counter in its own line until it is acknowledged, without blocking work', async () => {
    const token = await server.signIn('hq')
    const text = { titile: '二号弯积水', msgAbstract: '暂停发车', msgContent: '<p>暂停发车</p>', userIds: '' }
    const kind = { msgCategory: '1', msgType: 'ALL', priority: 'H' }
    const time = { startTime: '2026-01-01 00:00:00', endTime: '2099-01-01 00:00:00' }
    await server.call(token, '/sys/annountCement/add', Object.assign(text, kind, time))
    const path = `/sys/annountCement/list?titile=${encodeURIComponent('二号弯积水')}`
    const { result } = await server.call<{ result: { records: { id: string }[] } }>(token, path)
    await server.call(token, `/sys/annountCement/doReleaseData?id=${result.records[0]?.id}`)
    const urgent = page.getByTestId('urgent-notice').filter({ hasText: '二号弯积水' })
    await urgent.waitFor()
    await page.keyboard.press('2')
    await shows(screen.outlook, '先玩后付')
    await urgent.getByRole('button', { name: '知道了' }).click()
    await until(async () => expect(await urgent.count()).toBe(0))
  })
})

describe('the smallest screen of a counter', () => {
  it('shows everything at 1024×768, in both languages', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    const beside = () =>
      page.evaluate(() =>
        ['.pl-counter', '.pl-counter-body', '.pl-strip', '.pl-counter-foot'].filter((name) => {
          const element = document.querySelector(name)
          return element === null || element.scrollWidth > element.clientWidth
        }),
      )
    expect(await beside()).toEqual([])
    await screen.otherLanguage.click()
    await page.getByRole('button', { name: '中文', exact: true }).waitFor()
    expect(await beside()).toEqual([])
    await page.getByRole('button', { name: '中文', exact: true }).click()
    await page.setViewportSize({ width: 1366, height: 768 })
  })
})
