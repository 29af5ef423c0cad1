import { App, Input } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { SentPictures } from '#renderer/ui/display/sent-pictures.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { bodyOf, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { rideComments } from '#shared/features/comments/ride-comments.contract.ts'
import { type CommentState, MAX_COMMENT, MAX_STARS } from '#shared/features/comments/ride-comments.schema.ts'
import { Stars } from './stars.tsx'

type Row = RowOf<'rideComments'>

const tones = { waiting: 'warning', shown: 'success', hidden: 'neutral' } satisfies Record<CommentState, Tone>
const STARS = Array.from({ length: MAX_STARS }, (_, index) => String(MAX_STARS - index))

const ReplyField = fieldsOf(bodyOf(rideComments.reply), rideComments.reply)

/** What guests say about their rides: review, reply, pictures. */
export function RideCommentsPage() {
  const { t } = useText()
  const storeName = useStoreName()
  const states = useDict('comment_state')
  const may = useMayCall('rideComments')
  const review = useReview()
  const [opened, setOpened] = useState<{ kind: 'reply' | 'pictures'; row: Row } | null>(null)
  const close = () => setOpened(null)
  const stars = STARS.map((value) => ({ value, label: t('comment.starsOf', { stars: value }) }))
  const actionsOf = (row: Row): RowAction[] => [
    ...review(row),
    ...(may('reply')
      ? [{ key: 'reply', label: t('comment.reply'), act: () => setOpened({ kind: 'reply', row }) }]
      : []),
    ...(row.pictures.length > 0
      ? [
          {
            key: 'pictures',
            label: t('comment.showPictures', { count: row.pictures.length }),
            act: () => setOpened({ kind: 'pictures', row }),
          },
        ]
      : []),
  ]
  return (
    <>
      <CrudPage
        resource="rideComments"
        title="menu.comments"
        emptyHint="empty.rideComments"
        columns={[
          { name: 'createTime', sorter: true, width: 160, onCard: true },
          {
            name: 'stars',
            sorter: true,
            width: 110,
            options: stars,
            onCard: true,
            render: (row) => <Stars value={row.stars} />,
          },
          {
            name: 'content',
            width: 260,
            render: (row) => row.content || t('comment.noText'),
            whole: (row) => <span className="pl-comment-text">{row.content || t('comment.noText')}</span>,
          },
          {
            name: 'commentState',
            sorter: true,
            width: 110,
            onCard: true,
            options: states,
            render: (row) => <ToneTag tone={tones[row.commentState]}>{t(`comment.state.${row.commentState}`)}</ToneTag>,
          },
          {
            name: 'markedWords',
            width: 130,
            onCard: true,
            render: ({ markedWords }) => (markedWords === '' ? '—' : <ToneTag tone="error">{markedWords}</ToneTag>),
          },
          { name: 'racer', width: 110, onCard: true },
          { name: 'vehicleName', sorter: true, width: 110 },
          { name: 'roleName', width: 130 },
          {
            name: 'reply',
            width: 180,
            whole: ({ reply }) => <span className="pl-comment-text">{reply}</span>,
          },
          { name: 'ticketNo', width: 90, optional: true },
          { name: 'userId', width: 100, optional: true },
          { name: 'startTime', sorter: true, optional: true },
          { name: 'replyBy', width: 110, optional: true },
          { name: 'replyTime', optional: true },
          { name: 'reviewBy', width: 110, optional: true },
          { name: 'reviewTime', optional: true },
          { name: 'reason', width: 160, optional: true },
          { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        ]}
        filters={[
          <ChoiceFilter key="state" name="commentState" options={states} />,
          <ChoiceFilter key="stars" name="stars" options={stars} />,
          <DaysFilter key="time" name="createTime" />,
          <TextFilter key="content" name="content" />,
          <TextFilter key="words" name="markedWords" />,
          <TextFilter key="racer" name="racer" />,
          <TextFilter key="vehicle" name="vehicleName" />,
          <TextFilter key="rule" name="roleName" />,
          <TextFilter key="ticket" name="ticketNo" />,
        ]}
        actions={{ row: actionsOf }}
      />
      {opened?.kind === 'reply' ? <ReplyDialog row={opened.row} onClose={close} /> : null}
      {opened?.kind === 'pictures' ? (
        <SentPictures
          title={t('comment.picturesOf', { racer: opened.row.racer })}
          ids={opened.row.pictures}
          read={async (pictureId) =>
            (await client.rideComments.picture({ query: { id: opened.row.id, pictureId } })).result.image
          }
          onClose={close}
        />
      ) : null}
    </>
  )
}

/** Showing and hiding; hiding needs a reason. */
function useReview(): (row: Row) => RowAction[] {
  const { t } = useText()
  const ask = useConfirmation()
  const { message } = App.useApp()
  const may = useMayCall('rideComments')
  return (row) => {
    if (!may('review')) return []
    const decide = async (commentState: 'shown' | 'hidden', reason?: string): Promise<string> => {
      try {
        return (await client.rideComments.review({ body: { id: row.id, commentState, reason } })).message
      } finally {
        await refreshList('rideComments')
      }
    }
    const show = {
      key: 'show',
      label: t('comment.show'),
      act: () =>
        void decide('shown').then(
          (done) => message.success(done),
          (error: unknown) => message.warning(textOfError(t, error)),
        ),
    }
    const hide = {
      key: 'hide',
      label: t('comment.hide'),
      danger: true,
      act: () =>
        void ask(t('comment.hideAsk', { racer: row.racer }), (reason) => decide('hidden', reason), {
          hint: t('comment.hideHint'),
          needsReason: true,
          ok: t('comment.hide'),
        }),
    }
    return [...(row.commentState === 'shown' ? [] : [show]), ...(row.commentState === 'hidden' ? [] : [hide])]
  }
}

function ReplyDialog({ row, onClose }: { row: Row; onClose(): void }) {
  const { t } = useText()
  const save = async ({ reply }: Values): Promise<string> => {
    const { message } = await client.rideComments.reply({ body: { id: row.id, reply: String(reply ?? '') } })
    await refreshList('rideComments')
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('comment.replyOf', { racer: row.racer })}
      form={{
        values: () => ({ reply: row.reply }),
        fields: () => (
          <>
            <p className="pl-comment-text">{row.content || t('comment.noText')}</p>
            <ReplyField name="reply" extra={t('comment.replyHint')}>
              <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={MAX_COMMENT} showCount />
            </ReplyField>
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
