import { Button } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { UpdatesDialog } from './updates-dialog.tsx'

type Terminal = RowOf<'terminals'>

const tones = { registered: 'neutral', enrolled: 'success', revoked: 'error' } as const

/** The terminals of the stores: which are enrolled, when each last reported, and how each was updated. */
export function TerminalsPage() {
  const { t } = useText()
  const may = useMayCall('terminals')
  const ask = useConfirmation()
  const states = useDict('terminal_state')
  const [isUpdating, setUpdating] = useState(false)
  const revoke = ({ id, sysOrgCode, name }: Terminal) =>
    ask(
      t('terminal.revokeAsk', { name }),
      async () => {
        const { message } = await client.terminals.revoke({ body: { id, sysOrgCode } })
        await refreshList('terminals')
        return message
      },
      { hint: t('terminal.revokeHint'), ok: t('terminal.revoke') },
    )
  return (
    <>
      <CrudPage
        resource="terminals"
        title="menu.terminals"
        emptyHint="terminal.noneHint"
        columns={[
          { name: 'name', title: 'terminal.name', sorter: true },
          {
            name: 'state',
            title: 'terminal.state',
            sorter: true,
            render: ({ state }) => <ToneTag tone={tones[state]}>{t(`terminal.state.${state}`)}</ToneTag>,
          },
          { name: 'sysOrgCode_dictText', title: 'terminal.store' },
          { name: 'seenTime', title: 'terminal.seen', sorter: true },
          { name: 'version', title: 'terminal.version', sorter: true },
          {
            name: 'updateState',
            title: 'terminal.update',
            render: ({ updateState, updateVersion }) =>
              updateState === '' ? '' : t(`terminal.update.${updateState}`, { version: updateVersion }),
          },
          { name: 'prefix', title: 'terminal.prefix' },
          { name: 'enrolTime', title: 'terminal.enrolled' },
          { name: 'revokeTime', title: 'terminal.revoked', optional: true },
          { name: 'printId', title: 'terminal.printId', optional: true },
          { name: 'createTime', title: 'crud.createTime', sorter: true, optional: true },
        ]}
        filters={[
          <TextFilter key="name" name="name" label="terminal.name" />,
          <ChoiceFilter key="state" name="state" label="terminal.state" options={states} />,
        ]}
        actions={{
          head: <Button onClick={() => setUpdating(true)}>{t('terminal.updates')}</Button>,
          row: (terminal) =>
            may('revoke') && terminal.state === 'enrolled'
              ? [{ key: 'revoke', label: t('terminal.revoke'), act: () => void revoke(terminal) }]
              : [],
        }}
      />
      {isUpdating ? <UpdatesDialog onClose={() => setUpdating(false)} /> : null}
    </>
  )
}
