import { useRef } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import type { PayCodeRequest } from '#renderer/features/counter/machine/counter.state.ts'
import { amountOf } from '#renderer/features/counter/plan/plan.calc.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { PayDialog, removePayment } from '#renderer/features/paying/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { ConsumeOrder } from '#shared/features/sessions/charge.schema.ts'

/** A walk-in's payment by code. The order holds its vehicles and starts when it is paid. */
export function CounterPayment({ counter, paying: { plan, payCode } }: { counter: Counter; paying: PayCodeRequest }) {
  const { t } = useText()
  const { offlineQueue } = usePlatform()
  const order = useRef<ConsumeOrder | null>(null)
  /** The order is in progress and is no longer waited for: closing the dialog clears the guest. */
  const isAside = useRef(false)
  const { chosen, rule } = plan
  const deposit = rule && rule.deposit > 0 ? t('rule.deposit', { amount: formatAmount(rule.deposit) }) : ''
  return (
    <PayDialog
      what={[chosen.racer, rule?.consumeRoleName, deposit, ...chosen.cart.map(({ name }) => name)]
        .filter(Boolean)
        .join(' · ')}
      amount={amountOf(plan)}
      payCode={payCode}
      newOrderId={counter.newOrderId}
      send={async (code, orderId) => {
        isAside.current = true
        await counter.charge(plan, orderId, { payCode: code }).catch((error: unknown) => {
          isAside.current = isAnswerLost(error)
          throw error
        })
      }}
      query={async (id) => {
        order.current = (await client.consume.queryById({ query: { id } })).result
        return order.current.payState
      }}
      onPaid={() => {
        isAside.current = false
        const usageMode = plan.startMode === 'lineup' ? 'lineup' : 'immediate'
        const { plays = [], amount = 0, deposit: left = 0 } = order.current ?? {}
        counter.paid({ kind: 'charged', order: { usageMode, plays, amount, deposit: left } })
      }}
      onEnd={(orderId, outcome) => {
        if (outcome === 'timeout') return
        const { resumedEntry } = counter
        // Its next charge needs a new key where this one was closed.
        if (resumedEntry) void offlineQueue?.settle(resumedEntry.id).catch(() => undefined)
        isAside.current = false
        removePayment(orderId)
      }}
      onCash={
        counter.paymentMethods.takesCash
          ? () => {
              counter.choosePayMode('cash')
              counter.leavePayment()
            }
          : undefined
      }
      onClose={() => {
        counter.leavePayment()
        if (isAside.current) counter.clear()
      }}
    />
  )
}
