import { App, Button } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { CrudBlock } from '#renderer/ui/crud/crud-block.tsx'
import { refreshList, useCrud, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { chosenIn } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, CrudSearch, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { type RowAction, type RowOf, useContract } from '#renderer/ui/crud/crud-types.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { formatAmount } from '#shared/core/money.ts'
import { type DifferenceState, isMoney } from '#shared/features/reconciliation/reconciliation.schema.ts'
import { LastRuns } from './last-runs.tsx'

type Row = RowOf<'reconciliation'>

const tones = { open: 'error', explained: 'info', gone: 'neutral' } satisfies Record<DifferenceState, Tone>

const figureOf = ({ account }: Row, value: number): string => (isMoney(account) ? formatAmount(value) : String(value))

/** Differences between records of money; a user explains each. */
export function ReconciliationPage() {
  const { t } = useText()
  const crud = useCrud('reconciliation')
  const { labels = {} } = useContract('reconciliation').list ?? {}
  const kinds = useDict('reconciliation_kind')
  const states = useDict('reconciliation_state')
  const accounts = useDict('ledger_account')
  const settle = useSettling()
  const figure = (row: Row, value: number, isSigned = false) => (
    <span className="pl-amount">{`${isSigned && value > 0 ? '+' : ''}${figureOf(row, value)}`}</span>
  )
  return (
    <div className="pl-page">
      <PageHead title={t('menu.reconciliation')} covers={{ chosen: chosenIn(crud.state.filters) }}>
        <CrudSearch
          filters={[
            <ChoiceFilter key="state" name="state" options={states} />,
            <ChoiceFilter key="kind" name="kind" options={kinds} />,
            <DaysFilter key="time" name="createTime" />,
            <TextFilter key="person" name="personName" />,
            <TextFilter key="member" name="memberId" />,
          ]}
          labels={labels}
          value={crud.state.filters}
          isExpanded={crud.state.isExpanded}
          onExpand={(isExpanded) => crud.turn({ isExpanded })}
          onSearch={(found) => {
            crud.look(found)
            // Searching again with the same filters reloads the list.
            void crud.list.refetch()
          }}
        />
      </PageHead>
      <LastRuns />
      <CrudBlock
        crud={crud}
        title={t('menu.reconciliation')}
        columns={[
          {
            name: 'state',
            onCard: true,
            sorter: true,
            width: 130,
            options: states,
            render: ({ state }) => <ToneTag tone={tones[state]}>{t(`reconciliation.state.${state}`)}</ToneTag>,
          },
          { name: 'kind', sorter: true, width: 190, options: kinds, render: (row) => row.kind_dictText },
          {
            name: 'difference',
            onCard: true,
            align: 'right',
            width: 110,
            render: (row) => figure(row, row.difference, true),
          },
          { name: 'stored', align: 'right', width: 110, render: (row) => figure(row, row.stored) },
          { name: 'expected', align: 'right', width: 110, render: (row) => figure(row, row.expected) },
          {
            name: 'account',
            width: 110,
            options: accounts,
            render: (row) => row.account_dictText ?? row.account,
          },
          { name: 'personName', onCard: true, width: 110 },
          { name: 'memberId', width: 90 },
          { name: 'createTime', sorter: true, width: 140, onCard: true },
          { name: 'remark', width: 200 },
          { name: 'settledBy', width: 110 },
          { name: 'reference', width: 300, optional: true },
          { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode_dictText: store }) => store },
          { name: 'project', optional: true },
          { name: 'seenTime', optional: true },
          { name: 'settleTime', optional: true },
        ]}
        actions={{ row: settle, head: <RunNow /> }}
      />
    </div>
  )
}

/** Runs the reconciliation now instead of waiting for the night. */
function RunNow() {
  const { t } = useText()
  const { message } = App.useApp()
  const may = useMayCall('reconciliation')
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    try {
      const { open, opened } = (await client.reconciliation.run({})).result
      if (open === 0) void message.success(t('reconciliation.runDone'))
      else void message.warning(t('reconciliation.runFound', { open, opened }))
    } catch (error) {
      void message.error(textOfError(t, error))
    }
    setRunning(false)
    await refreshList('reconciliation')
  }
  if (!may('run')) return null
  return (
    <Button type="primary" loading={isRunning} onClick={() => void run()}>
      {t('reconciliation.runNow')}
    </Button>
  )
}

function useSettling(): (row: Row) => RowAction[] {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMayCall('reconciliation')
  const settle = async (id: string, remark: string): Promise<string> => {
    const { message } = await client.reconciliation.settle({ body: { id, remark } })
    await refreshList('reconciliation')
    return message
  }
  return ({ id, state }) =>
    state !== 'open' || !may('settle')
      ? []
      : [
          {
            key: 'settle',
            label: t('reconciliation.settle'),
            act: () =>
              void ask(t('reconciliation.settleHow'), (remark) => settle(id, remark), {
                isDanger: false,
                needsReason: true,
                ok: t('reconciliation.settle'),
              }),
          },
        ]
}
