import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { newId } from '#shared/core/id.ts'
import { useWalletText, walletAmount } from './wallet-text.ts'

type Exchange = RowOf<'exchanges'>

const tones = { done: 'success', reversed: 'neutral' } as const

/** The exchanges of members; managers reverse them here. */
export function ExchangesPage() {
  const states = useDict('exchange_state')
  const wallets = useDict('exchange_wallet')
  const { nameOf, rateText } = useWalletText()
  const reverse = useReversal()
  return (
    <CrudPage
      resource="exchanges"
      title="menu.exchanges"
      emptyHint="empty.exchanges"
      columns={[
        { name: 'createTime', sorter: true, onCard: true, width: 170 },
        {
          name: 'exchangeState',
          onCard: true,
          width: 100,
          options: states,
          render: (row) => (
            <ToneTag tone={tones[row.exchangeState]}>{row.exchangeState_dictText ?? row.exchangeState}</ToneTag>
          ),
        },
        { name: 'userId', width: 110 },
        {
          name: 'fromWallet',
          onCard: true,
          width: 160,
          options: wallets,
          render: (row) => nameOf(row.fromWallet, row.fromProject_dictText),
        },
        {
          name: 'amount',
          align: 'right',
          onCard: true,
          width: 110,
          render: ({ fromWallet, amount }) => walletAmount(fromWallet, amount),
        },
        {
          name: 'toWallet',
          onCard: true,
          width: 160,
          options: wallets,
          render: (row) => nameOf(row.toWallet, row.toProject_dictText),
        },
        {
          name: 'received',
          align: 'right',
          onCard: true,
          width: 110,
          render: ({ toWallet, received }) => walletAmount(toWallet, received),
        },
        { name: 'fromAmount', title: 'exchange.rate', width: 220, render: rateText, whole: rateText },
        { name: 'operatorName', width: 110 },
        { name: 'terminalName', optional: true },
        { name: 'reversedTime', optional: true },
        { name: 'reversedBy', optional: true },
        { name: 'reason', optional: true, width: 180 },
        { name: 'sysOrgCode', render: ({ sysOrgCode_dictText: store }) => store, optional: true },
        { name: 'id', optional: true, width: 300 },
      ]}
      filters={[
        <DaysFilter key="time" name="createTime" />,
        <ChoiceFilter key="state" name="exchangeState" options={states} />,
        <ChoiceFilter key="from" name="fromWallet" options={wallets} />,
        <ChoiceFilter key="to" name="toWallet" options={wallets} />,
        <TextFilter key="member" name="userId" />,
        <TextFilter key="operator" name="operatorName" />,
      ]}
      actions={{ row: reverse }}
    />
  )
}

/** The reversal of an exchange, with a reason; the server checks that the value is still there. */
function useReversal(): (row: Exchange) => RowAction[] {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMayCall('exchanges')
  const { nameOf } = useWalletText()
  return (row) => {
    if (row.exchangeState !== 'done' || !may('reverse')) return []
    const key = newId()
    const reverse = async (reason: string): Promise<string> => {
      try {
        return (await client.exchanges.reverse({ key, body: { id: row.id, reason } })).message
      } finally {
        await refreshList('exchanges')
      }
    }
    const amount = `${walletAmount(row.fromWallet, row.amount)} ${nameOf(row.fromWallet, row.fromProject_dictText)}`
    const received = `${walletAmount(row.toWallet, row.received)} ${nameOf(row.toWallet, row.toProject_dictText)}`
    return [
      {
        key: 'reverse',
        label: t('exchange.reverse'),
        danger: true,
        act: () =>
          void ask(t('exchange.reverseAsk', { member: row.userId }), reverse, {
            hint: t('exchange.reverseHint', { received, amount }),
            needsReason: true,
            ok: t('exchange.reverse'),
          }),
      },
    ]
  }
}
