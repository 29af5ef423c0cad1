import { expect, it } from 'vitest'
import { ticketCode } from '#shared/features/scans/index.ts'
import { PrinterMaker, type PrinterSettings, TicketData } from '#shared/ipc/devices.ts'
import { type DecodedTicket, decodeTicket, makerTables } from '#tests/support/escpos/index.ts'
import { renderPaper } from './paper.render.ts'
import { commandsOf } from './printer.profiles.ts'

const ORDER = '01956b1e-8a4c-7c1e-9c65-3f1d2b6a7c01'
const data = TicketData.parse({
  orderId: ORDER,
  storeName: '极速卡丁车馆',
  ticketNo: 'A008',
  racer: '神秘车手 Max',
  vehicleName: 'Kart-7',
  ruleName: '单人 5 圈',
  mode: 'circlemode',
  amount: 5,
  memberNo: '100001',
  startedAt: '2026-03-01T02:03:04Z',
  locale: 'en',
})

type Printer = Pick<PrinterSettings, 'maker' | 'chinese'>

function printed(printer: Printer, columns = 32): DecodedTicket & { missing: string[] } {
  const { bytes, missing } = renderPaper(data, { columns, copyNo: 1, printer })
  const { maker } = printer
  return { ...decodeTicket(bytes, maker === 'epson' ? {} : { commands: makerTables[maker] }), missing }
}

const makers = PrinterMaker.options.filter((maker) => maker !== 'epson')

it.each(makers)('sends only commands of %s', (maker) => {
  const ticket = printed({ maker, chinese: true })
  expect(ticket).toMatchObject({ cuts: 1, initialized: 1, chineseRuns: 0, drawerKicks: [] })
  expect(ticket.lines.map(({ text }) => text)).toContain(`Vehicle${' '.repeat(19)}Kart-7`)
  for (const line of ticket.lines) expect(line.columns).toBeLessThanOrEqual(32)
  expect(ticket.qr).toEqual([ticketCode(ORDER)])
})

it.each(makers)('draws characters missing on %s with the same dots as on other makes', (maker) => {
  const drawn = printed({ maker, chinese: false })
  expect(drawn.images.length).toBeGreaterThan(2)
  expect(drawn.missing).toEqual([])
  // An Epson prints large text as text; the rest is the same image.
  const dotsOf = ({ bits }: { bits: Uint8Array }): string => Buffer.from(bits).toString('hex')
  const all = drawn.images.map(dotsOf).join('')
  for (const band of printed({ maker: 'epson', chinese: false }).images) expect(all).toContain(dotsOf(band))
})

it('draws Chinese on an Epson without a Chinese font, over the width of 58 and 80 mm paper', () => {
  for (const columns of [32, 48]) {
    const ticket = printed({ maker: 'epson', chinese: false }, columns)
    expect(ticket.chineseRuns).toBe(0)
    expect(new Set(ticket.images.map(({ width }) => width))).toEqual(new Set([columns * 12]))
    expect(ticket.images.every(({ bits }) => bits.some((byte) => byte !== 0))).toBe(true)
  }
})

it.each(PrinterMaker.options)(
  'prints Chinese on %s, as letters or as pictures, and question marks on none',
  (maker) => {
    for (const chinese of [true, false]) {
      const ticket = printed({ maker, chinese })
      expect(ticket.missing).toEqual([])
      expect(ticket.chineseRuns + ticket.images.length).toBeGreaterThan(0)
      expect(ticket.lines.map(({ text }) => text).join('')).not.toContain('?')
    }
  },
)

it('opens the drawer of every make', () => {
  const decoded = (maker: Exclude<PrinterMaker, 'epson'>) =>
    decodeTicket(Buffer.from(commandsOf({ maker, chinese: true }).drawer(5)), { commands: makerTables[maker] })
      .drawerKicks
  for (const maker of ['custom', 'tanca'] as const) {
    expect(decoded(maker)).toEqual([{ pin: 5, onMs: 50, offMs: 500 }])
  }
  expect(decoded('star')).toHaveLength(1)
})
