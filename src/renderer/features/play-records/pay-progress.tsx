import { CheckCircleFilled, LoadingOutlined, WarningFilled } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { play } from '#renderer/core/sounds.ts'
import { type PayOutcome, watchPayment } from './watch-payment.ts'

interface PayProgressProps {
  orderId: string
  /** Who pays and how much. */
  what: string
  onPaid(): void
  onSettled(): void
  onClose(): void
}

/** How long the success stays before the dialog closes by itself. */
const SHOWN_MS = 1600

/** The pay dialog: paying, then success, or that nobody knows yet (spec §4). */
export function PayProgress({ orderId, what, onPaid, onSettled, onClose }: PayProgressProps) {
  const { t } = useText()
  const [outcome, setOutcome] = useState<PayOutcome | 'paying'>('paying')
  const latest = useRef({ onPaid, onSettled, onClose })
  latest.current = { onPaid, onSettled, onClose }

  useEffect(() => {
    const stop = new AbortController()
    const query = async () => (await client.consume.queryById({ query: { id: orderId } })).result.payState
    void watchPayment(query, stop.signal).then((result) => {
      if (stop.signal.aborted) return
      setOutcome(result)
      latest.current.onSettled()
      if (result === 'payed') latest.current.onPaid()
      play(result === 'payed' ? 'done' : 'error')
    })
    return () => stop.abort()
  }, [orderId])

  useEffect(() => {
    if (outcome !== 'payed') return
    const timer = setTimeout(() => latest.current.onClose(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  return (
    <Modal open width={360} title={t('pay.title')} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <div className="pl-block pl-pay" role="status" aria-live="assertive">
        {outcome === 'paying' ? <LoadingOutlined /> : null}
        {outcome === 'payed' ? <CheckCircleFilled style={{ color: 'var(--pl-success)' }} /> : null}
        {outcome === 'timeout' || outcome === 'failed' ? (
          <WarningFilled style={{ color: 'var(--pl-warning)' }} />
        ) : null}
        <strong>
          {t(
            { paying: 'pay.paying', payed: 'pay.success', timeout: 'pay.timeout', failed: 'pay.failed' }[
              outcome
            ] as 'pay.paying',
          )}
        </strong>
        <span className="pl-amount">{what}</span>
        {outcome === 'timeout' ? <span>{t('pay.timeoutHint')}</span> : null}
        {outcome === 'paying' ? null : (
          <Button type="primary" autoFocus onClick={onClose}>
            {t('pay.done')}
          </Button>
        )}
      </div>
    </Modal>
  )
}
