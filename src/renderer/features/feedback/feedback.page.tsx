import { Input, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { SentPictures } from '#renderer/ui/display/sent-pictures.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { bodyOf, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { type AnswerInput, feedback } from '#shared/features/feedback/feedback.contract.ts'
import { FeedbackState, MAX_FEEDBACK } from '#shared/features/feedback/feedback-words.schema.ts'

type Row = RowOf<'feedback'>

const tones = { new: 'error', inWork: 'warning', answered: 'success', closed: 'neutral' } satisfies Record<
  FeedbackState,
  Tone
>
const NEXT_STATES = FeedbackState.exclude(['new']).options

const Field = fieldsOf(bodyOf(feedback.answer), feedback.answer)

/** What members tell the store, and the answers. */
export function FeedbackPage() {
  const { t } = useText()
  const storeName = useStoreName()
  const kinds = useDict('feedback_kind')
  const states = useDict('feedback_state')
  const may = useMayCall('feedback')
  const [opened, setOpened] = useState<{ kind: 'answer' | 'pictures'; row: Row } | null>(null)
  const close = () => setOpened(null)
  const actionsOf = (row: Row): RowAction[] => [
    ...(may('answer')
      ? [{ key: 'answer', label: t('feedback.handle'), act: () => setOpened({ kind: 'answer', row }) }]
      : []),
    ...(row.pictures.length > 0
      ? [
          {
            key: 'pictures',
            label: t('feedback.showPictures', { count: row.pictures.length }),
            act: () => setOpened({ kind: 'pictures', row }),
          },
        ]
      : []),
  ]
  return (
    <>
      <CrudPage
        resource="feedback"
        title="menu.feedback"
        emptyHint="empty.feedback"
        columns={[
          { name: 'createTime', sorter: true, width: 160, onCard: true },
          { name: 'feedbackKind', sorter: true, width: 100, options: kinds, onCard: true },
          {
            name: 'content',
            width: 320,
            whole: ({ content }) => <span style={{ whiteSpace: 'pre-line' }}>{content}</span>,
          },
          {
            name: 'feedbackState',
            sorter: true,
            width: 110,
            onCard: true,
            options: states,
            render: ({ feedbackState }) => (
              <ToneTag tone={tones[feedbackState]}>{t(`feedback.state.${feedbackState}`)}</ToneTag>
            ),
          },
          { name: 'userId', width: 100, onCard: true },
          { name: 'contact', width: 140 },
          {
            name: 'answer',
            width: 240,
            whole: ({ answer }) => <span style={{ whiteSpace: 'pre-line' }}>{answer}</span>,
          },
          { name: 'answerBy', width: 110, optional: true },
          { name: 'answerTime', optional: true },
          { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        ]}
        filters={[
          <ChoiceFilter key="state" name="feedbackState" options={states} />,
          <ChoiceFilter key="kind" name="feedbackKind" options={kinds} />,
          <DaysFilter key="time" name="createTime" />,
          <TextFilter key="content" name="content" />,
          <TextFilter key="member" name="userId" />,
        ]}
        actions={{ row: actionsOf }}
      />
      {opened?.kind === 'answer' ? <AnswerDialog row={opened.row} onClose={close} /> : null}
      {opened?.kind === 'pictures' ? (
        <SentPictures
          title={t('feedback.picturesOf', { member: opened.row.userId })}
          ids={opened.row.pictures}
          read={async (pictureId) =>
            (await client.feedback.picture({ query: { id: opened.row.id, pictureId } })).result.image
          }
          onClose={close}
        />
      ) : null}
    </>
  )
}

function AnswerDialog({ row, onClose }: { row: Row; onClose(): void }) {
  const { t } = useText()
  const save = async ({ feedbackState, answer }: Values): Promise<string> => {
    // The form's fields are those of the call.
    const body = { id: row.id, feedbackState, answer: answer ?? '' } as AnswerInput
    const { message } = await client.feedback.answer({ body })
    await refreshList('feedback')
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('feedback.handleOf', { member: row.userId })}
      form={{
        values: () => ({
          feedbackState: row.feedbackState === 'new' ? 'answered' : row.feedbackState,
          answer: row.answer,
        }),
        fields: () => (
          <>
            <p style={{ whiteSpace: 'pre-line' }}>{row.content}</p>
            <Field name="feedbackState">
              <Select options={NEXT_STATES.map((value) => ({ value, label: t(`feedback.state.${value}`) }))} />
            </Field>
            <Field name="answer" extra={t('feedback.answerHint')}>
              <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={MAX_FEEDBACK} showCount />
            </Field>
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
