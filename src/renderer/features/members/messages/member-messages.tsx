import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import { messageTones } from './message-tones.ts'
import './member-messages.css'

interface MemberMessagesProps {
  member: { id: string; name: string }
  onClose(): void
}

/** Sends a member a message from a template, with a preview; below it the sent messages with their states. */
export function MemberMessages({ member, onClose }: MemberMessagesProps) {
  const { t } = useText()
  const mayList = useMay('membermessage:list')
  const userId = member.id
  const [templateCode, choose] = useState<string | null>(null)
  const [values, setValues] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const withKey = useAttemptKey()
  const testData = Object.keys(values).length === 0 ? '' : JSON.stringify(values)
  const templates = useQuery({
    queryKey: ['memberTemplates', userId],
    queryFn: async () => (await client.memberMessages.templates({ query: { userId } })).result,
  })
  const preview = useQuery({
    queryKey: ['memberMessagePreview', userId, templateCode, testData],
    queryFn: async () =>
      (await client.memberMessages.preview({ query: { userId, templateCode: templateCode ?? '', testData } })).result,
    enabled: templateCode !== null,
    placeholderData: (before) => before,
  })
  const sent = useQuery({
    queryKey: ['memberMessages', userId],
    queryFn: async () => (await client.memberMessages.list({ query: { userId, pageSize: 20 } })).result.records,
    enabled: mayList,
    refetchInterval: (query) =>
      query.state.data?.some(({ esSendStatus }) => esSendStatus === '0' || esSendStatus === '3') ? 3000 : false,
  })
  const asked = [...new Set([...Object.keys(values), ...(preview.data?.missing ?? [])])]
  const send = async () => {
    if (templateCode === null || isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const body = { userId, templateCode, testData }
      await withKey(body, (key) => client.memberMessages.send({ body, key }))
      choose(null)
      setValues({})
      await queryClient.invalidateQueries({ queryKey: ['memberMessages', userId] })
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  return (
    <Modal open width={620} title={t('memberMessage.of', { name: member.name })} footer={null} onCancel={onClose}>
      <Form layout="vertical" className="pl-member-messages" onFinish={() => void send()}>
        {templates.error ? <ErrorBlock error={templates.error} retry={() => void templates.refetch()} /> : null}
        <Form.Item label={t('memberMessage.templateCode')} htmlFor="member-message-template">
          <Select
            id="member-message-template"
            loading={templates.isPending}
            value={templateCode}
            placeholder={t('memberMessage.choose')}
            notFoundContent={t('memberMessage.noTemplates')}
            options={templates.data?.map((one) => ({
              value: one.templateCode,
              label: `${one.templateName} · ${t(`template.type.${one.templateType}`)}${
                one.reachable ? '' : ` · ${t('memberMessage.unreachable')}`
              }`,
              disabled: !one.reachable,
            }))}
            onChange={(code) => {
              choose(code)
              setValues({})
              setFailure(null)
            }}
          />
        </Form.Item>
        {asked.map((name) => (
          <Form.Item key={name} label={name} htmlFor={`value-${name}`} required>
            <Input
              id={`value-${name}`}
              maxLength={200}
              autoComplete="off"
              value={values[name] ?? ''}
              onChange={({ target }) => setValues((old) => ({ ...old, [name]: target.value }))}
            />
          </Form.Item>
        ))}
        {templateCode !== null && preview.data ? (
          <article aria-live="polite">
            <small>{t('memberMessage.to', { receiver: preview.data.receiver })}</small>
            <p>{preview.data.content}</p>
          </article>
        ) : null}
        {preview.error || failure ? (
          <Alert type="error" showIcon title={textOfError(t, failure ?? preview.error)} />
        ) : null}
        <Button
          type="primary"
          htmlType="submit"
          loading={isBusy}
          disabled={templateCode === null || (preview.data?.missing.length ?? 1) > 0}
        >
          {t('template.send')}
        </Button>
      </Form>
      {sent.data && sent.data.length > 0 ? (
        <section className="pl-member-messages-sent">
          <h3>{t('memberMessage.sent')}</h3>
          <ul>
            {sent.data.map((one) => (
              <li key={one.id}>
                <span>
                  {one.esContent}
                  {one.esSendStatus === '2' && one.esResult ? <small>{one.esResult}</small> : null}
                </span>
                <span>
                  <ToneTag tone={messageTones[one.esSendStatus]}>{t(`dict.msgSendStatus.${one.esSendStatus}`)}</ToneTag>
                  {one.createTime ? <When value={one.createTime} /> : null}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Modal>
  )
}
