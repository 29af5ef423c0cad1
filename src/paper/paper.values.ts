import { formatAmount, formatMinor, toMinor } from '#shared/core/money.ts'
import { formatTime } from '#shared/core/time.ts'
import type { PaperField, PaperKind } from '#shared/features/printing/print-layout.schema.ts'
import { ticketCode } from '#shared/features/scans/index.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'
import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import type { TicketData } from '#shared/ipc/devices.ts'

/** The store's own words on its tickets, by the ticket's language. */
export type ReceiptWords = Snapshot['store']['receipt']

/** What a field says on one paper, and what it is called; empty where the paper has nothing to say of it. */
interface PaperValue {
  label: string
  value: string
}

export type PaperValues = Record<PaperField, PaperValue>

/** Which kind of paper this data is for. */
export const kindOf = ({ document, wristbands }: TicketData): PaperKind =>
  document ? (document.kind ?? 'text') : wristbands === undefined ? 'queueTicket' : 'wristband'

/** The content of a paper's code: where its guest finds it, or what our own scanners know it by. */
export const codeOf = (data: TicketData): string => data.link || data.document?.code || ticketCode(data.orderId)

/** Lines without the empty ones, which a setting may have at its end. */
const ownWords = (said = ''): string =>
  said
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .join('\n')

/** What somebody in line expects; nothing where no vehicle is in service. */
function waitWords(
  { ahead, waitMinutes, isUnpaid }: TicketData,
  t: (key: TextKey, values?: TextValues) => string,
): string {
  // How long rides take nobody knows here, but how many stand before it.
  if (isUnpaid && ahead !== undefined) return t('ticket.aheadOnly', { ahead })
  if (ahead === undefined || waitMinutes === undefined) return ''
  const minutes = waitMinutes === 0 ? t('ticket.waitSoon') : t('ticket.waitMinutes', { minutes: waitMinutes })
  return ahead === 0 ? minutes : t('ticket.waitAhead', { minutes, ahead })
}

/** What goes back of the cash that was given; empty where nobody said what that was. */
function changeWords(paid: TicketData['paid']): string {
  if (paid?.received === undefined) return ''
  return formatMinor(toMinor(paid.received) - toMinor(paid.amount) - toMinor(paid.deposit))
}

/** Everything that a paper can say, in its own language and its store's time. `label`: which wristband of how many this is. */
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
