import { App, Button } from 'antd'
import { type Translate, textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import type { KeptShiftsPort } from '#renderer/platform/platform.ts'
import { ToneTag } from '#renderer/ui/tone-tag.tsx'
import { formatAmount } from '#shared/core/money.ts'
import { DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import type { ShiftActItem } from '#shared/ipc/shifts.ts'
import { reasonOf, toneOf } from './sync-items.tsx'

const nameOf = (t: Translate, { act }: ShiftActItem): string => t(act === 'open' ? 'shift.openAction' : `shift.${act}`)

/** What a count came to, once the server has said so. */
function differenceOf(t: Translate, { counted }: ShiftActItem): string {
  const amount = counted?.differenceAmount
  if (amount === undefined) return ''
  if (amount === 0) return t('shift.even')
  return t(amount > 0 ? 'shift.over' : 'shift.short', { amount: formatAmount(Math.abs(amount)) })
}

interface DrawerActsProps {
  items: ShiftActItem[]
  drawer: KeptShiftsPort
  onDismiss(refused: { what: string; dismiss(remark: string): Promise<unknown> }): void
}

/** What was done with the drawer without the server, each with what became of it. */
export function DrawerActs({ items, drawer, onDismiss }: DrawerActsProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const retry = (id: string) =>
    drawer
      .retry(id)
      .catch((error: unknown) => void message.warning(textOfError(t, error)))
      .finally(() => void queryClient.invalidateQueries({ queryKey: ['sync'] }))
  return (
    <ul className="pl-sync-items">
      {items.map((item) => (
        <li key={item.id} data-testid={`drawer-${item.state}`}>
          <strong>{nameOf(t, item)}</strong>
          <div className="pl-sync-what">
            <span>
              {[formatAmount(item.amount), item.cashierName, differenceOf(t, item)].filter(Boolean).join(' · ')}
            </span>
            <small>{formatTime(new Date(item.happenedAt), DEFAULT_ZONE)}</small>
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
              <Button onClick={() => void retry(item.id)}>{t('sync.retry')}</Button>
              <Button
                onClick={() =>
                  onDismiss({
                    what: `${nameOf(t, item)} · ${formatAmount(item.amount)}`,
                    dismiss: (remark) => drawer.dismiss(item.id, remark),
                  })
                }
              >
                {t('sync.dismiss')}
              </Button>
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
