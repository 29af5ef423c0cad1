import { App } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { CrudDetail } from '#renderer/ui/crud/crud-detail.tsx'
import { CrudRows, useRows } from '#renderer/ui/crud/crud-rows.tsx'
import type { CrudColumn, RowAction } from '#renderer/ui/crud/crud-types.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { Unresolved } from '#shared/features/payments/payments.contract.ts'
import { PaymentStateTag, ReasonAndRefunds } from './payment-state.tsx'

const LOOK_MS = 10_000

/** Payments with an unclear result. The server continues to query them; the user can query at once. */
export function UnresolvedPaymentsPage() {
  const { t } = useText()
  const { message } = App.useApp()
  const maySettle = useMay('payment:settle')
  const [shown, setShown] = useState<Unresolved | null>(null)
  const rows = useRows(['payments', 'unresolved'], async () => (await client.payments.unresolved({})).result, {
    everyMs: LOOK_MS,
  })
  const columns: CrudColumn<Unresolved>[] = [
    { name: 'createTime', title: 'crud.createTime', onCard: true },
    {
      name: 'amount',
      title: 'payments.amount',
      align: 'right',
      onCard: true,
      render: (row) => <Money value={row.amount} />,
    },
    {
      name: 'problem',
      title: 'payments.problem',
      onCard: true,
      render: ({ problem }) => <ToneTag tone="error">{t(`payments.problem.${problem}`)}</ToneTag>,
    },
    { name: 'state', title: 'payments.state', render: (row) => <PaymentStateTag row={row} /> },
    { name: 'provider', title: 'payments.provider', render: (row) => row.provider_dictText },
    {
      name: 'trouble',
      title: 'payments.trouble',
      render: ({ trouble }) => (trouble === '' ? '—' : t('payments.noAnswer')),
      whole: ({ trouble }) => <small>{trouble}</small>,
    },
    { name: 'operatorName', title: 'payments.operator' },
    { name: 'id', title: 'payments.id', width: 300 },
  ]
  const retry = async ({ id }: Unresolved) => {
    try {
      void message.success((await client.payments.retry({ body: { id } })).message)
    } catch (error) {
      void message.error(textOfError(t, error))
    }
    await queryClient.invalidateQueries({ queryKey: ['payments'] })
  }
  const actionsOf = (row: Unresolved): RowAction[] =>
    maySettle ? [{ key: 'retry', label: t('payments.retry'), act: () => void retry(row) }] : []
  return (
    <div className="pl-page">
      <PageHead title={t('menu.paymentsUnresolved')} />
      <CrudRows
        crud={rows}
        columns={columns}
        actionsOf={actionsOf}
        onOpen={setShown}
        empty={<EmptyBlock title={t('payments.noneUnresolved')} hint={t('payments.noneUnresolvedHint')} />}
      />
      {shown ? (
        <CrudDetail
          row={shown}
          title={t('payments.problem')}
          columns={[
            ...columns,
            { name: 'reason', title: 'payments.reason', render: (row) => <ReasonAndRefunds row={row} /> },
          ]}
          actions={actionsOf(shown)}
          history={null}
          onClose={() => setShown(null)}
        />
      ) : null}
    </div>
  )
}
