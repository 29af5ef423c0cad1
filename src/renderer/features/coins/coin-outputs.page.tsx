import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { useMay } from '#renderer/core/session.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import type { CoinPayState } from '#shared/features/coins/coin-outputs.schema.ts'
import { CoinProgressDialog } from './coin-progress-dialog.tsx'
import { SellCoinsDialog } from './sell-coins-dialog.tsx'

type Row = RowOf<'coinOutputs'>

const payTones = { unpaid: 'warning', paid: 'success', closed: 'neutral' } satisfies Record<CoinPayState, Tone>

/** Completed in full, still counting, or with a rest that was given back. */
const toneOf = ({ coinState, payState, backCoins, lateCounted }: Row): Tone => {
  if (lateCounted !== null) return 'error'
  if (payState === 'closed') return 'neutral'
  if (coinState === 'notIssued') return 'info'
  return backCoins > 0 ? 'warning' : 'success'
}

/** Coins that machines counted out, and the sale of coins. */
export function CoinOutputsPage() {
  const { t } = useText()
  const states = useDict('coin_state')
  const payStates = useDict('coin_pay_state')
  const payModes = useDict('coin_pay_mode')
  const hasStores = useOwnStores().length > 0
  const maySell = useMay('coinoutput:sell')
  const [isSelling, setSelling] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  return (
    <>
      <CrudPage
        resource="coinOutputs"
        title="menu.coinOutputs"
        columns={[
          { name: 'createTime', sorter: true, onCard: true, width: 170 },
          {
            name: 'coinState',
            onCard: true,
            width: 180,
            options: states,
            render: (row) => {
              const state = row.coinState_dictText ?? row.coinState
              return (
                <ToneTag tone={toneOf(row)}>
                  {row.backCoins > 0 ? t('coins.stateShort', { state, count: row.backCoins }) : state}
                </ToneTag>
              )
            },
          },
          { name: 'sysOrgCode', render: ({ sysOrgCode_dictText: store }) => store, optional: !hasStores },
          { name: 'deviceName', onCard: true, width: 130 },
          { name: 'asked', align: 'right', onCard: true, width: 80 },
          { name: 'counted', align: 'right', onCard: true, width: 80 },
          { name: 'backCoins', align: 'right', width: 110 },
          {
            name: 'amount',
            align: 'right',
            onCard: true,
            width: 110,
            render: ({ amount }) => <Money value={amount} />,
          },
          {
            name: 'backAmount',
            align: 'right',
            width: 110,
            render: ({ backAmount }) => (backAmount > 0 ? <Money value={backAmount} /> : '—'),
          },
          { name: 'payMode', width: 110, options: payModes, render: (row) => row.payMode_dictText ?? row.payMode },
          {
            name: 'payState',
            width: 110,
            options: payStates,
            render: (row) => <ToneTag tone={payTones[row.payState]}>{row.payState_dictText ?? row.payState}</ToneTag>,
          },
          { name: 'userId', width: 110, render: ({ userId }) => userId ?? '—' },
          { name: 'ruleName', width: 140 },
          { name: 'operatorName', width: 110 },
          { name: 'lateCounted', align: 'right', optional: true, render: ({ lateCounted }) => lateCounted ?? '—' },
          { name: 'cashierName', width: 110, optional: true },
          { name: 'terminalName', optional: true },
          { name: 'endTime', optional: true },
          { name: 'id', optional: true, width: 300 },
        ]}
        filters={[
          <DaysFilter key="time" name="createTime" />,
          <ChoiceFilter key="state" name="coinState" options={states} />,
          <ChoiceFilter key="mode" name="payMode" options={payModes} />,
          <ChoiceFilter key="paid" name="payState" options={payStates} />,
          <TextFilter key="machine" name="deviceName" />,
          <TextFilter key="member" name="userId" />,
          <TextFilter key="operator" name="operatorName" />,
        ]}
        actions={{
          head: maySell ? (
            <Button type="primary" onClick={() => setSelling(true)}>
              {t('coins.sell')}
            </Button>
          ) : null,
        }}
      />
      {isSelling ? <SellCoinsDialog onSold={setShown} onClose={() => setSelling(false)} /> : null}
      {shown ? <CoinProgressDialog id={shown} onClose={() => setShown(null)} /> : null}
    </>
  )
}
