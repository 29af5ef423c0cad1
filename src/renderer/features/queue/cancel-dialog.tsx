import { Alert, App, Button, Form, Input, type InputRef, Modal } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { type PaidFrom, PayFromField, refreshShifts } from '#renderer/features/shifts/index.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { CancelledOrder, QueueEntry } from '#shared/features/queue/queue.schema.ts'
import { refreshFloor } from './use-queue.ts'

/** Cancels a queued order. It shows before what is refunded where, and after what is left to do. */
export function CancelDialog({ entry, onClose }: { entry: QueueEntry; onClose(): void }) {
  const { t } = useText()
  const { message, modal } = App.useApp()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [paidFrom, setPaidFrom] = useState<PaidFrom | null>(null)
  const withKey = useAttemptKey()
  const openDrawer = useDrawer()
  const reason = useRef<InputRef>(null)
  useFocusOnOpen(() => reason.current?.input)
  const paysCash = entry.payMode === 'cash' && entry.amount > 0
  const lacksDrawer = paysCash && paidFrom === null
  const leavesVenue = entry.payMode === 'cash' || entry.payMode === 'scan'

  const showResult = ({ amount, deposit, payWay, refundState }: CancelledOrder) => {
    const text = refundState === 'refunding' ? t('refund.begun') : t('message.queue.cancelled')
    const given = payWay === 'cash' && amount > 0 ? t('queue.giveBack', { amount: formatAmount(amount) }) : ''
    if (deposit > 0) {
      const left = t('queue.depositLeft', { amount: formatAmount(deposit) })
      void modal.warning({ title: text, content: [given, left].filter(Boolean).join(' ') })
    } else void message.success([text, given].filter(Boolean).join(' · '))
  }
  const send = async ({ remark, password = '' }: { remark: string; password?: string }) => {
    if (isBusy || lacksDrawer) return
    setBusy(true)
    setFailure(null)
    try {
      const body = { id: entry.id, remark, printId: storedPrintId() }
      const { isHere = false, ...from } = (paysCash && paidFrom) || {}
      const { result } = await withKey(body, (key) =>
        client.queue.cancel({ key, body: { ...body, password, ...from } }),
      )
      if (isHere && result.refundId) openDrawer(result.refundId)
      showResult(result)
      onClose()
    } catch (error) {
      setFailure(error)
      void refreshShifts()
    } finally {
      setBusy(false)
      await refreshFloor()
    }
  }
  const description =
    entry.amount > 0 ? t(`queue.back.${entry.payMode}`, { amount: formatAmount(entry.amount) }) : t('queue.back.value')
  return (
    <Modal
      open
      title={`${t('queue.cancel')} · ${entry.ticketNo}`}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Form layout="vertical" initialValues={{ remark: '', password: '' }} onFinish={(given) => void send(given)}>
        <p>
          {description}
          {entry.countOrder > 1 ? ` ${t('queue.wholeOrder', { count: entry.countOrder })}` : ''}
        </p>
        <Form.Item name="remark" label={t('queue.remark')}>
          <Input ref={reason} maxLength={200} placeholder={t('queue.cancelReason')} />
        </Form.Item>
        {paysCash ? <PayFromField sysOrgCode={entry.sysOrgCode} onChange={setPaidFrom} /> : null}
        {leavesVenue ? (
          <Form.Item
            name="password"
            label={t('queue.password')}
            extra={t('refund.passwordHint')}
            rules={[{ required: true }]}
          >
            <Input.Password maxLength={128} autoComplete="off" />
          </Form.Item>
        ) : null}
        {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
        <footer className="pl-dialog-foot">
          <Button onClick={onClose}>{t('queue.keep')}</Button>
          <Button type="primary" danger htmlType="submit" loading={isBusy} disabled={lacksDrawer}>
            {t('queue.cancel')}
          </Button>
        </footer>
      </Form>
    </Modal>
  )
}
