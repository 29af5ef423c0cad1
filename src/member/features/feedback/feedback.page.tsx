import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { client } from '#member/core/client.ts'
import { textOfError, useText } from '#member/core/locale.ts'
import { readAgain } from '#member/core/query.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Notice } from '#member/ui/states.tsx'
import { AppError } from '#shared/core/errors.ts'
import { FeedbackKind, MAX_FEEDBACK } from '#shared/features/feedback/feedback-words.schema.ts'
import { openFeedback, type Picture, sendFeedback, sendPictures } from './feedback.ts'
import { Pictures } from './pictures.tsx'

/** Sends feedback to the store, and shows the answers to earlier ones. */
export function FeedbackPage() {
  const { t } = useText()
  const sent = useQuery({ queryKey: ['feedback'], queryFn: async () => (await client.memberFeedback.list()).result })
  return (
    <>
      <FeedbackForm />
      <Answered query={sent}>
        {(list) =>
          list.length === 0 ? null : (
            <>
              <h2 className="m-title">{t('memberVoice.sent')}</h2>
              <Rows
                rows={list.map(({ id, createTime, feedbackKind, content, feedbackState, answer }) => ({
                  key: id,
                  title: content,
                  note: (
                    <>
                      {[createTime.slice(0, 16), t(`memberVoice.kind.${feedbackKind}`)].join(' · ')}
                      {answer === '' ? null : (
                        <>
                          <br />
                          {t('memberVoice.answer', { answer })}
                        </>
                      )}
                    </>
                  ),
                  value: t(`memberVoice.state.${feedbackState}`),
                }))}
              />
            </>
          )
        }
      </Answered>
    </>
  )
}

function FeedbackForm() {
  const { t } = useText()
  const id = useId()
  // What was sent without an answer stands in the form again, to be sent as it was.
  const [before] = useState(openFeedback)
  const [kind, setKind] = useState<FeedbackKind>(before?.feedbackKind ?? 'service')
  const [content, setContent] = useState(before?.content ?? '')
  const [contact, setContact] = useState(before?.contact ?? '')
  const [pictures, setPictures] = useState<readonly Picture[]>(() =>
    (before?.pictures ?? []).map((sentAs) => ({ sentAs, file: null })),
  )
  const send = useMutation({
    mutationFn: async () => {
      const sent = await sendPictures(pictures)
      setPictures(sent)
      await sendFeedback({
        feedbackKind: kind,
        content: content.trim(),
        contact: contact.trim(),
        pictures: sent.map(({ sentAs }) => sentAs),
      })
    },
    onSuccess: () => {
      setContent('')
      setPictures([])
      void readAgain()
    },
    onError: (error) => {
      // The server keeps unused pictures for a day; those of this phone can be sent again.
      if (error instanceof AppError && error.details.field === 'pictures')
        setPictures((chosen) => chosen.flatMap(({ file }) => (file ? [{ file, sentAs: '' }] : [])))
    },
  })
  return (
    <form
      className="m-card m-actions"
      onSubmit={(event) => {
        event.preventDefault()
        if (content.trim() !== '' && !send.isPending) send.mutate()
      }}
    >
      <div className="m-field">
        <label htmlFor={`${id}-kind`}>{t('memberVoice.kind')}</label>
        <div className="m-field-row">
          <select id={`${id}-kind`} value={kind} onChange={({ target }) => setKind(FeedbackKind.parse(target.value))}>
            {FeedbackKind.options.map((value) => (
              <option key={value} value={value}>
                {t(`memberVoice.kind.${value}`)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="m-field">
        <label htmlFor={`${id}-text`}>{t('memberVoice.text')}</label>
        <div className="m-field-row">
          <textarea
            id={`${id}-text`}
            rows={4}
            maxLength={MAX_FEEDBACK}
            value={content}
            onChange={({ target }) => setContent(target.value)}
          />
        </div>
      </div>
      <Field
        label={t('memberVoice.contact')}
        hint={t('memberVoice.contactHint')}
        value={contact}
        maxLength={60}
        onChange={setContact}
      />
      <Pictures pictures={pictures} isBusy={send.isPending} onChange={setPictures} />
      {send.error ? <Notice tone="error" text={textOfError(t, send.error)} /> : null}
      {send.isSuccess && content === '' ? <Notice tone="good" text={t('memberVoice.thanks')} /> : null}
      <Button type="submit" isBusy={send.isPending} isDisabled={content.trim() === ''}>
        {t('memberVoice.send')}
      </Button>
    </form>
  )
}
