import { useQuery } from '@tanstack/react-query'
import { Descriptions } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import type { Values } from '#renderer/ui/crud-types.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

const money = ['amount', 'balance', 'give', 'cash', 'scan'] as const
const counts = ['integral', 'laps', 'frequency'] as const

/** What the paid ones among the orders that are looked for come to. */
export function OrderSumsLine({ query }: { query: Values }) {
  const { t } = useText()
  const { data: sums } = useQuery({
    // Beside the list, so that what makes the one old makes the other old.
    queryKey: ['crud', 'consumeOrders', 'sums', query],
    queryFn: async () => (await client.consumeOrders.sums({ query })).result,
    placeholderData: (before) => before,
  })
  if (!sums) return null
  const item = (label: TextKey, children: string) => ({ key: label, label: t(label), children })
  return (
    <Descriptions
      className="pl-amount"
      size="small"
      bordered
      column={{ xs: 1, sm: 2, md: 3, xl: 5 }}
      title={`${t('orders.sums')} · ${t('orders.sumsHint')} · ${t('orders.count', { count: sums.orders })}`}
      items={[
        ...money.map((name) => item(`orders.${name}`, formatAmount(sums[name]))),
        ...counts.map((name) => item(`orders.${name}`, String(sums[name]))),
        item('orders.depositHeld', formatAmount(sums.deposit)),
      ]}
    />
  )
}
