import { Tag } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { ListSums } from '#renderer/ui/list/list-sums.tsx'
import { usePrintAgain } from '#renderer/ui/print/use-print-again.ts'

const tones = { refunding: 'warning', refunded: 'success', refused: 'error' } as const

/** The refunds, with totals in the footer. */
export function RefundsPage() {
  const states = useDict('refund_state')
  const kinds = useDict('refund_kind')
  const methods = useDict('refund_way')
  const { t } = useText()
  const isVoid = [
    { value: 'true', label: t('refund.voids') },
    { value: 'false', label: t('refund.voids.false') },
  ]
  const print = usePrintAgain('refund:print', 'refund.print', (id) => client.refunds.printSlip({ body: { id } }))
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
        { name: 'payWay', width: 120, options: methods, render: (row) => row.payWay_dictText },
        {
          name: 'voids',
          width: 90,
          options: isVoid,
          render: ({ voids }) => (voids ? <Tag>{t('refund.voids')}</Tag> : null),
        },
        { name: 'reason', width: 180 },
        { name: 'approverName', optional: true },
        { name: 'operatorName', width: 110 },
        { name: 'balance', optional: true, align: 'right' },
        { name: 'give', optional: true, align: 'right' },
        { name: 'integral', optional: true, align: 'right' },
        { name: 'laps', optional: true, align: 'right' },
        { name: 'coins', optional: true, align: 'right' },
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
        <ChoiceFilter key="voids" name="voids" options={isVoid} />,
        <ChoiceFilter key="way" name="payWay" options={methods} />,
        <TextFilter key="member" name="userId" />,
        <TextFilter key="operator" name="operatorName" />,
      ]}
      actions={{ row: ({ id }) => print(id) }}
      foot={(query) => (
        <ListSums
          resource="refunds"
          query={query}
          ask={(search) => client.refunds.sums({ query: search })}
          title={({ refunds, pending }) => t('refund.sums', { refunds, pending })}
          figures={figures}
        />
      )}
    />
  )
}

const figures = [
  { name: 'amount', label: 'refund.amount' },
  { name: 'cash', label: 'refund.payWay.cash' },
  { name: 'scan', label: 'refund.payWay.scan' },
  { name: 'balance', label: 'refund.payWay.balance' },
] as const
