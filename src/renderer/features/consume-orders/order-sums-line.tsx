import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { ListSums } from '#renderer/ui/list/list-sums.tsx'

const figures = [
  { name: 'amount', label: 'orders.amount' },
  { name: 'balance', label: 'orders.balance' },
  { name: 'give', label: 'orders.give' },
  { name: 'cash', label: 'orders.cash' },
  { name: 'scan', label: 'orders.scan' },
  { name: 'refunded', label: 'orders.refunded' },
  { name: 'integral', label: 'orders.integral', counts: true },
  { name: 'laps', label: 'orders.laps', counts: true },
  { name: 'coins', label: 'orders.coins', counts: true },
  { name: 'frequency', label: 'orders.frequency', counts: true },
  { name: 'deposit', label: 'orders.depositHeld' },
] as const

/** The totals of the paid orders in the filtered list. */
export function OrderSumsLine({ query }: { query: Values }) {
  const { t } = useText()
  return (
    <ListSums
      resource="consumeOrders"
      query={query}
      ask={(search) => client.consumeOrders.sums({ query: search })}
      title={({ orders, tests }) =>
        [
          t('orders.sumsHint'),
          t('orders.count', { count: orders }),
          ...(tests > 0 ? [t('orders.tests', { count: tests })] : []),
        ].join(' · ')
      }
      figures={figures}
    />
  )
}
