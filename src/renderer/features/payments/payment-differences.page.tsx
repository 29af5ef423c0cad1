import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, DaysFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'

type Difference = RowOf<'paymentDifferences'>

/** The differences between provider bills and our payments; the user records the cause of each. */
export function PaymentDifferencesPage() {
  const { t } = useText()
  const kinds = useDict('payment_difference')
  const states = useDict('payment_difference_state')
  const providers = useDict('payment_provider')
  const isOthers = useMay('paymentprovider:edit')
  const settle = useSettling(isOthers)
  return (
    <CrudPage
      resource="paymentDifferences"
      title="menu.paymentDifferences"
      emptyHint="payments.noDifferencesHint"
      columns={[
        { name: 'day', sorter: true, onCard: true },
        { name: 'provider', options: providers, render: (row) => row.provider_dictText },
        { name: 'kind', onCard: true, options: kinds, render: (row) => row.kind_dictText },
        { name: 'ours', align: 'right', render: (row) => <Money value={row.ours} /> },
        { name: 'theirs', align: 'right', render: (row) => <Money value={row.theirs} /> },
        {
          name: 'state',
          onCard: true,
          options: states,
          render: (row) => (
            <ToneTag tone={row.state === 'open' ? 'error' : 'neutral'}>{t(`payments.settled.${row.state}`)}</ToneTag>
          ),
        },
        { name: 'reference', width: 300 },
        { name: 'remark', width: 220 },
        { name: 'settledBy' },
        { name: 'settleTime', optional: true },
      ]}
      filters={[
        <ChoiceFilter key="state" name="state" options={states} />,
        <DaysFilter key="day" name="day" />,
        <ChoiceFilter key="kind" name="kind" options={kinds} />,
        <ChoiceFilter key="provider" name="provider" options={providers} />,
      ]}
      actions={{ row: settle }}
      {...(isOthers ? { foot: () => <p>{t('payments.settledByOthers')}</p> } : {})}
    />
  )
}

/** `isOthers`: the server lets nobody settle a difference who may change providers. */
function useSettling(isOthers: boolean): (row: Difference) => RowAction[] {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMayCall('paymentDifferences')
  const settle = async (id: string, remark: string): Promise<string> => {
    const { message } = await client.paymentDifferences.settle({ body: { id, remark } })
    await refreshList('paymentDifferences')
    return message
  }
  return ({ id, state }) =>
    state === 'settled' || isOthers || !may('settle')
      ? []
      : [
          {
            key: 'settle',
            label: t('payments.settle'),
            act: () =>
              void ask(t('payments.settleHow'), (remark) => settle(id, remark), {
                isDanger: false,
                needsReason: true,
                ok: t('payments.settle'),
              }),
          },
        ]
}
