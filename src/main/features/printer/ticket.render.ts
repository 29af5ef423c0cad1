import { formatAmount } from '#shared/core/money.ts'
import { formatTime } from '#shared/core/time.ts'
import { ticketCode } from '#shared/features/scans/index.ts'
import type { Snapshot } from '#shared/features/terminals/terminals.contract.ts'
import { type Locale, type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import type { PrintedText, PrinterSettings, TicketData } from '#shared/ipc/devices.ts'
import { EscPosDocument, type RenderedDocument } from './escpos.document.ts'

/** The store's own words on its tickets, by the ticket's language. */
export type ReceiptWords = Snapshot['store']['receipt']

/** What a printer can do, as its settings say. */
export type PrinterCapabilities = Pick<PrinterSettings, 'maker' | 'chinese'>

export interface TicketOptions {
  columns: number
  /** Above 1 the ticket says that it is a copy, and which. */
  copyNo: number
  /** Marks a first copy too: another terminal may have printed it already. */
  markCopy?: boolean
  cut?: boolean
  /** An Epson with a Chinese font unless it is said. */
  printer?: PrinterCapabilities
  words?: ReceiptWords | null
}

/** A queue ticket in its own language and its store's time; the same data always gives the same bytes. */
export function renderTicket(data: TicketData, options: TicketOptions): RenderedDocument {
  const { columns, copyNo, markCopy = false, cut = true, printer, words } = options
  const t = (key: TextKey, values: TextValues = {}): string => text(data.locale, key, values)
  if (data.document) return renderText(data, data.document, options)
  if (data.wristbands !== undefined) return renderWristbands(data, data.wristbands, options)
  const doc = new EscPosDocument(columns, printer)
  const optional = (key: TextKey, value: string): void => {
    if (value !== '') doc.pair(t(key), value)
  }
  const own = (said: string): void => {
    for (const line of said.split(/\r?\n/)) if (line.trim() !== '') doc.text(line, { align: 'center' })
  }
  doc.text(data.storeName, { align: 'center', bold: true, scale: 2, shrink: true })
  own((data.locale === 'zh' ? words?.headZh : words?.headEn) ?? '')
  doc.text(t('ticket.title'), { align: 'center' })
  if (copyNo > 1 || markCopy) doc.text(t('ticket.copy', { copyNo }), { align: 'center', bold: true, scale: 2 })
  if (data.offline) doc.text(t('ticket.offline'), { align: 'center', bold: true })
  doc.rule()
  doc.text(t('ticket.number'), { align: 'center' })
  doc.text(data.ticketNo, { align: 'center', bold: true, scale: 4, shrink: true })
  doc.rule()
  doc.pair(t('ticket.racer'), data.racer, { bold: true })
  doc.pair(t('ticket.vehicle'), data.vehicleName, { bold: true })
  doc.pair(t('ticket.rule'), data.ruleName)
  const amount = data.mode === 'circlemode' ? 'ticket.laps' : 'ticket.minutes'
  doc.pair(t('ticket.mode'), t(amount, { amount: data.amount }))
  if (data.people > 1) doc.pair(t('ticket.people'), String(data.people))
  optional('ticket.member', data.memberNo)
  if (data.paid) {
    doc.pair(t(`ticket.paid.${data.paid.by}`), formatAmount(data.paid.amount))
    if (data.paid.deposit > 0) doc.pair(t('ticket.deposit'), formatAmount(data.paid.deposit))
  }
  doc.pair(t('ticket.time'), formatTime(new Date(data.startedAt), data.timeZone))
  optional('ticket.cashier', data.cashier)
  optional('ticket.terminal', data.terminal)
  optional('ticket.remark', data.remark)
  doc
    .rule()
    .qr(data.link || ticketCode(data.orderId))
    .text(ticketCode(data.orderId), { align: 'center' })
    .feed()
  doc.text(t('ticket.keep'), { align: 'center' })
  own((data.locale === 'zh' ? words?.footZh : words?.footEn) ?? '')
  return doc.end(cut)
}

/** Short labels to wear, each cut off: who rides what, until when it is good by its number, and which of how many it is. */
function renderWristbands(
  data: TicketData,
  count: number,
  { columns, copyNo, markCopy = false, cut = true, printer }: TicketOptions,
): RenderedDocument {
  const t = (key: TextKey, values: TextValues = {}): string => text(data.locale, key, values)
  const doc = new EscPosDocument(columns, printer)
  for (let label = 1; label <= count; label++) {
    doc.text(data.storeName, { align: 'center', bold: true, shrink: true })
    doc.text(data.ticketNo, { align: 'center', bold: true, scale: 3, shrink: true })
    doc.text(data.racer, { align: 'center', bold: true, scale: 2, shrink: true })
    doc.pair(data.vehicleName, data.ruleName)
    doc.pair(formatTime(new Date(data.startedAt), data.timeZone), t('ticket.wristband', { label, count }))
    if (copyNo > 1 || markCopy) doc.text(t('ticket.copy', { copyNo }), { align: 'center', bold: true })
    if (label < count) doc.divide(cut)
  }
  return doc.end(cut)
}

/** A text with who signed it when, in place of a ticket. */
function renderText(
  { storeName, locale }: TicketData,
  { title, facts, content, foot }: PrintedText,
  { columns, copyNo, markCopy = false, cut = true, printer }: TicketOptions,
): RenderedDocument {
  const doc = new EscPosDocument(columns, printer)
  doc.text(storeName, { align: 'center', bold: true, scale: 2, shrink: true })
  doc.text(title, { align: 'center', bold: true })
  if (copyNo > 1 || markCopy) doc.text(text(locale, 'ticket.copy', { copyNo }), { align: 'center', bold: true })
  doc.rule()
  for (const [name, value] of facts) doc.pair(name, value)
  doc.rule().text(content).rule().text(foot, { align: 'center' })
  return doc.end(cut)
}

/** A page that shows whether font, width, sizes, QR code and cutter work. */
export function renderTestPage(options: {
  columns: number
  cut: boolean
  printer?: PrinterCapabilities
  locale: Locale
  at: Date
  address: string
}) {
  const t = (key: TextKey, values: TextValues = {}): string => text(options.locale, key, values)
  return new EscPosDocument(options.columns, options.printer)
    .text(t('ticket.test.title'), { align: 'center', bold: true, scale: 2, shrink: true })
    .text(options.address, { align: 'center' })
    .text(t('ticket.test.columns', { columns: options.columns }))
    .rule()
    .text(t('ticket.test.characters'))
    .text(t('ticket.test.large'), { scale: 2 })
    .pair(t('ticket.time'), formatTime(options.at))
    .text(t('ticket.test.qr', { content: 'PITLANE-TEST' }))
    .qr('PITLANE-TEST')
    .end(options.cut)
}
