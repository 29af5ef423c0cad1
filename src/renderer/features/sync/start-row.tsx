import { type Translate, useText } from '#renderer/core/locale.ts'
import type { SyncPort } from '#renderer/platform/platform.ts'
import { formatAmount } from '#shared/core/money.ts'
import { DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import { ticketsOf } from '#shared/features/sessions/tickets.calc.ts'
import type { SyncItem } from '#shared/ipc/contract.ts'
import { type Refused, SyncRow } from './sync-row.tsx'

const saidOfPayment = (t: Translate, { by, amount, deposit }: NonNullable<SyncItem['paid']>): string =>
  [
    t(`sync.paid.${by}`, { amount: formatAmount(amount) }),
    deposit > 0 ? t('sync.paid.deposit', { amount: formatAmount(deposit) }) : '',
  ]
    .filter(Boolean)
    .join(' · ')

interface StartRowProps {
  item: SyncItem
  sync: SyncPort
  onDismiss(refused: Refused): void
}

/** A start of this counter, with its ticket and number of attempts. */
export function StartRow({ item, sync, onDismiss }: StartRowProps) {
  const { t } = useText()
  const { id, ticketNo, serverTicket, vehicleName, racer, ruleName, memberNo, attempts, sentAt } = item
  const dismissing = {
    what: [ticketNo, vehicleName, racer].join(' · '),
    dismiss: (remark: string) => sync.dismiss(id, remark),
  }
  return (
    <SyncRow
      item={item}
      testId={`sync-${item.state}`}
      name={ticketsOf({ ticketNo: serverTicket || ticketNo, terminalTicket: ticketNo })}
      what={[vehicleName, racer, ruleName, memberNo || t('sync.guest')].filter(Boolean).join(' · ')}
      retry={() => sync.retry(id)}
      onDismiss={() => onDismiss(dismissing)}
    >
      <small>
        {formatTime(new Date(item.startedAt), DEFAULT_ZONE)}
        {attempts > 0 ? ` · ${t('sync.attempts', { count: attempts })}` : ''}
        {sentAt ? ` · ${t('sync.sentAt')} ${formatTime(new Date(sentAt), DEFAULT_ZONE, 'HH:mm:ss')}` : ''}
      </small>
      {item.paid ? <small>{saidOfPayment(t, item.paid)}</small> : null}
    </SyncRow>
  )
}
