import { useEffect, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import {
  forgetPayment,
  PayDialog,
  type UnsettledPayment,
  useUnsettledPayments,
} from '#renderer/features/paying/index.ts'
import type { Counter } from './use-counter.ts'
import { useOwner } from './use-submit.ts'

const stateOf = async (id: string): Promise<string> =>
  (await client.consume.queryById({ query: { id } })).result.payState

/**
 * The orders of this counter whose end is not known: after a reload, or an answer that got lost. They are asked about when the
 * counter opens and when the server is back; one that still waits has its dialog again.
 */
export function UnsettledPayments({ counter }: { counter: Counter }) {
  const { t } = useText()
  const payments = useUnsettledPayments('consume', useOwner())
  const [shown, show] = useState<UnsettledPayment | null>(null)
  const { online, showNotice, refresh } = counter
  const isBusy = counter.stage !== 'idle' || counter.paying !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the server is there
  useEffect(() => {
    if (!online || isBusy) return
    const [newest] = payments
    for (const payment of payments) {
      void stateOf(payment.orderId)
        .then((state) => {
          if (state === 'nopay') {
            if (payment === newest) show(payment)
            return
          }
          forgetPayment(payment.orderId)
          const key = state === 'payed' ? 'counter.settledPaid' : 'counter.settledUnpaid'
          showNotice({ key, values: { what: payment.what, amount: payment.amount } })
        })
        // Nobody knows yet: whoever presses the button asks again.
        .catch(() => undefined)
    }
  }, [online])

  const waiting = isBusy ? 0 : payments.length
  return (
    <>
      {waiting > 0 ? (
        <button type="button" className="pl-strip-alarm" onClick={() => show(payments[0] ?? null)}>
          {t('pay.unsettled', { count: waiting })}
        </button>
      ) : null}
      {shown ? (
        <PayDialog
          key={shown.orderId}
          orderId={shown.orderId}
          what={shown.what}
          amount={shown.amount}
          query={stateOf}
          onPaid={refresh}
          onEnd={(orderId, outcome) => {
            if (outcome !== 'timeout') forgetPayment(orderId)
          }}
          onClose={() => show(null)}
        />
      ) : null}
    </>
  )
}
