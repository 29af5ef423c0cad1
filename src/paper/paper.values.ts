import { formatAmount, formatMinor, toMinor } from '#shared/core/money.ts'
import { formatTime } from '#shared/core/time.ts'
import type { PaperField, PaperKind } from '#shared/features/printing/print-layout.schema.ts'
import { ticketCode } from '#shared/features/scans/index.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'
import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import type { TicketData } from '#shared/ipc/devices.ts'

/** Custom texts on tickets, by language. */
export type ReceiptWords = Snapshot['store']['receipt']

/** Label and value of a field; empty if the paper has no such value. */
interface PaperValue {
  label: string
  value: string
}

export type PaperValues = Record<PaperField, PaperValue>

/** Returns the kind of paper for ticket data. */
export const kindOf = ({ document, wristbands }: TicketData): PaperKind =>
  document ? (document.kind ?? 'text') : wristbands === undefined ? 'queueTicket' : 'wristband'

/** Returns the content of a paper's QR code: the guest page's URL, or a code for our scanners. */
export const codeOf = (data: TicketData): string => data.link || data.document?.code || ticketCode(data.orderId)

/** Splits a text into its non-empty lines. */
const ownWords = (input = ''): string =>
  input
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .join('\n')

/** Returns the text of the expected wait; empty if no vehicle is in service. */
function waitWords(
  { ahead, waitMinutes, isUnpaid }: TicketData,
  t: (key: TextKey, values?: TextValues) => string,
): string {
  // Without an expected wait only the number of entries before it is printed.
  if (isUnpaid && ahead !== undefined) return t('ticket.aheadOnly', { ahead })
  if (ahead === undefined || waitMinutes === undefined) return ''
  const minutes = waitMinutes === 0 ? t('ticket.waitSoon') : t('ticket.waitMinutes', { minutes: waitMinutes })
  return ahead === 0 ? minutes : t('ticket.waitAhead', { minutes, ahead })
}

/** Returns the change; empty if the received cash is unknown. */
function changeWords(paid: TicketData['paid']): string {
  if (paid?.received === undefined) return ''
  return formatMinor(toMinor(paid.received) - toMinor(paid.amount) - toMinor(paid.deposit))
}

/** Returns all values of a paper, in its language and its store's time zone. `label`: number of this wristband of how many. */
export function paperValues(data: TicketData, words: ReceiptWords | null, label = 1): PaperValues {
  const { locale, document, paid } = data
  const t = (key: TextKey, values: TextValues = {}): string => text(locale, key, values)
  const named = (key: TextKey, value: string): PaperValue => ({ label: t(key), value })
  const bare = (value: string): PaperValue => ({ label: '', value })
  const foot = ownWords(locale === 'zh' ? words?.footZh : words?.footEn)
  const length = data.mode === 'circlemode' ? 'ticket.laps' : 'ticket.minutes'
  return {
    storeName: bare(data.storeName),
    head: bare(ownWords(locale === 'zh' ? words?.headZh : words?.headEn)),
    title: bare(document?.title ?? t('ticket.title')),
    numberLabel: bare(t('ticket.number')),
    number: named('ticket.number', data.ticketNo),
    racer: named('ticket.racer', data.racer),
    vehicle: named('ticket.vehicle', data.vehicleName),
    rule: named('ticket.rule', data.ruleName),
    mode: named('ticket.mode', t(length, { amount: data.amount })),
    people: named('ticket.people', data.people > 1 ? String(data.people) : ''),
    member: named('ticket.member', data.memberNo),
    best: named('ranking.personalBest', data.bestMs === undefined ? '' : lapTime(data.bestMs)),
    paid: paid ? named(`ticket.paid.${paid.by}`, formatAmount(paid.amount)) : bare(''),
    deposit: named('ticket.deposit', paid && paid.deposit > 0 ? formatAmount(paid.deposit) : ''),
    received: named('ticket.received', paid?.received === undefined ? '' : formatAmount(paid.received)),
    change: named('ticket.change', changeWords(paid)),
    time: named('ticket.time', formatTime(new Date(data.startedAt), data.timeZone)),
    wait: named('ticket.wait', waitWords(data, t)),
    cashier: named('ticket.cashier', data.cashier),
    terminal: named('ticket.terminal', data.terminal),
    remark: named('ticket.remark', data.remark),
    codeText: bare(document?.code || ticketCode(data.orderId)),
    label: bare(t('ticket.wristband', { label, count: data.wristbands ?? 1 })),
    content: bare(document?.content ?? ''),
    keep: bare(t('ticket.keep')),
    foot: bare(document ? document.foot : foot),
  }
}
