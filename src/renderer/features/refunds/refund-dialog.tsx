import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Form, Input, InputNumber, Modal, Radio } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { type PaidFrom, PayFromField, refreshShifts } from '#renderer/features/shifts/index.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { shownOld } from '#renderer/ui/display/shown-old.ts'
import { formatAmount, toMinor } from '#shared/core/money.ts'
import type { RefundKind, RefundPlan } from '#shared/features/refunds/refunds.schema.ts'
import { type ChosenPieces, linesOf, RefundPieces } from './refund-pieces.tsx'
import { RefundPreview } from './refund-preview.tsx'

interface RefundDialogProps {
  orderKind: RefundKind
  orderId: string
  onClose(): void
}

interface Asked {
  part: 'whole' | 'part' | 'lines'
  amount?: number | null
  reason: string
  password: string
}

/** Whether anything but products is left to refund. */
const isOfRides = ({ refundable, goods }: RefundPlan): boolean =>
  goods.length === 0 || toMinor(refundable) > goods.reduce((sum, { left, price }) => sum + left * toMinor(price), 0)

/** Refunds an order, fully or in part; shows the effect before confirmation. */
export function RefundDialog({ orderKind, orderId, onClose }: RefundDialogProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const [form] = Form.useForm<Asked>()
  const part = Form.useWatch('part', form) ?? 'whole'
  const typed = Form.useWatch('amount', form)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [paidFrom, setPaidFrom] = useState<PaidFrom | null>(null)
  const [chosen, setChosen] = useState<ChosenPieces>({})
  const withKey = useAttemptKey()
  const openDrawer = useDrawer()
  const amount = part === 'part' ? (typed ?? undefined) : undefined
  const lines = part === 'lines' ? linesOf(chosen) : []
  const pieces = lines.map(({ lineId, count }) => `${lineId}:${count}`).join(',') || undefined
  const {
    data: plan,
    error,
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['refundPreview', orderKind, orderId, amount, pieces],
    queryFn: async () =>
      (await client.refunds.preview({ query: { orderKind, orderId, amount, lines: pieces } })).result,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  // The plan is of the amount before, or from before a refusal; the new one is loading.
  const isOld = plan !== undefined && (isFetching || isPlaceholderData)
  const paysCash = plan?.payWay === 'cash' && plan.amount > 0
  const lacksDrawer = paysCash && paidFrom === null
  const lacksAmount = part === 'part' ? amount === undefined : part === 'lines' && lines.length === 0

  const send = async ({ reason, password }: Asked) => {
    if (isBusy || isOld || lacksAmount || lacksDrawer) return
    setBusy(true)
    setFailure(null)
    try {
      const { isHere = false, ...from } = (paysCash && paidFrom) || {}
      const asked = part === 'lines' ? { lines } : { amount: amount ?? null }
      const body = { orderKind, orderId, ...asked, reason, printId: storedPrintId() }
      const { result } = await withKey(body, (key) => client.refunds.add({ key, body: { ...body, password, ...from } }))
      if (isHere) openDrawer(result.id)
      void message.success(t(result.refundState === 'refunding' ? 'refund.begun' : 'refund.done'))
      await queryClient.invalidateQueries({ queryKey: ['crud'] })
      onClose()
    } catch (error) {
      setFailure(error)
      form.setFieldValue('password', '')
      // Not awaited, so that the next password can be entered at once.
      void queryClient.invalidateQueries({ queryKey: ['refundPreview'] })
      void refreshShifts()
    } finally {
      setBusy(false)
    }
  }
  const why = failure ?? error
  return (
    <Modal open width={560} title={t('refund.title')} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ part: 'whole', reason: '', password: '' }}
        onFinish={(asked) => void send(asked)}
      >
        {plan ? (
          <p>
            {t('refund.about', {
              rule: plan.roleName,
              paid: formatAmount(plan.paid),
              refunded: formatAmount(plan.refunded),
              refundable: formatAmount(plan.refundable),
            })}
          </p>
        ) : null}
        <Form.Item name="part">
          <Radio.Group
            options={[
              { value: 'whole', label: t('refund.whole') },
              // An amount is of the rides; an order of products alone has none.
              ...(plan && isOfRides(plan) ? [{ value: 'part', label: t('refund.part') }] : []),
              ...(plan && plan.goods.length > 0 ? [{ value: 'lines', label: t('refund.byLines') }] : []),
            ]}
          />
        </Form.Item>
        {part === 'part' ? (
          <Form.Item name="amount" label={t('refund.amount')} required>
            <InputNumber min={0.01} max={1_000_000} precision={2} inputMode="decimal" autoFocus />
          </Form.Item>
        ) : null}
        {part === 'lines' && plan ? <RefundPieces goods={plan.goods} chosen={chosen} onChange={setChosen} /> : null}
        {plan && !lacksAmount ? (
          <div {...shownOld(isOld)}>
            <RefundPreview plan={plan} />
          </div>
        ) : null}
        {plan && paysCash ? <PayFromField sysOrgCode={plan.sysOrgCode} onChange={setPaidFrom} /> : null}
        <Form.Item name="reason" label={t('refund.reason')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('refund.password')}
          extra={t('refund.passwordHint')}
          rules={[{ required: true }]}
        >
          <Input.Password maxLength={128} autoComplete="off" />
        </Form.Item>
        {why ? <Alert type="error" showIcon title={textOfError(t, why)} /> : null}
        <footer className="pl-dialog-foot">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="primary"
            danger
            htmlType="submit"
            loading={isBusy}
            disabled={!plan || isOld || plan.refusal !== null || lacksAmount || lacksDrawer}
          >
            {plan && !isOld && !plan.refusal && plan.amount > 0 && !lacksAmount
              ? t('refund.send', { amount: formatAmount(plan.amount) })
              : t('refund.action')}
          </Button>
        </footer>
      </Form>
    </Modal>
  )
}
