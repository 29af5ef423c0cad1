import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { PayDialog, removePayment, useUnsettledPayments } from '#renderer/features/paying/index.ts'
import { payStateOf } from './pay-state.ts'

/** Recharges by pay code of this counter with an unknown result; queried again one by one. */
export function UnsettledRecharges({ owner }: { owner: string }) {
  const { t } = useText()
  const payments = useUnsettledPayments('recharge', owner)
  const [watched, watch] = useState<(typeof payments)[number] | null>(null)
  const [first] = payments
  if (watched) {
    return (
      <PayDialog
        orderId={watched.orderId}
        what={watched.what}
        amount={watched.amount}
        query={payStateOf}
        onPaid={() => undefined}
        onEnd={(orderId, outcome) => {
          if (outcome !== 'timeout') removePayment(orderId)
        }}
        onClose={() => watch(null)}
      />
    )
  }
  if (!first) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="pl-recharge-unsettled"
      title={t('pay.unsettled', { count: payments.length })}
      action={<Button onClick={() => watch(first)}>{t('pay.askAgain')}</Button>}
    />
  )
}
