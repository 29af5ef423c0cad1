import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { PaymentStateTag, ReasonAndRefunds, useReason } from './payment-state.tsx'

/** All scan payments with state and provider reference. */
export function PaymentsPage() {
  const states = useDict('payment_state')
  const providers = useDict('payment_provider')
  const kinds = useDict('payment_order_kind')
  const reason = useReason()
  return (
    <CrudPage
      resource="payments"
      title="menu.paymentList"
      emptyHint="payments.noneHint"
      columns={[
        { name: 'createTime', sorter: true, onCard: true },
        { name: 'amount', sorter: true, onCard: true, align: 'right', render: (row) => <Money value={row.amount} /> },
        { name: 'state', onCard: true, options: states, render: (row) => <PaymentStateTag row={row} /> },
        { name: 'provider', options: providers, render: (row) => row.provider_dictText },
        { name: 'payWay', render: (row) => row.payWay_dictText },
        { name: 'orderKind', options: kinds, render: (row) => row.orderKind_dictText ?? row.orderKind },
        { name: 'subject', width: 160 },
        { name: 'reason', width: 180, render: reason, whole: (row) => <ReasonAndRefunds row={row} /> },
        { name: 'operatorName' },
        { name: 'transactionId', width: 240 },
        { name: 'endTime' },
        { name: 'paidTime', optional: true },
        { name: 'reversal', optional: true, render: (row) => row.reversal_dictText },
        { name: 'trouble', optional: true, width: 240, render: ({ trouble }) => <small>{trouble}</small> },
        { name: 'id', optional: true, width: 300 },
      ]}
      filters={[
        <DaysFilter key="time" name="createTime" />,
        <ChoiceFilter key="state" name="state" options={states} />,
        <ChoiceFilter key="provider" name="provider" options={providers} />,
        <TextFilter key="transaction" name="transactionId" />,
        <TextFilter key="operator" name="operatorName" />,
      ]}
      actions={{ history: () => null }}
    />
  )
}
