import { Form, Input } from 'antd'
import { useRef } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { newId } from '#shared/core/id.ts'
import { variablesOf } from '#shared/features/messages/message-template.calc.ts'
import { TEST_JSON, toPlain } from './template-content.calc.ts'
import './messages.css'

interface SendTestDialogProps {
  template: RowOf<'messageTemplates'>
  onClose(): void
}

/** The test values of a template: the stored ones, else an empty one for each variable. */
const testDataOf = ({ templateTestJson, templateContent }: SendTestDialogProps['template']): string => {
  if (templateTestJson.trim() !== '') return templateTestJson
  const names = variablesOf(templateContent)
  return names.length === 0 ? '' : JSON.stringify(Object.fromEntries(names.map((name) => [name, ''])), null, 2)
}

/** Sends a template to one receiver as a test. */
export function SendTestDialog({ template, onClose }: SendTestDialogProps) {
  const { t } = useText()
  // The same message is sent once however often the button is pressed; a changed one gets a new key.
  const attempt = useRef({ key: newId(), body: '' })

  const send = async ({ receiver, testData }: Values) => {
    const { templateCode, id: templateId, templateType: msgType } = template
    const body = { templateCode, templateId, msgType, receiver: String(receiver), testData: String(testData ?? '') }
    const text = JSON.stringify(body)
    if (attempt.current.body !== text) attempt.current = { key: newId(), body: text }
    return (await client.messageTemplates.sendMsg({ key: attempt.current.key, body })).message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('template.sendTest')}
      okText={t('template.send')}
      form={{
        values: () => ({ receiver: '', testData: testDataOf(template) }),
        fields: () => (
          <>
            <Form.Item label={template.templateName}>
              <div className="pl-panel pl-template-text">{toPlain(template.templateContent)}</div>
            </Form.Item>
            <Form.Item
              name="receiver"
              label={t(`template.receiver.${template.templateType}`)}
              rules={[
                { required: true, whitespace: true, message: t('crud.required', { label: t('template.receiver') }) },
              ]}
            >
              <Input maxLength={200} autoComplete="off" />
            </Form.Item>
            <Form.Item name="testData" label={t('template.testJson')}>
              <Input.TextArea
                rows={4}
                placeholder={t('template.testJsonHint', { example: TEST_JSON })}
                maxLength={5000}
              />
            </Form.Item>
          </>
        ),
      }}
      onSave={send}
      onClose={onClose}
    />
  )
}
