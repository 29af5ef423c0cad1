import { Drawer } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import { useCrud } from '#renderer/ui/crud-data.ts'
import { CrudDetail } from '#renderer/ui/crud-detail.tsx'
import { CrudTable } from '#renderer/ui/crud-table.tsx'
import type { CrudColumn, RowOf } from '#renderer/ui/crud-types.ts'
import { type Tone, ToneTag } from '#renderer/ui/tone-tag.tsx'

type Message = RowOf<'messages'>
const tones: Record<Message['esSendStatus'], Tone> = { '0': 'neutral', '1': 'success', '2': 'error', '3': 'info' }

/** Every message that was sent, with its state, attempts and result. */
export function DeliveryLog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const crud = useCrud('messages')
  const [opened, setOpened] = useState<Message | null>(null)
  const columns: CrudColumn<Message>[] = [
    { name: 'esTitle', title: 'message.title', width: 160 },
    { name: 'esType', title: 'template.type', render: ({ esType }) => t(`template.type.${esType}`) },
    { name: 'esReceiver', title: 'template.receiver' },
    {
      name: 'esSendStatus',
      title: 'message.state',
      sorter: true,
      render: ({ esSendStatus }) => (
        <ToneTag tone={tones[esSendStatus]}>{t(`dict.msgSendStatus.${esSendStatus}`)}</ToneTag>
      ),
    },
    { name: 'esSendNum', title: 'message.attempts', align: 'right' },
    { name: 'createTime', title: 'crud.createTime', sorter: true },
    { name: 'esResult', title: 'message.result', width: 180 },
  ]
  return (
    <Drawer open size={920} title={t('message.log')} onClose={onClose}>
      {crud.list.error && !crud.list.data ? <ErrorBlock error={crud.list.error} /> : null}
      <CrudTable
        crud={crud}
        columns={columns}
        actionsOf={(row) => [{ key: 'open', label: t('action.detail'), act: () => setOpened(row) }]}
        onOpen={setOpened}
        selected={[]}
        onSelect={null}
        empty={<EmptyBlock title={t('message.none')} />}
        headAt={0}
      />
      {opened ? (
        <CrudDetail
          row={opened}
          title={t('message.log')}
          columns={[...columns, { name: 'esContent', title: 'template.content' }]}
          actions={[]}
          history={null}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </Drawer>
  )
}
