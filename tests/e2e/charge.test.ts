import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { type CounterPage, counterPage } from './pages/counter.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// The charge keys of a counter: every consume type, walk-ins by cash and by code.
let server: VenueServer
let browser: WebBrowser
let page: Page
let screen: CounterPage

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  await server.query("update consume_rule set gather_face = true where consume_type = 'FREQUENCY'")
  page = await browser.openSignedIn(server, 'cashier', '/counter')
  screen = counterPage(page)
  await screen.ready()
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

/** A pay code; its last digit selects the sandbox's behaviour. */
const payCode = (last: number) => `13456789012345678${last}`

const ordersSince = (ids: readonly string[]) =>
  server.query<{ id: string; consume_type: string; state: string; amount: string }>(
    'select id, consume_type, state, amount from consume_order where id <> all($1::uuid[]) order by created_at, id',
    [ids],
  )

it('charges a member by each type, several vehicles at once and queued, as previewed', async () => {
  const before = (await ordersSince([])).map(({ id }) => id)
  await server.query(
    `insert into member_project (member_id, org_code, project_type, unlimited_name, unlimited_until, unlimited_uses)
     values ('100001', 'A01A01', 'currency', '畅玩', now() + interval '9 days', -1)
     on conflict (member_id, project_type, org_code) do update
     set unlimited_name = '畅玩', unlimited_until = excluded.unlimited_until, unlimited_uses = -1`,
  )
  const charge = async (type: string, key: 'F5' | 'F6', says: string, done: RegExp, more?: () => Promise<void>) => {
    await screen.search.fill('100001')
    await page.keyboard.press('Enter')
    await shows(screen.member, '100001')
    await screen.type(type).click()
    await page.keyboard.press('1')
    await more?.()
    await shows(screen.outlook, says)
    await page.keyboard.press(key)
    await shows(screen.result, done)
  }
  const started = /A\d{3} 已收费开始 · \d号车/
  const queued = /A\d{3} 已收费，排队中/
  await charge('余额', 'F5', '余额 −68.00', started, () => shows(screen.member, '→ 432.00'))
  await charge('积分', 'F6', '积分 −100', queued)
  await charge('余额+积分', 'F5', '积分 −50', started)
  await charge('圈数', 'F5', '圈数 −10 → 10', /等 2 台已收费开始/, () => page.keyboard.press('v'))
  await charge('畅玩', 'F6', '使用畅玩卡', queued)
  await charge('测试', 'F5', '不收费', started)
  const orders = await ordersSince(before)
  expect(orders.map(({ consume_type, state }) => [consume_type, state])).toEqual(
    ['BALANCE', 'INTEGRAL', 'BALANCEANDINTEGRAL', 'QUAN', 'PLAYFREELY', 'TESTCARD'].map((type) => [type, 'paid']),
  )
})

it('charges once where a proxy answers with its own page and the cashier presses again', async () => {
  const before = (await ordersSince([])).map(({ id }) => id)
  const done = Promise.withResolvers<void>()
  await page.route(
    '**/consume/sysConsume/add*',
    async (route) => {
      await route.fetch()
      await route.fulfill({ status: 524, contentType: 'text/html', body: '<h1>A timeout occurred</h1>' })
      done.resolve()
    },
    { times: 1 },
  )
  await screen.search.fill('100005')
  await page.keyboard.press('Enter')
  await shows(screen.member, '100005')
  await page.keyboard.press('1')
  await shows(screen.outlook, '余额 −')
  await page.keyboard.press('F6')
  await done.promise
  await shows(screen.outlook, t('error.common.unavailable'))
  await page.keyboard.press('F6')
  await shows(screen.result, /A\d{3} 已收费，排队中/)
  expect(await ordersSince(before)).toHaveLength(1)
})

