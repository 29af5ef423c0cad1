import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { isTextKey, useText } from '#renderer/core/locale.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import type { Payment } from '#shared/features/payments/payments.contract.ts'

const tones: Record<Payment['state'], Tone> = {
  waiting: 'info',
  asked: 'info',
  reversing: 'warning',
  paid: 'success',
  closed: 'neutral',
}

export function PaymentStateTag({ row: { state } }: { row: Pick<Payment, 'state'> }) {
  const { t } = useText()
  return <ToneTag tone={tones[state]}>{t(`payments.state.${state}`)}</ToneTag>
}

/** Why a payment was closed, in our words or the provider's. */
export function useReason(): (row: Pick<Payment, 'reason'>) => string {
  const { t } = useText()
  return ({ reason }) => {
    const key = `payments.reason.${reason}`
    return isTextKey(key) ? t(key) : reason
  }
}

/** The refunded amount, beside the reason of closing. */
export function ReasonAndRefunds({ row }: { row: Payment }) {
  const { t } = useText()
  const reason = useReason()
  const whole = useQuery({
    queryKey: ['payments', row.id],
    queryFn: async () => (await client.payments.queryById({ query: { id: row.id } })).result,
  })
  return (
    <>
      {reason(row)}
      {(whole.data?.refunds ?? []).map((refund) => (
        <div key={refund.id}>
          <Money value={-refund.amount} /> {t(`payments.refund.${refund.kind}`)} ·{' '}
          {t(`payments.refundState.${refund.state}`)} {refund.trouble}
        </div>
      ))}
    </>
  )
}
