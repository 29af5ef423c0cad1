import { useEffect, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import {
  PayDialog,
  removePayment,
  type UnsettledPayment,
  useUnsettledPayments,
} from '#renderer/features/paying/index.ts'
import type { Counter } from './use-counter.ts'
import { useOwner } from './use-owner.ts'

const stateOf = async (id: string): Promise<string> =>
  (await client.consume.queryById({ query: { id } })).result.payState

/**
 * The orders of this counter with an unknown result, after a reload or a lost response. They are queried when the counter
 * opens and when the server is back. The newest one that is still unpaid gets its dialog again.
 */
export function UnsettledPayments({ counter }: { counter: Counter }) {
  const { t } = useText()
  const payments = useUnsettledPayments('consume', useOwner())
  const [shown, show] = useState<UnsettledPayment | null>(null)
  const { online, showNotice, refresh } = counter
  const isBusy = counter.stage !== 'idle' || counter.paying !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time the server becomes reachable
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
          removePayment(payment.orderId)
          const key = state === 'paid' ? 'counter.settledPaid' : 'counter.settledUnpaid'
          showNotice({ key, values: { what: payment.what, amount: payment.amount } })
        })
        // Still unknown: the button queries again.
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
            if (outcome !== 'timeout') removePayment(orderId)
          }}
          onClose={() => show(null)}
        />
      ) : null}
    </>
  )
}