it('takes a scanned coupon once, and shows beside the field why it is refused the second time', async () => {
  // A retry uses another coupon, because the first attempt may have used it.
  const code = `2026${String(Date.now()).slice(-8)}`
  await server.query("insert into group_coupon (id, org_code, code, value) values ($1, 'A01A01', $2, 6800)", [
    newId(),
    code,
  ])
  await swipeAsKeys(page, code)
  await until(async () => expect(await screen.coupon.inputValue()).toBe(code))
  await page.keyboard.press('1')
  await page.keyboard.press('F6')
  await shows(screen.result, /A\d{3} 已收费，排队中/)
  await screen.type('团购券').click()
  await screen.coupon.fill(code)
  await page.keyboard.press('F6')
  await shows(screen.problem, '券')
  await screen.clear()
})

it('takes cash with the deposit from a walk-in, and a pay code that is paid only after a reload', async () => {
  const before = (await ordersSince([])).map(({ id }) => id)
  const choose = async (mode: 'wechat' | 'cash') => {
    await screen.type('散客').click()
    await page.keyboard.press('1')
    await screen.payMode(mode).click()
  }
  await choose('cash')
  await shows(screen.outlook, '收现金 108.00')
  await shows(screen.outlook, '其中押金 20.00')
  await page.keyboard.press('F5')
  await shows(screen.result, '已收费开始')

  await choose('wechat')
  await shows(screen.outlook, '扫码收 108.00')
  await page.keyboard.press('F6')
  const dialog = page.getByRole('dialog', { name: '支付' })
  await shows(dialog, '108.00')
  // A card is not a pay code; nothing is sent.
  await swipeAsKeys(page, '0004829731')
  await shows(dialog, '这不是付款码')
  await swipeAsKeys(page, payCode(1))
  await shows(dialog, '支付中')
  await page.reload()
  await shows(dialog, '支付中')
  await shows(dialog, '支付成功')
  const orders = await ordersSince(before)
  expect(orders.map(({ state, amount }) => [state, amount])).toEqual([
    ['paid', '8800'],
    ['paid', '8800'],
  ])
  const tenders = await server.query(
    'select account, sum(delta)::int as taken from ledger_line where cause_id = any($1::uuid[]) group by account order by account',
    [orders.map(({ id }) => id)],
  )
  expect(tenders).toEqual([
    { account: 'cash', taken: 10_800 },
    { account: 'deposit', taken: 4000 },
    { account: 'scan', taken: 10_800 },
  ])
})

it('photographs the racer where the rule requires it, and continues without a camera with a reason', async () => {
  const before = (await ordersSince([])).map(({ id }) => id)
  const context = page.context()
  const dialog = page.getByRole('dialog', { name: '拍照' })
  const charge = async () => {
    await screen.search.fill('100001')
    await page.keyboard.press('Enter')
    await shows(screen.member, '100001')
    await screen.type('次数').click()
    await page.keyboard.press('1')
    await shows(screen.outlook, '使用畅玩卡')
    await page.keyboard.press('F6')
  }
  // The dialog of the previous payment closes by itself.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await context.grantPermissions(['camera'])
  await charge()
  await dialog.locator('video[data-live="true"]').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await ordersSince(before)).toEqual([])

  await page.keyboard.press('F6')
  await dialog.locator('video[data-live="true"]').waitFor()
  await dialog.getByRole('button', { name: '拍照并继续' }).focus()
  await page.keyboard.press('Enter')
  await shows(screen.result, /A\d{3} 已收费，排队中/)
  // As browsers report a missing camera.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))
  })
  await charge()
  await shows(dialog, '没有找到摄像头')
  await dialog.getByRole('button', { name: '不拍照继续' }).focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await until(async () => expect(await ordersSince(before)).toHaveLength(2))
  const photographs = await server.query(
    `select r.reason, p.bytes > 1000 as is_seen from consume_order o join ride_photo r on r.play_id = o.play_id
       left join racer_photo p on p.id = r.photo_id where o.id <> all($1::uuid[]) order by o.created_at`,
    [before],
  )
  expect(photographs).toEqual([
    { reason: '', is_seen: true },
    { reason: '没有可用的摄像头', is_seen: null },
  ])
})

