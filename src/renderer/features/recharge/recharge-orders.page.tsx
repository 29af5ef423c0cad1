import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useRefund } from '#renderer/features/refunds/index.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { ListSums } from '#renderer/ui/list/list-sums.tsx'
import { usePrintAgain } from '#renderer/ui/print/use-print-again.ts'

const tones = { nopay: 'warning', paid: 'success', closed: 'neutral', refunding: 'warning', refunded: 'info' } as const

/** All recharges and sold cards, with totals in the footer. */
export function RechargeOrdersPage() {
  const { t } = useText()
  const states = useDict('pay_state')
  const kinds = useDict('recharge_kind')
  const modes = useDict('recharge_pay_mode')
  const print = usePrintAgain('recharge:print', 'rechargeOrders.print', (id) =>
    client.rechargeOrders.printReceipt({ body: { id } }),
  )
  const { refundOf, dialog } = useRefund('recharge')
  return (
    <CrudPage
      resource="rechargeOrders"
      title="menu.rechargeOrders"
      emptyHint="rechargeOrders.emptyHint"
      columns={[
        {
          name: 'userId',
          width: 190,
          render: ({ userId, userTruenmae, userNickname }) =>
            [userTruenmae || userNickname, userId].filter(Boolean).join(' · '),
        },
        {
          name: 'payState',
          sorter: true,
          onCard: true,
          width: 100,
          options: states,
          render: ({ payState }) => <ToneTag tone={tones[payState]}>{t(`payState.${payState}`)}</ToneTag>,
        },
        { name: 'amount', sorter: true, align: 'right', width: 110, render: ({ amount }) => <Money value={amount} /> },
        { name: 'revenue', align: 'right', width: 110, render: ({ revenue }) => <Money value={revenue} /> },
        { name: 'refunded', align: 'right', width: 100, render: ({ refunded }) => <Money value={refunded} /> },
        { name: 'roleName', width: 170 },
        {
          name: 'consumePayMode',
          width: 90,
          options: modes,
          render: (row) => t(`recharge.payMode.${row.consumePayMode}`),
        },
        { name: 'recharge', align: 'right', width: 110, render: ({ recharge }) => <Money value={recharge} /> },
        { name: 'give', align: 'right', width: 90, render: ({ give }) => <Money value={give} /> },
        { name: 'createTime', sorter: true, onCard: true, width: 170 },
        { name: 'departusername', width: 110, render: (row) => row.departusername || row.operatorName },
        {
          name: 'rechargeKind',
          optional: true,
          options: kinds,
          render: (row) => t(`recharge.kind.${row.rechargeKind}`),
        },
        { name: 'integral', optional: true, align: 'right' },
        {
          name: 'frequency',
          optional: true,
          render: (row) => (row.frequency > 0 ? `${row.projectType_dictText} ${row.frequency}` : '0'),
        },
        { name: 'laps', optional: true, align: 'right' },
        { name: 'validUntil', optional: true, render: ({ validUntil }) => validUntil ?? '—' },
        { name: 'isNew', optional: true, render: (row) => row.isNew_dictText },
        { name: 'operatorName', optional: true },
        { name: 'terminalName', optional: true },
        { name: 'payTime', optional: true, sorter: true },
        { name: 'remark', optional: true, width: 180 },
        { name: 'payOrderNumber', optional: true, width: 300 },
        { name: 'serialNumber', optional: true, width: 260 },
        { name: 'id', optional: true, width: 300 },
      ]}
      filters={[
        <TextFilter key="keyword" name="keyword" label="rechargeOrders.keyword" />,
        <ChoiceFilter key="state" name="payState" options={states} />,
        <ChoiceFilter key="mode" name="consumePayMode" options={modes} />,
        <ChoiceFilter key="kind" name="rechargeKind" options={kinds} />,
        <DaysFilter key="time" name="createTime" />,
        <TextFilter key="cashier" name="departusername" />,
      ]}
      actions={{ row: (order) => [...(order.payTime === null ? [] : print(order.id)), ...refundOf(order)] }}
      foot={(query) => (
        <>
          <ListSums
            resource="rechargeOrders"
            query={query}
            ask={(search) => client.rechargeOrders.sums({ query: search })}
            title={({ orders, paid }) => t('rechargeOrders.sums', { orders, paid })}
            figures={figures}
          />
          {dialog}
        </>
      )}
    />
  )
}

const figures = [
  { name: 'amount', label: 'rechargeOrders.amount' },
  { name: 'cash', label: 'rechargeOrders.cash' },
  { name: 'scan', label: 'rechargeOrders.scan' },
  { name: 'refunded', label: 'orders.refunded' },
  { name: 'recharge', label: 'rechargeOrders.balance' },
  { name: 'give', label: 'rechargeOrders.give' },
] as const
