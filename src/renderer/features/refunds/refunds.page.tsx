import { useQuery } from '@tanstack/react-query'
import { App, Descriptions } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { CrudPage } from '#renderer/ui/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud-types.ts'
import { useDict } from '#renderer/ui/fields.tsx'
import { Money } from '#renderer/ui/money.tsx'
import { ToneTag } from '#renderer/ui/tone-tag.tsx'
import { formatAmount } from '#shared/core/money.ts'

const tones = { refunding: 'warning', refunded: 'success', refused: 'error' } as const

/** What was given back, with what a search comes to at its foot. */
export function RefundsPage() {
  const states = useDict('refund_state')
  const kinds = useDict('refund_kind')
  const ways = useDict('refund_way')
  const print = usePrinting()
  return (
    <CrudPage
      resource="refunds"
      title="menu.refunds"
      emptyHint="empty.refunds"
      columns={[
        { name: 'createTime', sorter: true, onCard: true, width: 170 },
        {
          name: 'refundState',
          onCard: true,
          width: 110,
          options: states,
          render: (row) => (
            <ToneTag tone={tones[row.refundState]}>{row.refundState_dictText ?? row.refundState}</ToneTag>
          ),
        },
        { name: 'orderKind', width: 90, options: kinds, render: (row) => row.orderKind_dictText },
        { name: 'roleName', width: 160 },
        { name: 'userId', width: 110 },
        {
          name: 'amount',
          sorter: true,
          onCard: true,
          align: 'right',
          width: 110,
          render: ({ amount }) => <Money value={amount} />,
        },
        { name: 'payWay', width: 120, options: ways, render: (row) => row.payWay_dictText },
        { name: 'reason', width: 180 },
        { name: 'operatorName', width: 110 },
        { name: 'balance', optional: true, align: 'right' },
        { name: 'give', optional: true, align: 'right' },
        { name: 'integral', optional: true, align: 'right' },
        { name: 'quan', optional: true, align: 'right' },
        { name: 'frequency', optional: true, align: 'right' },
        { name: 'unlimited', optional: true, align: 'right' },
        { name: 'departusername', optional: true },
        { name: 'terminalName', optional: true },
        { name: 'endTime', optional: true },
        { name: 'trouble', optional: true, width: 180 },
        { name: 'orderId', optional: true, width: 300 },
        { name: 'id', optional: true, width: 300 },
      ]}
      filters={[
        <DaysFilter key="time" name="createTime" />,
        <ChoiceFilter key="state" name="refundState" options={states} />,
        <ChoiceFilter key="kind" name="orderKind" options={kinds} />,
        <ChoiceFilter key="way" name="payWay" options={ways} />,
        <TextFilter key="member" name="userId" />,
        <TextFilter key="operator" name="operatorName" />,
      ]}
      actions={{ row: print }}
      foot={(query) => <Sums query={query} />}
    />
  )
}

/** Prints the slip of a refund once more. */
function usePrinting(): (row: RowOf<'refunds'>) => RowAction[] {
  const { t } = useText()
  const { message } = App.useApp()
  const mayPrint = useMay('refund:print')
  const send = async (id: string) => {
    try {
      void message.success((await client.refunds.printSlip({ body: { id } })).message)
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
  return ({ id }) => (mayPrint ? [{ key: 'print', label: t('refund.print'), act: () => void send(id) }] : [])
}

const figures = [
  ['amount', 'refund.amount'],
  ['cash', 'refund.payWay.cash'],
  ['scan', 'refund.payWay.scan'],
  ['balance', 'refund.payWay.balance'],
] as const

/** What all of a search comes to, on whichever page of it somebody is. */
function Sums({ query }: { query: Record<string, unknown> }) {
  const { t } = useText()
  const { pageNo: _, pageSize: __, column: ___, order: ____, ...search } = query
  const { data } = useQuery({
    queryKey: ['crud', 'refunds', 'sums', search],
    queryFn: async () => (await client.refunds.sums({ query: search })).result,
    placeholderData: (before) => before,
  })
  if (!data) return null
  return (
    <Descriptions
      className="pl-amount"
      size="small"
      bordered
      column={{ xs: 1, sm: 2, xl: 4 }}
      title={t('refund.sums', { refunds: data.refunds, pending: data.pending })}
      items={figures.map(([name, label]) => ({ key: name, label: t(label), children: formatAmount(data[name]) }))}
    />
  )
}