it("previews what the store's charge order will take", async () => {
  await server.query("update store set charge_order = 'giftFirst' where org_code = 'A01A01'")
  const manager = await server.signIn('manager')
  const change = (path: string, body: object) => server.call(manager, path, body, { 'Idempotency-Key': newId() })
  await change('/sys/selectDepart', { username: 'manager', orgCode: 'A01A01' })
  // A member without value in the demo data.
  const given = { userId: '100002', balance: 360, give: 40, integral: 0, laps: 0, frequency: 0, reason: '开业赠送' }
  await change('/userproject/sysUserProject/adjust', given)
  const page = await browser.openSignedIn(server, 'cashier', '/counter')
  const screen = counterPage(page)
  await screen.ready()
  await screen.search.fill('100002')
  await page.keyboard.press('Enter')
  await shows(screen.member, '100002')
  await page.keyboard.press('1')
  await shows(screen.outlook, '赠送 −40.00')
  await shows(screen.outlook, '余额 −28.00')
  await shows(screen.outlook, '扣后可用 332.00')
})

it('shows on a rule the level price beside the full price, and charges it', async () => {
  const manager = await server.signIn('manager')
  await server.call(manager, '/sys/selectDepart', { username: 'manager', orgCode: 'A01A01' })
  const [level] = await server.query<{ id: string }>(
    `select id from member_level where org_code = 'A01A01' and rank = 1`,
  )
  await server.call(manager, '/memberlevel/sysMemberLevel/edit', { id: level?.id, discount: 25 })
  await server.query(
    `update member set member_level = (select code from member_level where org_code = 'A01A01' and rank = 1), consume_password = null
       where id = '100001'`,
  )
  const before = (await ordersSince([])).map(({ id }) => id)
  await screen.clear()
  const tile = screen.rule('标准卡丁')
  await shows(tile, '68.00')
  expect(await tile.locator('del').count()).toBe(0)
  await screen.search.fill('100001')
  await page.keyboard.press('Enter')
  await shows(screen.member, '100001')
  await shows(tile, '51.00')
  await shows(tile.locator('del'), '68.00')
  await page.keyboard.press('1')
  await shows(screen.outlook, '扣后可用')
  await page.keyboard.press('F6')
  await shows(screen.result, /A\d{3} 已收费，排队中/)
  expect(await ordersSince(before)).toMatchObject([{ consume_type: 'BALANCE', amount: '5100' }])
})

it('takes a discount coupon off the price, and hands out the gift of another', async () => {
  const codeOf = async (kind: string): Promise<string> => {
    const [row] = await server.query<{ code: string }>(
      `select c.code from coupon_code c join coupon_batch b on b.id = c.batch_id and b.org_code = c.org_code
        where b.kind = $1 and c.org_code = 'A01A01' and c.used_at is null order by c.number limit 1`,
      [kind],
    )
    return row?.code ?? ''
  }
  const discount = await codeOf('discount')
  // Enough for the ride, at its full price.
  await server.query("update member set member_level = '', consume_password = null where id = '100001'")
  const manager = await server.signIn('manager')
  const change = (path: string, body: object) => server.call(manager, path, body, { 'Idempotency-Key': newId() })
  await change('/sys/selectDepart', { username: 'manager', orgCode: 'A01A01' })
  const given = { userId: '100001', balance: 60, give: 0, integral: 0, laps: 0, frequency: 0, reason: '补差' }
  await change('/userproject/sysUserProject/adjust', given)
  await screen.clear()
  await screen.search.fill('100001')
  await page.keyboard.press('Enter')
  await shows(screen.member, '100001')
  await screen.type('余额').click()
  await swipeAsKeys(page, discount)
  await shows(screen.what, '周末八折券')
  await page.keyboard.press('1')
  await shows(screen.outlook, '周末八折券：减 13.60')
  await page.keyboard.press('F5')
  await shows(screen.result, /已收费开始/)
  const [order] = await server.query('select amount, discount from consume_order where coupon_code = $1', [discount])
  expect(order).toEqual({ amount: '5440', discount: '1360' })

  const gift = await codeOf('gift')
  await swipeAsKeys(page, gift)
  const dialog = page.getByRole('dialog', { name: '领取礼品' })
  await shows(dialog, '钥匙扣 × 1')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  const used = await server.query('select from coupon_code where code = $1 and used_at is not null', [gift])
  expect(used).toHaveLength(1)
})
