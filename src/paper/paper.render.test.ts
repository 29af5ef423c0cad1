import fc from 'fast-check'
import receiptline from 'receiptline'
import { describe, expect, test } from 'vitest'
import { classifyScan, ticketCode } from '#shared/features/scans/index.ts'
import { type TextKey, text } from '#shared/i18n/catalogue.ts'
import { TicketData } from '#shared/ipc/devices.ts'
import { type DecodedTicket, decodeTicket, receiptlineCommands } from '#tests/support/escpos/index.ts'
import { EscPosDocument } from './escpos.document.ts'
import { renderPaper } from './paper.render.ts'
import { drawerKick } from './printer.commands.ts'
import { renderTestPage } from './test-page.ts'

const ORDER = '01956b1e-8a4c-7c1e-9c65-3f1d2b6a7c01'

const ticketData = (overrides: Partial<TicketData> = {}): TicketData => ({
  ...TicketData.parse({
    orderId: ORDER,
    storeName: '极速卡丁车馆',
    ticketNo: 'A008',
    racer: '神秘车手',
    vehicleName: '7号车',
    ruleName: '单人 5 圈',
    mode: 'circlemode',
    amount: 5,
    memberNo: '100001',
    startedAt: '2026-03-01T02:03:04Z',
    cashier: '王芳',
    terminal: 'T1',
  }),
  ...overrides,
})

const texts = (ticket: DecodedTicket): string[] => ticket.lines.map((line) => line.text)

