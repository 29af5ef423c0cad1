import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'

const REMARK_ID = 'dismiss-remark'

interface DismissDialogProps {
  /** The refused entry, as text. */
  what: string
  dismiss(remark: string): Promise<unknown>
  onClose(): void
}

/** Dismisses a refused entry; requires a remark for the record. */
export function DismissDialog({ what, dismiss, onClose }: DismissDialogProps) {
  const { t } = useText()
  const [form] = Form.useForm<{ remark: string }>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  useFocusOnOpen(() => document.getElementById(REMARK_ID))

  const submit = async ({ remark }: { remark: string }) => {
    setBusy(true)
    setFailure(null)
    try {
      await dismiss(remark.trim())
      await queryClient.invalidateQueries({ queryKey: ['sync'] })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      width={450}
      title={t('sync.dismissTitle')}
      okText={t('sync.dismiss')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: isBusy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{what}</p>
      <Form form={form} layout="vertical" onFinish={submit} requiredMark={false}>
        <Form.Item
          name="remark"
          htmlFor={REMARK_ID}
          label={t('sync.remark')}
          extra={t('sync.dismissHint')}
          rules={[{ required: true, whitespace: true, message: t('sync.remarkRequired') }]}
        >
          <Input.TextArea id={REMARK_ID} rows={3} maxLength={200} enterKeyHint="done" />
        </Form.Item>
      </Form>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
    </Modal>
  )
}
