import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { client } from '#member/core/client.ts'
import { textOfError, useText } from '#member/core/locale.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Notice } from '#member/ui/states.tsx'
import { newId } from '#shared/core/id.ts'
import { FeedbackKind } from '#shared/features/feedback/feedback-words.schema.ts'

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
  const queries = useQueryClient()
  const [kind, setKind] = useState<FeedbackKind>('service')
  const [content, setContent] = useState('')
  const [contact, setContact] = useState('')
  /** Of the text as it stands: a repeated press after a lost answer is the same feedback. */
  const attempt = useRef({ of: '', key: '' })
  const send = useMutation({
    mutationFn: async () => {
      const body = { feedbackKind: kind, content: content.trim(), contact: contact.trim() }
      const of = JSON.stringify(body)
      if (attempt.current.of !== of) attempt.current = { of, key: newId() }
      return client.memberFeedback.add({ body, key: attempt.current.key })
    },
    onSuccess: async () => {
      attempt.current = { of: '', key: '' }
      setContent('')
      await queries.invalidateQueries({ queryKey: ['feedback'] })
    },
  })
  return (
    <form
      className="m-card m-actions"
      onSubmit={(event) => {
        event.preventDefault()
        if (content.trim() !== '') send.mutate()
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
            maxLength={1000}
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
      {send.error ? <Notice tone="error" text={textOfError(t, send.error)} /> : null}
      {send.isSuccess && content === '' ? <Notice tone="good" text={t('memberVoice.thanks')} /> : null}
      <Button type="submit" isBusy={send.isPending} isDisabled={content.trim() === ''}>
        {t('memberVoice.send')}
      </Button>
    </form>
  )
}
