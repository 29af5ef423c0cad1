import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useRefund } from '#renderer/features/refunds/index.ts'
import { CrudPage } from '#renderer/ui/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud-types.ts'
import { useDict } from '#renderer/ui/fields.tsx'
import { Money } from '#renderer/ui/money.tsx'
import { ToneTag } from '#renderer/ui/tone-tag.tsx'
import type { RechargeSums } from '#shared/features/recharge/recharge-orders.schema.ts'
import './recharge.css'

type Order = RowOf<'rechargeOrders'>

const tones = { nopay: 'warning', payed: 'success', closed: 'neutral', refunding: 'warning', refunded: 'info' } as const

/** All recharges and sold cards, with what a search comes to at its foot. */
export function RechargeOrdersPage() {
  const { t } = useText()
  const states = useDict('pay_state')
  const kinds = useDict('recharge_kind')
  const modes = useDict('recharge_pay_mode')
  const print = usePrinting()
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
        { name: 'quan', optional: true, align: 'right' },
        { name: 'validUntil', optional: true, render: ({ validUntil }) => validUntil ?? '—' },
        { name: 'changWanEndTime', optional: true },
        { name: 'isNew', optional: true, render: (row) => row.isNew_dictText },
        { name: 'operatorName', optional: true },
        { name: 'terminalName', optional: true },
        { name: 'payTime', optional: true, sorter: true },
        { name: 'remark', optional: true, width: 180 },
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
      actions={{ row: (order) => [...print(order), ...refundOf(order)] }}
      foot={(query) => (
        <>
          <Sums query={query} />
          {dialog}
        </>
      )}
    />
  )
}

/** Prints the receipt of a paid order once more. */
function usePrinting(): (row: Order) => RowAction[] {
  const { t } = useText()
  const { message } = App.useApp()
  const mayPrint = useMay('recharge:print')
  const send = async (id: string) => {
    try {
      void message.success((await client.rechargeOrders.printReceipt({ body: { id } })).message)
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
  return ({ id, payTime }) =>
    mayPrint && payTime !== null ? [{ key: 'print', label: t('rechargeOrders.print'), act: () => void send(id) }] : []
}

const figures = ['amount', 'cash', 'scan', 'recharge', 'give'] as const satisfies readonly (keyof RechargeSums)[]
const labels = {
  amount: 'rechargeOrders.amount',
  cash: 'rechargeOrders.cash',
  scan: 'rechargeOrders.scan',
  recharge: 'rechargeOrders.balance',
  give: 'rechargeOrders.give',
} as const

/** What all of a search comes to, on whichever page of it somebody is. */
function Sums({ query }: { query: Record<string, unknown> }) {
  const { t } = useText()
  const { pageNo: _, pageSize: __, column: ___, order: ____, ...search } = query
  const { data } = useQuery({
    queryKey: ['crud', 'rechargeOrders', 'sums', search],
    queryFn: async () => (await client.rechargeOrders.sums({ query: search })).result,
    placeholderData: (before) => before,
  })
  if (!data) return null
  return (
    <footer className="pl-recharge-sums" data-testid="recharge-sums">
      <span>{t('rechargeOrders.sums', { orders: data.orders, payed: data.payed })}</span>
      {figures.map((name) => (
        <span key={name}>
          {t(labels[name])}{' '}
          <strong>
            <Money value={data[name]} />
          </strong>
        </span>
      ))}
    </footer>
  )
}
