import { formatAmount } from '#shared/core/money.ts'
import type { PaperKind } from '#shared/features/printing/print-layout.schema.ts'
import { type Locale, type TextKey, text } from '#shared/i18n/catalogue.ts'
import type { PrintedText, TicketData } from '#shared/ipc/devices.ts'

interface SampleStore {
  name: string
  timeZone: string
}

/** A sample paper with a value in every field. */
export function samplePaper(kind: PaperKind, store: SampleStore, locale: Locale, at: Date): TicketData {
  const t = (key: TextKey): string => text(locale, key)
  const ticket: TicketData = {
    orderId: '01956b1e-8a4c-7c1e-9c65-3f1d2b6a7c01',
    storeName: store.name,
    ticketNo: 'A008',
    racer: t('layout.sample.racer'),
    vehicleName: t('layout.sample.vehicle'),
    ruleName: t('layout.sample.rule'),
    mode: 'circlemode',
    amount: 10,
    people: 2,
    memberNo: '100001',
    bestMs: 41_907,
    startedAt: at.toISOString(),
    cashier: t('layout.sample.cashier'),
    terminal: 'T1',
    remark: t('layout.sample.remark'),
    offline: false,
    locale,
    timeZone: store.timeZone,
    paid: { by: 'cash', amount: 38, deposit: 50, received: 100 },
  }
  if (kind === 'wristband') return { ...ticket, wristbands: 2 }
  return kind === 'queueTicket'
    ? { ...ticket, ahead: 3, waitMinutes: 12 }
    : { ...ticket, document: documentOf(kind, t) }
}

function documentOf(kind: Exclude<PaperKind, 'queueTicket' | 'wristband'>, t: (key: TextKey) => string): PrintedText {
  const money: [string, string] = [t('layout.sample.amount'), formatAmount(38)]
  const member: [string, string] = [t('ticket.member'), '100001']
  const by: [string, string] = [t('ticket.cashier'), t('layout.sample.cashier')]
  const bag: [string, string][] = [
    [t('cloakroom.item'), t('layout.sample.bag')],
    [t('cloakroom.place'), 'A12'],
    [t('cloakroom.guest'), t('layout.sample.racer')],
  ]
  const race: [string, string][] = [
    [t('ticket.racer'), t('layout.sample.racer')],
    [t('ticket.vehicle'), t('layout.sample.vehicle')],
    ['1', '0:42.318'],
    ['2', '0:41.907'],
  ]
  return {
    kind,
    title: t(`layout.kind.${kind}`),
    facts: kind === 'result' ? race : kind === 'cloakroomSlip' ? bag : [member, money, by],
    content: kind === 'result' || kind === 'cloakroomSlip' ? '' : t('layout.sample.content'),
    foot: t('layout.sample.foot'),
    ...(kind === 'cloakroomSlip' ? { code: 'B.7Y864VZ8W4HV69' } : {}),
  }
}