describe('ticket', () => {
  test('prints the best lap of a member, and nothing without one', () => {
    const linesOf = (data: Partial<TicketData>) =>
      texts(decodeTicket(renderPaper(ticketData(data), { columns: 32, copyNo: 1, words: null }).bytes))
    expect(linesOf({ bestMs: 40_512 })).toContainEqual(expect.stringMatching(/^个人最佳 +(0:)?40\.512$/))
    expect(linesOf({ bestMs: 40_512, locale: 'en' })).toContainEqual(
      expect.stringMatching(/^Personal best +.*40\.512$/),
    )
    expect(linesOf({}).filter((line) => line.includes('个人最佳'))).toEqual([])
  })

  test('prints the store’s custom texts in the ticket’s language', () => {
    const words = { headZh: '港湾路 1 号\n电话 8000', headEn: '1 Harbour Road', footZh: '周末八折', footEn: '' }
    const linesOf = (locale: 'zh' | 'en') =>
      texts(decodeTicket(renderPaper(ticketData({ locale }), { columns: 32, copyNo: 1, words }).bytes))
    const chinese = linesOf('zh')
    expect(chinese.slice(0, 4)).toEqual(['极速卡丁车馆', '港湾路 1 号', '电话 8000', '排队小票'])
    expect(chinese.at(-1)).toBe('周末八折')
    expect(linesOf('en')[1]).toBe('1 Harbour Road')
    expect(linesOf('en').at(-1)).toBe('your number is called')
  })

  test('a Chinese ticket has all fields, in the store’s time zone', () => {
    const { bytes, missing } = renderPaper(ticketData({ remark: '生日\n靠窗' }), { columns: 32, copyNo: 1 })
    const ticket = decodeTicket(bytes)
    expect(texts(ticket)).toEqual([
      '极速卡丁车馆',
      '排队小票',
      '-'.repeat(32),
      '您的号码',
      'A008',
      '-'.repeat(32),
      '车手                    神秘车手',
      '车辆                       7号车',
      '项目                   单人 5 圈',
      '模式                   计圈 5 圈',
      '会员卡号                  100001',
      '时间         2026-03-01 10:03:04',
      '收银员                      王芳',
      '终端                          T1',
      '备注',
      '                            生日',
      '                            靠窗',
      '-'.repeat(32),
      '',
      ticketCode(ORDER),
      '',
      '请保管好小票，听到叫号后上车',
    ])
    expect(missing).toEqual([])
    expect(ticket.qr).toEqual([ticketCode(ORDER)])
    expect(classifyScan({ value: ticket.qr[0] ?? '', source: 'wedge' })).toEqual({ kind: 'ticket', value: ORDER })
    expect(ticket).toMatchObject({ cuts: 1, initialized: 1, drawerKicks: [] })
    expect(ticket.lines[4]).toMatchObject({ text: 'A008', width: 4, height: 4, bold: true, align: 'center' })
    expect(ticket.lines[6]).toMatchObject({ bold: true, align: 'left', width: 1 })
  })

  test('an English ticket has English labels, minutes and people', () => {
    const data = ticketData({ locale: 'en', mode: 'timermode', amount: 8, people: 2, timeZone: 'Europe/London' })
    const lines = texts(decodeTicket(renderPaper(data, { columns: 48, copyNo: 1 }).bytes))
    expect(lines).toContain('Queue ticket')
    expect(lines).toContain(`Mode${' '.repeat(35)}8 minutes`)
    expect(lines).toContain(`People${' '.repeat(41)}2`)
    expect(lines).toContain(`Time${' '.repeat(25)}2026-03-01 02:03:04`)
    expect(lines).toContain('Keep this ticket and wait until your number is')
  })

  test('a queue ticket prints the expected wait if it is known', () => {
    const lines = (given: Partial<TicketData>) =>
      texts(decodeTicket(renderPaper(ticketData(given), { columns: 48, copyNo: 1 }).bytes)).join('\n')
    expect(lines({ ahead: 3, waitMinutes: 12 })).toMatch(/预计等候 +约 12 分钟，前面 3 位/)
    expect(lines({ ahead: 0, waitMinutes: 0 })).toMatch(/预计等候 +很快/)
    expect(lines({ ahead: 3 })).not.toContain('预计等候')
    expect(lines({})).not.toContain('预计等候')
  })

  test('only copies print COPY with their number, and only offline tickets OFFLINE', () => {
    const first = texts(decodeTicket(renderPaper(ticketData(), { columns: 48, copyNo: 1 }).bytes))
    expect(first.join()).not.toMatch(/COPY|OFFLINE/)
    const copy = decodeTicket(renderPaper(ticketData({ offline: true }), { columns: 48, copyNo: 2 }).bytes)
    expect(copy.lines).toContainEqual(expect.objectContaining({ text: '补打 COPY 2', doubleWidth: true, bold: true }))
    expect(texts(copy)).toContain('离线 OFFLINE')
    const doubtful = renderPaper(ticketData(), { columns: 48, copyNo: 1, markCopy: true })
    expect(texts(decodeTicket(doubtful.bytes))).toContain('补打 COPY 1')
  })

  test('characters missing in the font print as a box and are reported', () => {
    const { bytes, missing } = renderPaper(ticketData({ racer: '𠮷😀', remark: '¥5' }), { columns: 32, copyNo: 1 })
    const lines = texts(decodeTicket(bytes))
    expect(lines).toContain(`车手${' '.repeat(24)}□□`)
    expect(lines).toContain(`备注${' '.repeat(25)}￥5`)
    expect(missing).toEqual(['𠮷', '😀'])
  })

  test('empty fields print no line, and a long number still fits', () => {
    const data = ticketData({ memberNo: '', cashier: '', terminal: '', ticketNo: 'T1-00000007' })
    const ticket = decodeTicket(renderPaper(data, { columns: 24, copyNo: 1 }).bytes)
    const labels: TextKey[] = ['ticket.member', 'ticket.cashier', 'ticket.terminal', 'ticket.remark', 'ticket.people']
    for (const label of labels) expect(texts(ticket).join()).not.toContain(text('zh', label))
    expect(ticket.lines.find((line) => line.text === 'T1-00000007')).toMatchObject({ width: 2, columns: 22 })
  })

  test('a ticket with any content is valid and no line exceeds the paper', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('😀'.repeat(40), '车'.repeat(99)),
    )
    const data = fc.record({
      racer: anything,
      vehicleName: anything,
      ruleName: anything,
      remark: anything,
      storeName: anything,
    })
    fc.assert(
      fc.property(data, anything, fc.integer({ min: 24, max: 64 }), (fields, ticketNo, columns) => {
        const { bytes } = renderPaper(ticketData({ ...fields, ticketNo }), { columns, copyNo: 3 })
        const ticket = decodeTicket(bytes)
        for (const line of ticket.lines) expect(line.columns).toBeLessThanOrEqual(columns)
        expect(ticket.cuts).toBe(1)
      }),
      { numRuns: 25 },
    )
  })

  test('a signed text is printed instead of a ticket, with a copy mark on copies', () => {
    const facts: [string, string][] = [['会员', '张伟 100001']]
    const document = { title: '安全协议', facts, content: '请系好安全带。\n'.repeat(40), foot: '已存档' }
    const printed = (copyNo: number) =>
      decodeTicket(renderPaper(ticketData({ document }), { columns: 32, copyNo }).bytes)
    const [first, copy] = [printed(1), printed(2)]
    expect(texts(first)).toContain('安全协议')
    expect(texts(first).join('\n')).toMatch(/会员 +张伟 100001/)
    expect(texts(first).filter((line) => line.includes('安全带'))).toHaveLength(40)
    expect([first.qr, first.cuts]).toEqual([[], 1])
    expect(texts(copy).length).toBe(texts(first).length + 1)
  })

  test('wristband labels are cut separately and numbered', () => {
    const data = ticketData({ ticketNo: 'A008', racer: '小王', wristbands: 4 })
    const labels = decodeTicket(renderPaper(data, { columns: 32, copyNo: 1 }).bytes)
    expect([labels.cuts, labels.qr]).toEqual([4, []])
    expect(texts(labels).filter((line) => line === 'A008')).toHaveLength(4)
    expect(texts(labels).filter((line) => /[1-4]\/4/.test(line))).toHaveLength(4)
    expect(texts(decodeTicket(renderPaper(data, { columns: 32, copyNo: 2 }).bytes)).length).toBe(
      texts(labels).length + 4,
    )
  })

  test('without a cutter the paper is fed to the tear bar', () => {
    const ticket = decodeTicket(renderPaper(ticketData(), { columns: 48, copyNo: 1, cut: false }).bytes)
    expect(ticket.cuts).toBe(0)
    expect(texts(ticket).slice(-4)).toEqual(['', '', '', ''])
  })

  test('the length of a QR code counts bytes, not characters', () => {
    const content = '神秘车手😀'.repeat(20)
    expect(decodeTicket(new EscPosDocument(48).qr(content).end(true).bytes).qr).toEqual([content])
  })

  test('the drawer pulse has the right times on either pin', () => {
    expect(decodeTicket(drawerKick()).drawerKicks).toEqual([{ pin: 2, onMs: 50, offMs: 500 }])
    expect(decodeTicket(drawerKick(5)).drawerKicks).toEqual([{ pin: 5, onMs: 50, offMs: 500 }])
  })

  test.each(['zh', 'en'] as const)('the test page in %s fits and shows all features', (locale) => {
    const at = new Date('2026-03-01T02:03:04Z')
    const page = decodeTicket(renderTestPage({ columns: 32, cut: true, locale, at, address: '10.0.0.9:9100' }).bytes)
    for (const line of page.lines) expect(line.columns).toBeLessThanOrEqual(32)
    expect(page).toMatchObject({ qr: ['PITLANE-TEST'], cuts: 1 })
    expect(page.lines.some((line) => line.doubleWidth)).toBe(true)
  })

  test('another encoder prints the same lines', () => {
    const lines = ['神秘车手 Kart-7', 'Queue 排队', '￥1,234.50 （，。！）', 'ABC abc 123 ~!#$%&']
    const ours = lines.reduce((doc, line) => doc.text(line), new EscPosDocument(48)).end(true).bytes
    const markup = lines.map((line) => `${line.replace(/[\\|{}~_"`^]/g, '\\$&')} |`).join('\n')
    const printer = { cpl: 48, encoding: 'gb18030', command: 'escpos', cutting: true } as const
    const theirs = Buffer.from(receiptline.transform(markup, printer), 'latin1')
    const read = decodeTicket(theirs, { also: receiptlineCommands, asciiInChinese: true })
    expect(texts(read).filter((line) => line.trim() !== '')).toEqual(texts(decodeTicket(ours)))
  })
})
