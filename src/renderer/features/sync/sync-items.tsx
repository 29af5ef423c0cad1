import { App, Button } from 'antd'
import { useState } from 'react'
import { isTextKey, type Translate, textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { ticketsOf } from '#renderer/features/play-records/index.ts'
import type { SyncPort } from '#renderer/platform/platform.ts'
import { type Tone, ToneTag } from '#renderer/ui/tone-tag.tsx'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import { formatAmount } from '#shared/core/money.ts'
import { DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import type { SyncItem } from '#shared/ipc/contract.ts'

/** How something that goes to the server later stands. */
export const toneOf: Record<SyncItem['state'], Tone> = {
  waiting: 'warning',
  sending: 'info',
  sent: 'success',
  refused: 'error',
  dismissed: 'neutral',
}

/** Why it was refused, in the language of the screen; in the server's words where this version has none. */
export function reasonOf(
  t: Translate,
  { code, details, reason }: Pick<SyncItem, 'code' | 'details' | 'reason'>,
): string {
  const own = isTextKey(`error.${code}`) ? textOfError(t, new AppError(code as ErrorCode, details)) : ''
  return own !== '' && !own.includes('{') ? own : reason || code || ''
}

const saidOfPayment = (t: Translate, { by, amount, deposit }: NonNullable<SyncItem['paid']>): string =>
  [
    t(`sync.paid.${by}`, { amount: formatAmount(amount) }),
    deposit > 0 ? t('sync.paid.deposit', { amount: formatAmount(deposit) }) : '',
  ]
    .filter(Boolean)
    .join(' · ')

interface SyncItemsProps {
  items: SyncItem[]
  sync: SyncPort
  onDismiss(item: SyncItem): void
}

/** The starts of one state, each with why the server refused it and what can be done. */
export function SyncItems({ items, sync, onDismiss }: SyncItemsProps) {
  return (
    <ul className="pl-sync-items">
      {items.map((item) => (
        <Item key={item.id} item={item} sync={sync} onDismiss={onDismiss} />
      ))}
    </ul>
  )
}

function Item({ item, sync, onDismiss }: { item: SyncItem; sync: SyncPort; onDismiss(item: SyncItem): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    try {
      await sync.retry(item.id)
    } catch (error) {
      void message.warning(textOfError(t, error))
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: ['sync'] })
    }
  }
  const started = formatTime(new Date(item.startedAt), DEFAULT_ZONE)
  const who = item.memberNo || t('sync.guest')
  return (
    <li data-testid={`sync-${item.state}`}>
      <strong>{ticketsOf({ ticketNo: item.serverTicket || item.ticketNo, terminalTicket: item.ticketNo })}</strong>
      <div className="pl-sync-what">
        <span>{[item.vehicleName, item.racer, item.ruleName, who].filter(Boolean).join(' · ')}</span>
        <small>
          {started}
          {item.attempts > 0 ? ` · ${t('sync.attempts', { count: item.attempts })}` : ''}
          {item.sentAt ? ` · ${t('sync.sentAt')} ${formatTime(new Date(item.sentAt), DEFAULT_ZONE, 'HH:mm:ss')}` : ''}
        </small>
        {item.paid ? <small>{saidOfPayment(t, item.paid)}</small> : null}
        {item.reason || item.code ? (
          <p className="pl-sync-reason" role="note">
            {t('sync.reason')}: {reasonOf(t, item)}
          </p>
        ) : null}
        {item.remark ? (
          <small>
            {t('sync.remark')}: {item.remark}
          </small>
        ) : null}
      </div>
      <ToneTag tone={toneOf[item.state]}>{t(`sync.state.${item.state}`)}</ToneTag>
      {item.state === 'refused' ? (
        <span className="pl-sync-actions">
          <Button loading={isBusy} onClick={() => void retry()}>
            {t('sync.retry')}
          </Button>
          <Button onClick={() => onDismiss(item)}>{t('sync.dismiss')}</Button>
        </span>
      ) : null}
    </li>
  )
}
