import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticketCode } from '#shared/features/scans/index.ts'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { openSerialPair, rdm6300Frame } from '#tests/support/serial/index.ts'
import { counterPage } from './pages/counter.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { hasFocus } from './support/focus.ts'
import { shows, textOf, until } from './support/shows.ts'
import { isPressed, linesOf, startOf } from './support/starts.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese, inEnglish } from './support/texts.ts'

// Step 3 of the main flow: a start at the counter, its checks, its record and its ticket.
let server: VenueServer
let reader: Awaited<ReturnType<typeof openSerialPair>>
let printer: PrinterSink
let counter: Counter

cleanUpPages()
beforeAll(async () => {
  ;[server, reader, printer] = await Promise.all([startVenue(), openSerialPair(), startPrinterSink()])
  counter = await startCounter({
    serverUrl: server.url,
    settings: {
      readers: [{ path: reader.readerPath }],
      printer: { transport: 'tcp', address: printer.host, port: printer.port },
    },
    waitsForServer: true,
  })
  await counter.signIn()
})
afterAll(async () => {
  await counter?.remove()
  await Promise.all([server?.remove(), reader?.close(), printer?.close()])
})

describe('a start', () => {
  it('takes three actions: scan, digit, F4; and creates record, run, hold, number and ticket', async () => {
    const { page, screen } = counter
    await reader.write(rdm6300Frame('0004829731'))
    await shows(screen.member, '100001')
    await page.keyboard.press('1')
    await shows(screen.outlook, '余额 −68.00')
    await shows(screen.outlook, '扣后可用 482.00')
    await page.keyboard.press('F4')

    await shows(screen.result, 'A001 已开始 · 1号车 · 已打印')
    await shows(screen.vehicle('1号车'), '已跑 0:0')
    await shows(screen.recent.first(), '张伟 · 68.00')
    await shows(screen.chosenVehicle, '2号车')
    await shows(screen.who, '请刷卡')
    const job = await printer.waitForJob(1)
    // The print report reaches the server a moment after the paper.
    const row = await until(async () => {
      const found = await startOf(server, 'A001')
      expect(found.job_state).toBe('printed')
      return found
    })
    const { terminalId } = await counter.ask<{ terminalId: string }>('app:app.info')
    expect(row).toMatchObject({
      state: 'PENDING',
      queue_number: 1,
      queue_state: 'STARTED',
      run_state: 'RUNNING',
      member_id: '100001',
      rule_name: '标准卡丁',
      run_mode: 'circlemode',
      vehicle_name: '1号车',
      // The member's nickname.
      racer: '风一样的男子',
      people: 1,
      held: '6800',
      claimed_by: terminalId,
      outcome: 'printed',
    })
    expect(job).toMatchObject({ complete: true, cuts: 1, initialized: 1, qr: [ticketCode(row.id)] })
    expect(linesOf(job)).toEqual([
      '极速卡丁·滨江店',
      '排队小票',
      '-'.repeat(48),
      '您的号码',
      'A001',
      '-'.repeat(48),
      '车手 风一样的男子',
      '车辆 1号车',
      '项目 标准卡丁',
      '模式 计圈 8 圈',
      '会员卡号 100001',
      expect.stringMatching(/^个人最佳 \d:\d\d\.\d{3}$/),
      expect.stringMatching(/^时间 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      '收银员 李小敏',
      '终端 T1',
      '-'.repeat(48),
      ticketCode(row.id),
      '请保管好小票，听到叫号后上车',
    ])
    expect(job.lines.find(({ text }) => text.trim() === 'A001')).toMatchObject({
      width: 4,
      align: 'center',
      bold: true,
    })
    for (const { columns } of job.lines) expect(columns).toBeLessThanOrEqual(48)
  })

  it('takes type, rule, people, racer, vehicle, mode and remark from the keyboard', async () => {
    const { page, screen } = counter
    const printed = printer.jobs.length
    const before = await screen.startedTicket()
    for (const type of [
      'FREQUENCY',
      'INTEGRAL',
      'BALANCEANDINTEGRAL',
      'GROUPCOUPON',
      'QUAN',
      'NOCARDCONSUME',
    ] as const) {
      await page.keyboard.press('t')
      await isPressed(screen.type(inChinese(`type.${type}`)))
    }
    await page.keyboard.press('1')
    await page.keyboard.press('+')
    await shows(screen.people, '2')
    const from = await screen.chosenVehicle.getAttribute('data-vehicle')
    await page.keyboard.press('ArrowRight')
    await until(async () => expect(await screen.chosenVehicle.getAttribute('data-vehicle')).not.toBe(from))
    const vehicle = (await screen.chosenVehicle.getAttribute('data-vehicle')) ?? ''
    // Typed fast, before the question's buttons are shown; later ones are awaited.
    await page.keyboard.press('m')
    await page.keyboard.press('Enter')
    await isPressed(screen.mode('timermode'))
    await until(async () => expect(await page.getByRole('dialog').count()).toBe(0))
    await page.keyboard.press('r')
    await hasFocus(screen.racer)
    await page.keyboard.type('欧阳🏁小龙')
    await screen.remark.fill('生日')
    await page.keyboard.press('F4')
    await until(async () => expect(['', before]).not.toContain(await screen.startedTicket()))
    const ticketNo = await screen.startedTicket()
    await shows(screen.recent.first(), ticketNo)
    const job = await printer.waitForJob(printed + 1)
    expect(await startOf(server, ticketNo)).toMatchObject({
      state: 'PENDING',
      member_id: null,
      rule_name: '散客单次',
      run_mode: 'timermode',
      vehicle_name: vehicle,
      racer: '欧阳🏁小龙',
      remark: '生日',
      people: 2,
      held: null,
    })
    // A character missing in the printer's font is printed as a box, and only that is lost.
    const wanted = [
      ticketNo,
      `车辆 ${vehicle}`,
      '车手 欧阳□小龙',
      '项目 散客单次',
      '模式 计时 10 分钟',
      '人数 2',
      '备注 生日',
    ]
    for (const line of wanted) expect(linesOf(job)).toContain(line)
    // The run mode stays; everything else is reset for the next guest.
    await isPressed(screen.mode('timermode'))
    expect(await screen.racer.inputValue()).toBe('神秘车手')
    expect(await textOf(screen.people)).toBe('1')
  })
})

describe('the next start', () => {
  it('copies member, rule and people of the last start by F2, on another vehicle, confirmed by F4', async () => {
    const { page, screen } = counter
    await screen.clear()
    await screen.search.fill('100005')
    await page.keyboard.press('Enter')
    await shows(screen.member, '100005')
    await page.keyboard.press('1')
    await page.keyboard.press('+')
    const first = await screen.chosenVehicle.getAttribute('data-vehicle')
    await page.keyboard.press('F4')
    await shows(screen.result, `已开始 · ${first}`)
    await page.keyboard.press('F2')
    await shows(screen.member, '100005')
    await shows(screen.people, '2')
    await isPressed(screen.rule('标准卡丁'))
    const second = await until(async () => {
      const chosen = await screen.chosenVehicle.getAttribute('data-vehicle')
      expect([first, null]).not.toContain(chosen)
      return chosen
    })
    await page.keyboard.press('F4')
    await shows(screen.result, `已开始 · ${second}`)
    const again = await startOf(server, await screen.startedTicket())
    expect(again).toMatchObject({ member_id: '100005', rule_name: '标准卡丁', people: 2, vehicle_name: second })
  })
})

describe('the checks before a start (spec §5)', () => {
  it('run in their order, with messages beside their fields, in Chinese and English', async () => {
    const { page } = counter
    const modeOf = async (mode: 'circlemode' | 'timermode', t: typeof inChinese) => {
      const screen = counterPage(page, t)
      if ((await screen.mode(mode).getAttribute('aria-pressed')) === 'true') return
      await screen.mode(mode).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('action.confirm') })
        .click()
      await until(async () => expect(await page.getByRole('dialog').count()).toBe(0))
    }
    const cases = [
      [
        inChinese,
        '请选择规则',
        '请填写车手昵称',
        '畅跑十五分钟 规则不允许圈数模式，请切换为计时模式',
        '竞速八圈 规则不允许计时模式，请切换为圈数模式',
      ],
      [
        inEnglish,
        'Please choose a rule',
        'Please fill in the driver nickname',
        '畅跑十五分钟 rule does not allow lap mode, switch to timer mode',
        '竞速八圈 rule does not allow timer mode, switch to lap mode',
      ],
    ] as const
    for (const [t, rule, racer, noLaps, noTime] of cases) {
      const screen = counterPage(page, t)
      await screen.clear()
      await modeOf('circlemode', t)
      await screen.racer.fill('')
      await page.keyboard.press('F4')
      await shows(screen.problem, rule)
      await screen.rule('畅跑十五分钟').click()
      await page.keyboard.press('F4')
      await shows(screen.problem, racer)
      await screen.racer.fill('小龙')
      await page.keyboard.press('F4')
      await shows(screen.problem, noLaps)
      await modeOf('timermode', t)
      await screen.rule('竞速八圈').click()
      await page.keyboard.press('F4')
      await shows(screen.problem, noTime)
      await screen.otherLanguage.click()
    }
    await page.getByRole('heading', { name: '收银台' }).waitFor({ state: 'attached' })
  })
})

