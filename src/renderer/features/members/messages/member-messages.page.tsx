import { useText } from '#renderer/core/locale.ts'
import { MessageResult } from '#renderer/features/messages/index.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { messageTones } from './message-tones.ts'

/** The messages to members with their states. */
export function MemberMessagesPage() {
  const { t } = useText()
  const states = (['0', '1', '2', '3'] as const).map((value) => ({ value, label: t(`dict.msgSendStatus.${value}`) }))
  const types = (['1', '3'] as const).map((value) => ({ value, label: t(`template.type.${value}`) }))
  return (
    <CrudPage
      resource="memberMessages"
      title="menu.memberMessages"
      emptyHint="memberMessage.emptyHint"
      columns={[
        { name: 'userId', width: 110 },
        { name: 'esTitle', width: 160 },
        { name: 'esContent', width: 320 },
        { name: 'esType', width: 100, options: types },
        { name: 'esReceiver', title: 'template.receiver', width: 140 },
        {
          name: 'esSendStatus',
          width: 110,
          onCard: true,
          options: states,
          render: ({ esSendStatus }) => (
            <ToneTag tone={messageTones[esSendStatus]}>{t(`dict.msgSendStatus.${esSendStatus}`)}</ToneTag>
          ),
        },
        { name: 'createTime', sorter: true, onCard: true, width: 170 },
        { name: 'createBy', optional: true },
        { name: 'esSendTime', sorter: true, optional: true },
        {
          name: 'esResult',
          title: 'message.result',
          optional: true,
          width: 200,
          render: ({ esResult }) => <MessageResult result={esResult} />,
        },
      ]}
      filters={[
        <TextFilter key="member" name="userId" />,
        <ChoiceFilter key="state" name="esSendStatus" options={states} />,
        <ChoiceFilter key="type" name="esType" options={types} />,
        <DaysFilter key="created" name="createTime" />,
      ]}
      actions={{ history: () => null }}
    />
  )
}
