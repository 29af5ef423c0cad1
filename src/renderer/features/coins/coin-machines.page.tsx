import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { useMay } from '#renderer/core/session.ts'
import { CrudRows, useRows } from '#renderer/ui/crud/crud-rows.tsx'
import type { CrudColumn, RowAction } from '#renderer/ui/crud/crud-types.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { CoinMachine } from '#shared/features/coins/coin-outputs.schema.ts'
import { CoinProgressDialog } from './coin-progress-dialog.tsx'
import { canSell, machineState } from './machine-state.ts'
import { SellCoinsDialog } from './sell-coins-dialog.tsx'

/** Nothing is pushed when a machine falls silent. */
const REFRESH_MS = 5000
/** A machine with fewer coins should be filled. */
const FEW = 100

/** The coin machines in scope: whether they can count, what is left in them, and what waits for them. */
export function CoinMachinesPage() {
  const { t } = useText()
  const maySee = useMay('coinoutput:list')
  const hasStores = useOwnStores().length > 0
  const [selling, setSelling] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const rows = useRows(['coinMachines'], async () => (await client.coinOutputs.machines({ query: {} })).result, {
    everyMs: REFRESH_MS,
  })
  const columns: CrudColumn<CoinMachine>[] = [
    { name: 'name', title: 'coins.machine', width: 160 },
    ...(hasStores
      ? [
          {
            name: 'sysOrgCode',
            title: 'records.store',
            onCard: true,
            width: 180,
            render: ({ sysOrgCode_dictText: store, sysOrgCode }: CoinMachine) => store ?? sysOrgCode,
          } satisfies CrudColumn<CoinMachine>,
        ]
      : []),
    {
      name: 'online',
      title: 'coins.state',
      onCard: true,
      width: 180,
      render: (machine) => {
        const { tone, text } = machineState(t, machine)
        return <ToneTag tone={tone}>{text}</ToneTag>
      },
    },
    {
      name: 'coinsLeft',
      title: 'coins.hopper',
      align: 'right',
      onCard: true,
      width: 130,
      render: ({ coinsLeft }) => {
        if (coinsLeft === null) return t('coins.unknown')
        return coinsLeft < FEW ? (
          <ToneTag tone="warning">{t('coins.machineLeft', { count: coinsLeft })}</ToneTag>
        ) : (
          t('coins.machineLeft', { count: coinsLeft })
        )
      },
    },
    {
      name: 'output',
      title: 'coins.waiting',
      onCard: true,
      width: 260,
      render: ({ output }) => (output ? <Waiting output={output} /> : '—'),
    },
    {
      name: 'seenTime',
      title: 'coins.seenTime',
      width: 150,
      render: ({ seenTime }) => (seenTime ? <When value={seenTime} /> : '—'),
    },
  ]
  const actionsOf = (machine: CoinMachine): RowAction[] => {
    const { id, output } = machine
    if (canSell(machine)) return [{ key: 'sell', label: t('coins.sellHere'), act: () => setSelling(id) }]
    return output && maySee ? [{ key: 'show', label: t('coins.showOutput'), act: () => setShown(output.id) }] : []
  }
  return (
    <div className="pl-page">
      <PageHead title={t('menu.coinMachines')} covers={{}} />
      <CrudRows
        crud={rows}
        columns={columns}
        actionsOf={actionsOf}
        empty={<EmptyBlock title={t('empty.coinMachines')} hint={t('empty.coinMachinesHint')} />}
      />
      {selling ? (
        <SellCoinsDialog
          deviceId={selling}
          onSold={(id) => setShown(maySee ? id : null)}
          onClose={() => setSelling(null)}
        />
      ) : null}
      {shown ? <CoinProgressDialog id={shown} onClose={() => setShown(null)} /> : null}
    </div>
  )
}

function Waiting({ output }: { output: NonNullable<CoinMachine['output']> }) {
  const { t } = useText()
  const { asked, counted, payState, operatorName, createTime } = output
  const isPaid = payState === 'paid'
  return (
    <span>
      <ToneTag tone={isPaid ? 'info' : 'warning'}>
        {t(isPaid ? 'coins.progressOf' : 'coins.waitingPay', { counted, asked })}
      </ToneTag>{' '}
      {operatorName} <When value={createTime} />
    </span>
  )
}
