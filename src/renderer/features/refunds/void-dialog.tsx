import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Form, Input, Modal, Select, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { queryClient } from '#renderer/core/query.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { useCashier } from '#renderer/features/cashiers/index.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { formatAmount } from '#shared/core/money.ts'
import { formatTime } from '#shared/core/time.ts'
import type { LastSale } from '#shared/features/refunds/voids.schema.ts'
import { RefundPreview } from './refund-preview.tsx'

const REASONS = ['rule', 'vehicle', 'member', 'payment', 'guest'] as const

/** Voids the last sale of this counter; shows the sale and the refund before confirmation. */
export function VoidDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['refunds', 'lastSale'],
    queryFn: async () => (await client.refunds.lastSale()).result,
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <Modal
      open
      width={560}
      style={{ top: 24 }}
      title={t('void.title')}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {isPending ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {error ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
      {data === null ? <EmptyBlock title={t('void.none')} hint={t('void.noneHint')} /> : null}
      {data ? <VoidForm key={data.orderId} sale={data} onClose={onClose} /> : null}
    </Modal>
  )
}

interface Asked {
  reason: string
  approverId?: string
  approverPassword?: string
}

function VoidForm({ sale, onClose }: { sale: LastSale; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const [form] = Form.useForm<Asked>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  /** The scanned badge of an approval; empty when none. */
  const [badge, setBadge] = useState('')
  const withKey = useAttemptKey()
  const openDrawer = useDrawer()
  const { cashier } = useCashier()
  const needsApprover = sale.approval.length > 0 && !sale.mayApprove
  const back = sale.amount + sale.deposit
  const clock = (at: string) => formatTime(new Date(at), sale.timeZone, 'HH:mm')

  useScan(
    ({ kind, value }) => {
      if (kind !== 'staffBadge') return false
      playSound('scan')
      setBadge(value)
      form.setFieldValue('approverPassword', '')
    },
    'dialog',
    needsApprover && sale.byBadge,
  )

  const send = async ({ reason, approverId, approverPassword = '' }: Asked) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const { orderKind, orderId, payWay } = sale
    try {
      const approver = needsApprover ? { approverId: approverId ?? null } : {}
      const order = { orderKind, orderId, cashierId: cashier?.id ?? null, printId: storedPrintId() }
      const body = { ...order, ...approver, reason: reason.trim() }
      const { result } = await withKey(body, (key) =>
        client.refunds.voidSale({ key, body: { ...body, approverPassword, badge } }),
      )
      if (payWay === 'cash' && back > 0) openDrawer(result.id)
      playSound('done')
      const amount = formatAmount(back)
      if (payWay === 'cash' && back > 0) void message.success(t('void.doneCash', { amount }), 10)
      else void message.success(t(result.refundState === 'refunding' ? 'void.doneScan' : 'void.done', { amount }))
      await queryClient.invalidateQueries({ queryKey: ['playRecords'] })
      onClose()
    } catch (error) {
      playSound('error')
      setFailure(error)
      setBadge('')
      form.setFieldValue('approverPassword', '')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} layout="vertical" initialValues={{ reason: '' }} onFinish={(asked) => void send(asked)}>
      <p className="pl-void-sale">
        <strong>{[sale.tickets, sale.roleName].filter(Boolean).join(' · ')}</strong>
        <span>{[sale.racer, sale.userId].filter(Boolean).join(' · ')}</span>
        <small>{t('void.sold', { time: clock(sale.soldAt), until: clock(sale.until) })}</small>
      </p>
      <RefundPreview plan={sale} />
      {sale.refusal ? null : (
        <>
          <ul className="pl-void-notes">
            {sale.deposit > 0 ? <li>{t('void.deposit', { amount: formatAmount(sale.deposit) })}</li> : null}
            {sale.orderKind === 'consume' ? <li>{t(sale.settles ? 'void.settles' : 'void.ends')}</li> : null}
          </ul>
          <Form.Item name="reason" label={t('void.reason')} rules={[{ required: true, whitespace: true }]}>
            <Input maxLength={200} autoFocus autoComplete="off" />
          </Form.Item>
          <div className="pl-void-reasons">
            {REASONS.map((one) => (
              <Button
                key={one}
                size="small"
                onClick={() => {
                  form.setFieldValue('reason', t(`void.reason.${one}`))
                  form.focusField('reason')
                }}
              >
                {t(`void.reason.${one}`)}
              </Button>
            ))}
          </div>
          {needsApprover ? (
            <fieldset className="pl-void-approval">
              <legend>{t('void.approval')}</legend>
              <p>
                {sale.approval.map((one) => (
                  <Tag key={one} color="warning">
                    {t(`void.approval.${one}`)}
                  </Tag>
                ))}
              </p>
              {sale.approvers.length === 0 ? <Alert type="warning" showIcon title={t('void.noApprovers')} /> : null}
              <div className="pl-void-approver">
                <Form.Item name="approverId" label={t('void.approver')} rules={[{ required: true }]}>
                  <Select options={sale.approvers.map(({ id, realname }) => ({ value: id, label: realname }))} />
                </Form.Item>
                {badge === '' ? (
                  <Form.Item
                    name="approverPassword"
                    label={t('void.approverPassword')}
                    extra={t(sale.byBadge ? 'void.byBadge' : 'void.approverHint')}
                    rules={[{ required: true }]}
                  >
                    <Input.Password maxLength={128} autoComplete="off" />
                  </Form.Item>
                ) : (
                  <Alert type="info" showIcon title={t('void.badgeShown')} />
                )}
              </div>
            </fieldset>
          ) : null}
        </>
      )}
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <footer className="pl-dialog-foot">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button type="primary" danger htmlType="submit" loading={isBusy} disabled={sale.refusal !== null}>
          {back > 0 ? t('void.sendAmount', { amount: formatAmount(back) }) : t('void.send')}
        </Button>
      </footer>
    </Form>
  )
}
