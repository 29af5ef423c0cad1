import { Alert, App, Button, Form, Input, type InputRef, Modal, Select } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'
import { refreshFloor, useQueue } from './use-queue.ts'

interface Given {
  racer: string
  paiduiNumber?: number
}

/** Changes the racer's name or the position of a queue entry. */
export function EditQueuedDialog({ entry, onClose }: { entry: QueueEntry; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const queue = useQueue()
  const racer = useRef<InputRef>(null)
  useFocusOnOpen(() => racer.current?.input)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const others = (queue.data?.records ?? []).filter(
    ({ id, sysOrgCode }) => id !== entry.id && sysOrgCode === entry.sysOrgCode,
  )
  const save = async ({ racer, paiduiNumber }: Given) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const body = { id: entry.id, racer: racer === entry.racer ? undefined : racer, paiduiNumber }
      void message.success((await client.queue.editEntry({ body })).message)
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      await refreshFloor()
    }
  }
  return (
    <Modal
      open
      title={`${t('queue.edit')} · ${entry.ticketNo}`}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Form layout="vertical" initialValues={{ racer: entry.racer }} onFinish={(given: Given) => void save(given)}>
        <Form.Item
          name="racer"
          label={t('queue.racer')}
          rules={[{ required: true, whitespace: true, message: t('error.sessions.racerRequired') }]}
        >
          <Input ref={racer} maxLength={30} autoComplete="off" />
        </Form.Item>
        <Form.Item name="paiduiNumber" label={t('queue.paiduiNumber')} extra={t('queue.moveHint')}>
          <Select
            allowClear
            placeholder={t('queue.stays')}
            options={others.map(({ paiduiNumber, ticketNo, racer }) => ({
              value: paiduiNumber,
              label: `${ticketNo} ${racer}`,
            }))}
          />
        </Form.Item>
        {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
        <footer className="pl-dialog-foot">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {t('action.save')}
          </Button>
        </footer>
      </Form>
    </Modal>
  )
}
