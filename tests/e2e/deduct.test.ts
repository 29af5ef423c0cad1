import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { openSerialPair, rdm6300Frame } from '#tests/support/serial/index.ts'
import { playRecordsPage } from './pages/play-records.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { pressAt, stepBy } from './support/focus.ts'
import { newCard } from './support/new-card.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { phone, startBrowser, type WebBrowser } from './support/web.ts'

// Step 5 of the main flow: a pending ride is deducted at the counter, and the back office sees it in the list.
let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})
// A test leaves its vehicles free, so that it can be repeated.
afterEach(() => server.query("update run set state = 'ENDED', ended_at = now() where state = 'RUNNING'"))

/** Starts a ride as the counter does; returns its record. */
async function startAt(orgCode: 'A01A01' | 'A01A02', racer: string): Promise<{ id: string; ticketNo: string }> {
  const token = await server.signIn(orgCode === 'A01A01' ? 'cashier' : 'manager2')
  const [free] = await server.query<{ rule: string; vehicle: string }>(
    `select r.id as rule, v.id as vehicle from consume_rule r, vehicle v
     where r.org_code = $1 and v.org_code = $1 and r.consume_type = 'BALANCE' and r.laps > 0 and v.condition = 'ready'
       and not exists (select from run g where g.vehicle_id = v.id and g.state = 'RUNNING')
     order by r.index_number, v.index_number limit 1`,
    [orgCode],
  )
  const body = { consumeVehicleMode: 'circlemode', ruleId: free?.rule, vehicleId: free?.vehicle, racer }
  const headers = { 'Idempotency-Key': newId() }
  const path = '/playbeforepay/sysPlayBeforePay/add'
  const { result } = await server.call<{ result: { id: string; ticketNo: string } }>(token, path, body, headers)
  return result
}

describe('deducting a pending ride from the member at the counter', () => {
  let reader: Awaited<ReturnType<typeof openSerialPair>>
  let counter: Counter

  beforeAll(async () => {
    reader = await openSerialPair()
    counter = await startCounter({
      serverUrl: server.url,
      settings: { readers: [{ path: reader.readerPath }] },
      waitsForServer: true,
    })
    await counter.signIn()
  })
  afterAll(async () => {
    await counter?.remove()
    await reader?.close()
  })

  it('takes paid balance first, then gift balance, once; and settles order, hold and record', async () => {
    const { page, screen } = counter
    await startAt('A01A01', '下一位')
    await reader.write(rdm6300Frame('0004829731'))
    await shows(screen.member, '100001')
    await page.keyboard.press('1')
    for (let people = 2; people <= 8; people++) {
      await page.keyboard.press('+')
      await shows(screen.people, String(people))
    }
    await shows(screen.outlook, '余额 −500.00')
    await shows(screen.outlook, '赠送 −44.00')
    await shows(screen.outlook, '扣后可用 6.00')
    await page.keyboard.press('F4')
    await shows(screen.result, '已开始')
    const ticketNo = await screen.startedTicket()

    await page.keyboard.press('F7')
    const row = page.locator('.pl-hung li').filter({ hasText: ticketNo })
    const deduct = row.getByRole('button', { name: '会员扣费' })
    await row.waitFor()
    await shows(page.getByRole('dialog'), /会员挂单 \d+ \/ 5/)
    // The member's card focuses the ride: Enter is enough.
    await stepBy(page, 'ArrowDown')
    await reader.write(rdm6300Frame(await newCard(server, '100001')))
    await shows(page.getByRole('dialog').getByRole('status'), `已找到 ${ticketNo}`)
    await pressAt(deduct, 'Enter')
    const outlook = page.getByTestId('deduct-outlook')
    await shows(outlook, '余额 −500.00')
    await shows(outlook, '赠送 −44.00')
    await shows(outlook, /扣后可用\s*6\.00/)
    await shows(page.getByRole('dialog').last(), '扣费前请确保客户余额充足')
    // A code that was typed is checked by Enter and by the button, and nothing is taken beside a wrong one.
    const coupon = page.locator('#settle-discount')
    await coupon.fill('C.0000')
    await coupon.press('Enter')
    const dialog = page.getByRole('dialog').last()
    await shows(dialog, '没有这张券')
    await coupon.fill('C.0001')
    const confirm = page.getByRole('button', { name: '确认扣费' })
    await confirm.click()
    await shows(dialog, '没有这张券')
    expect(await coupon.inputValue()).toBe('C.0001')
    await coupon.fill('')
    await confirm.click()
    await shows(page.getByRole('dialog').last(), '支付成功')
    // The result is in the dialog, or in the list after the dialog has closed.
    await shows(page.getByRole('dialog').last(), /张伟 (?:·|已扣费) 544\.00/)

    const [record] = await server.query(
      `select p.id, p.state, p.consume_id, o.state as pay_state, o.amount, o.paid_balance, o.paid_give, o.people,
         h.state as hold, 
         (select jsonb_object_agg(w.kind, w.value) from wallet w where w.member_id = p.member_id and w.value > 0) as wallets,
         (select sum(w.held) from wallet w where w.member_id = p.member_id) as held, g.state as run
       from play_record p join consume_order o on o.id = p.consume_id join hold h on h.id = p.id
       join run g on g.play_id = p.id
       where p.ticket_no = $1 and p.created_at = (select max(created_at) from play_record where ticket_no = $1)`,
      [ticketNo],
    )
    expect(record).toMatchObject({
      state: 'CONSUMED',
      pay_state: 'paid',
      amount: '54400',
      paid_balance: '50000',
      paid_give: '4400',
      people: 8,
      hold: 'captured',
      wallets: { give: 600, integral: 300, laps: 20, frequency: 10 },
      held: '0',
      run: 'RUNNING',
    })
    const ledger = await server.query(
      `select member_id, account, delta, value_after, cause_kind from ledger_line where cause_id = $1 order by account`,
      [record?.consume_id],
    )
    const row1 = { member_id: '100001', cause_kind: 'consume' }
    expect(ledger).toEqual([
      { ...row1, account: 'balance', delta: '-50000', value_after: '0' },
      { ...row1, account: 'give', delta: '-4400', value_after: '600' },
    ])
    // The ledger, replayed from its beginning, equals all wallets.
    const wrong = await server.query(
      `select w.member_id, w.kind from wallet w where w.value <> (select coalesce(sum(l.delta), 0) from ledger_line l
         where l.member_id = w.member_id and l.account = w.kind and l.project = w.project)`,
    )
    expect(wrong).toEqual([])
    await until(async () => expect(await page.locator('.pl-hung li').filter({ hasText: ticketNo }).count()).toBe(0))
    await shows(page.getByRole('dialog').getByRole('status'), '张伟 已扣费 544.00')
    // The next ride has the focus.
    await until(async () =>
      expect(await page.evaluate(() => document.activeElement?.closest('.pl-hung') !== null)).toBe(true),
    )
  })
})

