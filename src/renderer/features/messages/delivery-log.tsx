import { Drawer } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { CrudBlock } from '#renderer/ui/crud/crud-block.tsx'
import { useCrud } from '#renderer/ui/crud/crud-data.ts'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { MessageResult } from './message-result.tsx'
import { toPlain } from './template-content.calc.ts'

const tones: Record<RowOf<'messages'>['esSendStatus'], Tone> = {
  '0': 'neutral',
  '1': 'success',
  '2': 'error',
  '3': 'info',
}

/** All sent messages with state, attempts and result. */
export function DeliveryLog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const crud = useCrud('messages')
  return (
    <Drawer open size={920} title={t('message.log')} onClose={onClose} classNames={{ body: 'pl-crud-panel' }}>
      <CrudBlock
        crud={crud}
        title={t('message.log')}
        headAt={0}
        columns={[
          { name: 'esTitle', title: 'message.title', width: 160 },
          { name: 'esType', title: 'template.type', render: ({ esType }) => t(`template.type.${esType}`) },
          { name: 'esReceiver', title: 'template.receiver', width: 140 },
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
          {
            name: 'esResult',
            title: 'message.result',
            width: 160,
            render: ({ esResult }) => <MessageResult result={esResult} />,
          },
          {
            name: 'esContent',
            title: 'template.content',
            optional: true,
            render: ({ esContent }) => toPlain(esContent),
          },
        ]}
        actions={{ history: () => null }}
      />
    </Drawer>
  )
}
