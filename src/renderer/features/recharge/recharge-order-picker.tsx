import type { ReactNode } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { PickerDialog } from '#renderer/ui/picker/picker.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { RechargeOrder } from '#shared/features/recharge/recharge-orders.schema.ts'

interface RechargeOrderPickerProps {
  title: string
  /** Only recharges of this store, paid since this time. */
  orgCode: string
  since: string
  buttons(chosen: RechargeOrder[]): ReactNode
  onConfirm(orders: RechargeOrder[]): void
  onClose(): void
}

const nameOf = (order: RechargeOrder): string =>
  `${order.userTruenmae || order.userNickname || order.userId} ${formatAmount(order.amount)}`

/** Picks a paid recharge that no trial is linked to, newest first (spec §2, pickers). */
export function RechargeOrderPicker({ orgCode, since, ...picker }: RechargeOrderPickerProps) {
  const { t } = useText()
  const filters = { sysOrgCode: orgCode, payTime_begin: since }
  return (
    <PickerDialog<RechargeOrder>
      {...picker}
      name="rechargeOrders"
      filters={filters}
      searchLabel={t('rechargeOrders.keyword')}
      columns={[
        {
          name: 'userTruenmae',
          title: 'recharge.member',
          render: (order) => [order.userTruenmae || order.userNickname, order.userId].filter(Boolean).join(' · '),
        },
        { name: 'userPhone', title: 'member.phone' },
        { name: 'roleName', title: 'recharge.rule' },
        { name: 'amount', title: 'recharge.amount', align: 'right', render: ({ amount }) => formatAmount(amount) },
        { name: 'payTime', title: 'recharge.payTime' },
      ]}
      nameOf={nameOf}
      wordOf={(scan) => (scan.kind === 'memberCard' ? scan.value : null)}
      load={async ({ word, pageNo, pageSize }) => {
        const query = { ...filters, keyword: word || undefined, pageNo, pageSize }
        return (await client.rechargeOrders.listUnlinked({ query })).result
      }}
    />
  )
}
