import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import type { SyncPort } from '#renderer/platform/platform.ts'
import { useFocusOnOpen } from '#renderer/ui/use-focus-on-open.ts'
import type { SyncItem } from '#shared/ipc/contract.ts'

const REMARK_ID = 'dismiss-remark'

/** Closes a refused start; without a remark nobody would know why later. */
export function DismissDialog({ item, sync, onClose }: { item: SyncItem; sync: SyncPort; onClose(): void }) {
  const { t } = useText()
  const [form] = Form.useForm<{ remark: string }>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  useFocusOnOpen(() => document.getElementById(REMARK_ID))

  const submit = async ({ remark }: { remark: string }) => {
    setBusy(true)
    setFailure(null)
    try {
      await sync.dismiss(item.id, remark.trim())
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
      <p>
        {item.ticketNo} · {item.vehicleName} · {item.racer}
      </p>
      <Form form={form} layout="vertical" onFinish={submit} requiredMark={false}>
        <Form.Item
          name="remark"
          htmlFor={REMARK_ID}
          label={t('sync.remark')}
          extra={t('sync.dismissHint')}
          rules={[{ required: true, whitespace: true, message: t('sync.remarkRequired') }]}
        >
          <Input.TextArea id={REMARK_ID} rows={3} maxLength={200} />
        </Form.Item>
      </Form>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
    </Modal>
  )
}