describe('the seats of a vehicle', () => {
  it('limit the number of people, with a message beside the field', async () => {
    const { page, screen } = counter
    await screen.clear()
    await server.query("update vehicle set seats = case name when '6号车' then 2 else 1 end where org_code = 'A01A01'")
    const [used] = await server.query<{ id: string }>(
      "select vehicle_id as id from run where org_code = 'A01A01' and state = 'RUNNING' limit 1",
    )
    // The end of a run is pushed, and the counter reloads the vehicles.
    await server.call(await server.signIn('cashier'), '/vehicle/sysVehicle/finish', { id: used?.id })
    await page.keyboard.press('1')
    const more = screen.what.getByRole('button', { name: '增加人数' })
    await page.keyboard.press('+')
    await shows(screen.people, '2')
    await until(async () => expect(await more.isDisabled()).toBe(true))
    await page.keyboard.press('+')
    await shows(screen.people, '2')
    await shows(screen.chosenVehicle, '6号车')
    const before = await server.query('select id from play_record')
    const others = screen.where.locator('[data-vehicle][data-state="idle"]:not([data-vehicle="6号车"])')
    // Chosen by name: the vehicle whose run has just ended may come first meanwhile.
    const name = await others.first().getAttribute('data-vehicle')
    await screen.where.locator(`[data-vehicle="${name}"]`).click()
    // One more person is not reduced, although the chosen vehicle seats one.
    await page.keyboard.press('+')
    await page.keyboard.press('F4')
    await shows(screen.problem, `${name} 最多坐 1 人`)
    expect(await server.query('select id from play_record')).toHaveLength(before.length)
  })
})
