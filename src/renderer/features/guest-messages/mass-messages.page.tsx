import { Button } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { newId } from '#shared/core/id.ts'
import { MassMessageDialog } from './mass-message-dialog.tsx'
import { MassReportDialog } from './mass-report-dialog.tsx'
import { MassStateTag } from './mass-state.tsx'

type Row = RowOf<'massMessages'>

/** SMS to many members: what was sent, what is being sent, and a new one. */
export function MassMessagesPage() {
  const { t } = useText()
  const states = useDict('mass_state')
  const hasStores = useOwnStores().length > 0
  const may = useMayCall('massMessages')
  const [isNew, setNew] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const change = useChange()
  return (
    <>
      <CrudPage
        resource="massMessages"
        title="menu.massMessages"
        columns={[
          { name: 'createTime', sorter: true, onCard: true, width: 170 },
          { name: 'sysOrgCode', render: ({ sysOrgCode_dictText: store }) => store, optional: !hasStores },
          { name: 'title', onCard: true, width: 180 },
          { name: 'content', width: 200 },
          { name: 'massState', onCard: true, width: 150, options: states, render: (row) => <MassStateTag row={row} /> },
          {
            name: 'queued',
            title: 'mass.progress',
            align: 'right',
            onCard: true,
            render: ({ queued, planned }) => `${queued} / ${planned}`,
          },
          { name: 'optedOut', align: 'right' },
          { name: 'noConsent', align: 'right' },
          { name: 'noPhone', align: 'right' },
          { name: 'createBy', width: 110 },
          { name: 'endTime', optional: true, width: 170 },
        ]}
        filters={[
          <DaysFilter key="time" name="createTime" />,
          <ChoiceFilter key="state" name="massState" options={states} />,
          <TextFilter key="title" name="title" />,
        ]}
        actions={{
          head: may('add') ? (
            <Button type="primary" onClick={() => setNew(true)}>
              {t('mass.new')}
            </Button>
          ) : null,
          row: (row) => [
            { key: 'report', label: t('mass.report'), act: () => setShown(row.id) },
            ...(row.massState === 'sending' && may('stop') ? [change(row, 'stop')] : []),
            ...(row.massState === 'stopped' && may('resume') ? [change(row, 'resume')] : []),
          ],
        }}
      />
      {isNew ? (
        <MassMessageDialog
          onSent={(id) => {
            setNew(false)
            setShown(id)
          }}
          onClose={() => setNew(false)}
        />
      ) : null}
      {shown ? <MassReportDialog id={shown} onClose={() => setShown(null)} /> : null}
    </>
  )
}

/** Stopping and continuing, each confirmed. */
function useChange(): (row: Row, what: 'stop' | 'resume') => RowAction {
  const { t } = useText()
  const ask = useConfirmation()
  return (row, what) => ({
    key: what,
    label: t(`mass.${what}`),
    danger: what === 'stop',
    act: () => {
      // Of one confirmation: a message may be stopped and continued several times.
      const key = newId()
      void ask(
        t(`mass.${what}Ask`, { title: row.title }),
        async () => {
          try {
            return (await client.massMessages[what]({ body: { id: row.id }, key })).message
          } finally {
            await refreshList('massMessages')
          }
        },
        { hint: t(`mass.${what}Hint`), ok: t(`mass.${what}`), isDanger: what === 'stop' },
      )
    },
  })
}
