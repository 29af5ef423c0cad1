import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { NOTHING } from '#renderer/ui/crud/crud-cell.tsx'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { MsgCategory, MsgType, Priority, SendStatus } from '#shared/features/messages/announcements.schema.ts'
import { AnnouncementFields } from './announcement-fields.tsx'
import { NoticePicture } from './notice-picture.tsx'
import { People } from './people-field.tsx'
import { toPlain } from './template-content.calc.ts'
import './messages.css'

type Row = RowOf<'announcements'>
const RELEASED = '1'
const stateTones: Record<Row['sendStatus'], Tone> = { '0': 'neutral', '1': 'success', '2': 'warning' }
const priorityTones: Record<Row['priority'], Tone> = { L: 'neutral', M: 'warning', H: 'error' }

/** Announcements for their authors: drafts, released and revoked ones. */
export function AnnouncementsPage() {
  const { t } = useText()
  const may = useMayCall('announcements')
  const ask = useConfirmation()
  const states = SendStatus.options.map((value) => ({ value, label: t(`dict.send_status.${value}`) }))
  const categories = MsgCategory.options.map((value) => ({ value, label: t(`dict.msg_category.${value}`) }))
  const priorities = Priority.options.map((value) => ({ value, label: t(`announcement.priority.${value}`) }))
  const act = (question: string, call: typeof client.announcements.release, { id }: Row) =>
    ask(
      question,
      async () => {
        const { message } = await call({ query: { id } })
        await refreshList('announcements')
        return message
      },
      { isDanger: false },
    )
  const release = (row: Row) => ({
    key: 'release',
    label: t('announcement.release'),
    act: () => void act(t('announcement.releaseAsk', { title: row.titile }), client.announcements.release, row),
  })
  const revoke = (row: Row) => ({
    key: 'revoke',
    label: t('announcement.revoke'),
    act: () => void act(t('announcement.revokeAsk', { title: row.titile }), client.announcements.revoke, row),
  })
  return (
    <CrudPage
      resource="announcements"
      title="menu.announcements"
      columns={[
        { name: 'titile', title: 'announcement.title', sorter: true, width: 190 },
        {
          name: 'msgCategory',
          title: 'announcement.category',
          options: categories,
        },
        {
          name: 'priority',
          title: 'announcement.priority',
          sorter: true,
          options: priorities,
          render: ({ priority }) => (
            <ToneTag tone={priorityTones[priority]}>{t(`announcement.priority.${priority}`)}</ToneTag>
          ),
        },
        {
          name: 'msgType',
          title: 'announcement.audience',
          options: MsgType.options.map((value) => ({ value, label: t(`announcement.audience.${value}`) })),
          whole: (row) =>
            row.msgType === 'USER' ? <People ids={row.userIds} /> : t(`announcement.audience.${row.msgType}`),
        },
        {
          name: 'sendStatus',
          onCard: true,
          title: 'announcement.state',
          sorter: true,
          options: states,
          render: ({ sendStatus }) => (
            <ToneTag tone={stateTones[sendStatus]}>{t(`dict.send_status.${sendStatus}`)}</ToneTag>
          ),
        },
        { name: 'sender', title: 'announcement.sender' },
        { name: 'sendTime', onCard: true, title: 'announcement.sendTime', sorter: true },
        { name: 'cancelTime', title: 'announcement.cancelTime', optional: true },
        {
          name: 'homeImage',
          title: 'announcement.homeImage',
          optional: true,
          width: 100,
          render: ({ homeImage }) => <NoticePicture stored={homeImage} />,
        },
        { name: 'msgAbstract', title: 'announcement.abstract', optional: true, width: 240 },
        {
          name: 'msgContent',
          title: 'announcement.content',
          optional: true,
          width: 240,
          render: ({ msgContent }) => toPlain(msgContent) || NOTHING,
          whole: ({ msgContent }) => <span className="pl-message-text">{toPlain(msgContent) || NOTHING}</span>,
        },
      ]}
      filters={[
        <TextFilter key="title" name="titile" label="announcement.title" />,
        <ChoiceFilter key="state" name="sendStatus" label="announcement.state" options={states} />,
        <ChoiceFilter key="category" name="msgCategory" label="announcement.category" options={categories} />,
        <ChoiceFilter key="priority" name="priority" label="announcement.priority" options={priorities} />,
        <DaysFilter key="days" name="sendTime" label="announcement.sendTime" />,
      ]}
      form={{
        width: 800,
        noun: 'noun.announcement',
        values: valuesOf,
        fields: () => <AnnouncementFields />,
        body: bodyOf,
      }}
      actions={{
        row: (row) => (may('release') ? [row.sendStatus === RELEASED ? revoke(row) : release(row)] : []),
        // A released announcement must be revoked before it is edited.
        isOpen: (row) => row.sendStatus !== RELEASED,
      }}
    />
  )
}

const valuesOf = (row: Row | null): Values =>
  row
    ? { userIds: row.userIds.split(',').filter(Boolean) }
    : { msgCategory: '1', priority: 'M', msgType: 'ALL', openType: '', userIds: [] }

function bodyOf(values: Values, row: Row | null): Values {
  const people = values.msgType === 'USER' && Array.isArray(values.userIds) ? values.userIds : []
  return { busType: row?.busType, busId: row?.busId, ...values, userIds: people.join(',') }
}
