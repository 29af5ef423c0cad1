import { type Translate, useText } from '#renderer/core/locale.ts'
import type { DeferredShiftsPort } from '#renderer/platform/platform.ts'
import { formatAmount } from '#shared/core/money.ts'
import { DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import type { ShiftActItem } from '#shared/ipc/shifts.ts'
import { type Refused, SyncRow } from './sync-row.tsx'

/** The difference of a cash count, once the server has answered. */
function differenceOf(t: Translate, { counted }: ShiftActItem): string {
  const amount = counted?.differenceAmount
  if (amount === undefined) return ''
  if (amount === 0) return t('shift.even')
  return t(amount > 0 ? 'shift.over' : 'shift.short', { amount: formatAmount(Math.abs(amount)) })
}

interface DrawerRowProps {
  item: ShiftActItem
  drawer: DeferredShiftsPort
  onDismiss(refused: Refused): void
}

/** A deferred shift action. */
export function DrawerRow({ item, drawer, onDismiss }: DrawerRowProps) {
  const { t } = useText()
  const { id, act, amount, cashierName } = item
  const name = t(act === 'open' ? 'shift.openAction' : `shift.${act}`)
  const dismissing = {
    what: `${name} · ${formatAmount(amount)}`,
    dismiss: (remark: string) => drawer.dismiss(id, remark),
  }
  return (
    <SyncRow
      item={item}
      testId={`drawer-${item.state}`}
      name={name}
      what={[formatAmount(amount), cashierName, differenceOf(t, item)].filter(Boolean).join(' · ')}
      retry={() => drawer.retry(id)}
      onDismiss={() => onDismiss(dismissing)}
    >
      <small>{formatTime(new Date(item.happenedAt), DEFAULT_ZONE)}</small>
    </SyncRow>
  )
}