describe('the pay-later list of the web admin', () => {
  const enter = async (username: string, orgCode?: string, size?: typeof phone) => {
    const page = await browser.openSignedIn(server, username, '/dashboard/workplace', { size, orgCode })
    await page.getByRole('heading', { name: /^欢迎您/ }).waitFor()
    return page
  }
  const openList = async (page: Awaited<ReturnType<typeof enter>>) => {
    await page.getByRole('menuitem', { name: '先玩后付' }).click()
    await page.getByRole('heading', { name: '先玩后付记录' }).waitFor()
    const list = playRecordsPage(page)
    await list.rows.first().waitFor()
    return list
  }

  it('shows a manager the columns, newest first, ten per page, filtered, sorted and live', async () => {
    const { id, ticketNo } = await startAt('A01A01', '列表车手')
    const page = await enter('manager', 'A01A01')
    const list = await openList(page)
    const first = ['开始时间', '票号', '状态', '金额', '车手', '车辆', '规则']
    const more = [
      '会员卡号',
      '会员昵称',
      '会员姓名',
      '消费类型',
      '运行模式',
      '圈数',
      '时长（分钟）',
      '门店',
      '备注',
      '操作',
    ]
    const headers = (await list.headers()).filter((header) => header !== '' && header !== '#')
    expect(headers.slice(0, first.length)).toEqual(first)
    expect(headers).toEqual(expect.arrayContaining(more))
    expect(await list.store.count()).toBe(0)

    const times = await list.column('开始时间')
    expect(times).toHaveLength(10)
    expect(times).toEqual(times.toSorted().toReversed())
    await shows(list.rows.first(), ticketNo)
    await shows(list.rows.first(), '挂单')
    expect(new Set(await list.column('门店'))).toEqual(new Set(['极速卡丁·滨江店']))
    expect(await list.count()).toBeGreaterThanOrEqual(1001)

    expect(await list.pageSizes()).toEqual([
      expect.stringContaining('10'),
      expect.stringContaining('20'),
      expect.stringContaining('30'),
    ])
    await list.pageSize(30)
    await until(async () => expect(await list.rows.count()).toBe(30))
    const firstPage = await list.column('开始时间')
    await list.turnTo(2)
    await until(async () => {
      const second = await list.column('开始时间')
      expect(second).toHaveLength(30)
      expect(second[0] ?? '').not.toBe(firstPage[0])
    })
    await list.reset.click()

    await list.chooseState('挂单')
    await until(async () => expect(new Set(await list.column('状态'))).toEqual(new Set(['挂单'])))
    await list.reset.click()
    await list.keyword.fill(id)
    await list.search.click()
    await until(async () => expect(await list.rows.count()).toBe(1))
    await shows(list.rows.first(), '列表车手')
    // The filters are in the URL.
    await page.reload()
    await shows(list.rows.first(), '列表车手')
    expect(await list.rows.count()).toBe(1)
    expect(await list.keyword.inputValue()).toBe(id)
    await list.rows.first().getByRole('button', { name: '详情' }).click()
    for (const one of ['记录 ID', '运行日志 ID', '营收 ID', '规则 ID']) await shows(page.getByRole('dialog'), one)
    await shows(page.getByRole('dialog'), id)
    await page.keyboard.press('Escape')
    for (const one of [ticketNo, '列表车手', id.slice(-8)]) {
      await list.keyword.fill(one)
      await list.keyword.press('Enter')
      await until(async () => expect(await list.column('车手')).toContain('列表车手'))
    }
    await until(async () => expect(await list.rows.count()).toBeLessThan(30))
    // Reset and sort, pressed before the page has rendered the first of them.
    const sorter = await list.sorter('开始时间').elementHandle()
    await list.reset.evaluate((reset: HTMLElement, header) => {
      reset.click()
      header?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    }, sorter)
    await until(async () => expect(await list.rows.count()).toBe(30))
    await until(async () => {
      const sorted = await list.column('开始时间')
      expect(sorted[0]).not.toBe(firstPage[0])
      expect(sorted).toEqual(sorted.toSorted())
    })
    await list.reset.click()

    const live = await startAt('A01A01', '现场车手')
    await shows(list.rows.first(), live.ticketNo)
    await shows(list.rows.first(), '现场车手')
  })

  it('filters by order time', async () => {
    const page = await enter('manager', 'A01A01')
    const list = await openList(page)
    const all = await list.count()
    const [first] = await server.query<{ day: string; count: number }>(
      `select to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::int as count
       from play_record where org_code = 'A01A01' group by 1 order by 1 limit 1`,
    )
    const range = page.locator('.ant-picker-range input')
    await range.first().fill(`${first?.day} 00:00`)
    await range.first().press('Enter')
    await range.last().fill(`${first?.day} 23:59`)
    await range.last().press('Enter')
    await until(async () => expect(await list.count()).toBe(first?.count))
    expect(first?.count).toBeLessThan(all)
  })

  it('shows headquarters the store filter and both stores', async () => {
    await startAt('A01A01', '滨江车手')
    await startAt('A01A02', '城西车手')
    const page = await enter('hq')
    const list = await openList(page)
    // Rows are counted up to 2,000.
    expect(await list.count()).toBeGreaterThanOrEqual(2000)
    expect(new Set(await list.column('门店'))).toEqual(new Set(['极速卡丁·滨江店', '极速卡丁·城西店']))
    expect(await list.stores()).toEqual(expect.arrayContaining(['极速卡丁·滨江店', '极速卡丁·城西店']))
    await list.chooseStore('极速卡丁·城西店')
    await until(async () => expect(new Set(await list.column('门店'))).toEqual(new Set(['极速卡丁·城西店'])))
    await shows(list.rows.first(), '城西车手')
    await list.chooseStore('极速卡丁·滨江店')
    await until(async () => expect(new Set(await list.column('门店'))).toEqual(new Set(['极速卡丁·滨江店'])))
    expect(await list.row('滨江车手').count()).toBe(1)
  })

  it('shows a manager of the other store nothing of this one', async () => {
    const { id } = await startAt('A01A01', '不可见车手')
    const page = await enter('manager2')
    const list = await openList(page)
    await list.pageSize(30)
    await until(async () => expect(await list.rows.count()).toBe(30))
    expect(new Set(await list.column('门店'))).toEqual(new Set(['极速卡丁·城西店']))
    expect(await list.store.count()).toBe(0)
    await list.keyword.fill(id)
    await list.search.click()
    await list.empty.waitFor()
    const token = await server.signIn('manager2')
    for (const filter of [`id=${id}`, 'sysOrgCode=A01A01', 'sysOrgCode=A01']) {
      const path = `/playbeforepay/sysPlayBeforePay/list?${filter}&pageSize=30`
      const { result } = await server.call<{ result: { records: { sysOrgCode: string }[] } }>(token, path)
      for (const { sysOrgCode } of result.records) expect(sysOrgCode).toBe('A01A02')
    }
  })

  it('shows cards on a phone, without horizontal scrolling', async () => {
    const { ticketNo } = await startAt('A01A01', '手机车手')
    const page = await enter('manager', 'A01A01', phone)
    await page.getByRole('button', { name: '菜单', exact: true }).click()
    await page.getByRole('menuitem', { name: '先玩后付' }).first().click()
    const list = playRecordsPage(page)
    await until(async () => expect(await list.cards.count()).toBe(10))
    await shows(list.cards.first(), ticketNo)
    await shows(list.cards.first(), '手机车手')
    await list.cards.first().getByRole('button', { name: '会员扣费' }).waitFor()
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBeLessThanOrEqual(phone.width)
  })
})
