import { useText } from '#renderer/core/locale.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { formatAmount } from '#shared/core/money.ts'

/** Whether the counted cash is over, short or correct. */
export function DifferenceTag({ amount }: { amount: number }) {
  const { t } = useText()
  if (amount === 0) return <ToneTag tone="success">{t('shift.even')}</ToneTag>
  const text = t(amount > 0 ? 'shift.over' : 'shift.short', { amount: formatAmount(Math.abs(amount)) })
  return <ToneTag tone={amount > 0 ? 'warning' : 'error'}>{text}</ToneTag>
}
