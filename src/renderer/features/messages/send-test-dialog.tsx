import { Alert, App, Form, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import type { RowOf } from '#renderer/ui/crud-types.ts'
import { newId } from '#shared/core/id.ts'
import { variablesOf } from '#shared/features/messages/message-template.calc.ts'
import { TEST_JSON, toPlain } from './template-content.calc.ts'
import './messages.css'

interface SendTestDialogProps {
  template: RowOf<'messageTemplates'>
  onClose(): void
}

interface Sent {
  receiver: string
  testData: string
}

/** Values to try a template with: the stored ones, else a blank for each variable. */
const testDataOf = ({ templateTestJson, templateContent }: SendTestDialogProps['template']): string => {
  if (templateTestJson.trim() !== '') return templateTestJson
  const names = variablesOf(templateContent)
  return names.length === 0 ? '' : JSON.stringify(Object.fromEntries(names.map((name) => [name, ''])), null, 2)
}

/** Sends a template to one receiver, to see how it arrives. */
export function SendTestDialog({ template, onClose }: SendTestDialogProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const [form] = Form.useForm<Sent>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  // The same message is sent once however often the button is pressed; another one has another key.
  const attempt = useRef({ key: newId(), body: '' })

  const send = async ({ receiver, testData }: Sent) => {
    const { templateCode, id: templateId, templateType: msgType } = template
    const body = { templateCode, templateId, msgType, receiver, testData }
    const text = JSON.stringify(body)
    if (attempt.current.body !== text) attempt.current = { key: newId(), body: text }
    setBusy(true)
    setFailure(null)
    try {
      const answer = await client.messageTemplates.sendMsg({ key: attempt.current.key, body })
      void message.success(answer.message)
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      width={560}
      title={t('template.sendTest')}
      okText={t('template.send')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: isBusy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        className="pl-crud-form"
        initialValues={{ receiver: '', testData: testDataOf(template) }}
        onFinish={(values) => void send(values)}
      >
        <Form.Item label={template.templateName}>
          <div className="pl-panel pl-template-text">{toPlain(template.templateContent)}</div>
        </Form.Item>
        <Form.Item
          name="receiver"
          label={t(`template.receiver.${template.templateType}`)}
          rules={[{ required: true, whitespace: true, message: t('crud.required', { label: t('template.receiver') }) }]}
        >
          <Input autoFocus maxLength={200} autoComplete="off" />
        </Form.Item>
        <Form.Item name="testData" label={t('template.testJson')}>
          <Input.TextArea rows={4} placeholder={t('template.testJsonHint', { example: TEST_JSON })} maxLength={5000} />
        </Form.Item>
        {/* Enter sends. */}
        <button type="submit" hidden />
      </Form>
      {failure ? <Alert type="warning" showIcon title={textOfError(t, failure)} /> : null}
    </Modal>
  )
}
