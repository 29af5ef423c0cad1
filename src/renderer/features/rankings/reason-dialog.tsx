import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'

interface ReasonDialogProps {
  title: string
  hint: string
  okText: string
  isDangerous?: boolean
  /** Runs the action with the reason; resolves to the success message. */
  act(reason: string): Promise<string | undefined>
  onClose(): void
}

/** Asks for a reason before rankings change; the input is retained on failure. */
export function ReasonDialog({ title, hint, okText, isDangerous = false, act, onClose }: ReasonDialogProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const queries = useQueryClient()
  const [form] = Form.useForm<{ reason: string }>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const save = async ({ reason }: { reason: string }) => {
    setBusy(true)
    try {
      void message.success(await act(reason))
      await queries.invalidateQueries({ queryKey: ['rankings'] })
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ danger: isDangerous }}
      cancelText={t('action.cancel')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>{hint}</p>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <Form form={form} layout="vertical" onFinish={(values) => void save(values)}>
        <Form.Item name="reason" label={t('ranking.reason')} rules={[{ required: true, whitespace: true }]}>
          <Input.TextArea rows={2} maxLength={200} enterKeyHint="done" autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}
