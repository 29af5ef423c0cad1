import { CheckCircleFilled, CloseCircleFilled, LoadingOutlined, WarningFilled } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, type InputRef, Modal } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { isPayCode, payCodeOf } from './pay-code.calc.ts'
import { type PayStage, usePayStage } from './use-pay-stage.ts'
import type { PayOutcome } from './watch-payment.ts'
import './pay-dialog.css'

const INPUT_ID = 'pay-code'
/** How long the success is shown before the dialog closes. */
const SHOWN_MS = 1600

interface PayDialogProps {
  /** The payer or the subject. */
  what: string
  /** The formatted amount; empty where `what` contains it. */
  amount?: string
  /** An order that was sent already and is only polled. */
  orderId?: string | undefined
  /** A code that was scanned before the dialog was opened. */
  payCode?: string
  /** The id of the order for the next code: a new one by default. */
  newOrderId?(): string
  /** Sends the order under an id with the guest's pay code. */
  send?(payCode: string, orderId: string): Promise<unknown>
  query(orderId: string): Promise<string>
  onPaid(orderId: string): void
  onEnd?(orderId: string, outcome: PayOutcome): void
  /** Switches to cash once it is certain that nothing was paid; absent where cash is not accepted. */
  onCash?: (() => void) | undefined
  /** Called with the result; null when nothing was sent. */
  onClose(): void
  /** A hint below the code field. */
  hint?: ReactNode
  /** False: the payment belongs to another store and ends by itself. */
  canGiveUp?: boolean
}

/** The payment dialog (spec §4): code, paying, then success, failure or unknown. */
export function PayDialog(props: PayDialogProps) {
  const { what, amount = '', onClose, onCash, hint, canGiveUp = true } = props
  const { t } = useText()
  const payment = usePayStage(props.orderId ?? null, {
    newOrderId: props.newOrderId ?? newId,
    send: async (payCode, orderId) => props.send?.(payCode, orderId),
    giveUp: (id) => client.payments.cancel({ body: { id } }),
    query: props.query,
    onPaid: props.onPaid,
    onEnd: (orderId, outcome) => props.onEnd?.(orderId, outcome),
  })
  const { stage, send } = payment
  const mayGiveUp = useMay('payment:cancel') && canGiveUp
  const given = useRef(props.payCode ?? '')
  useEffect(() => {
    if (given.current !== '') void send(given.current)
    given.current = ''
  }, [send])
  useScan(({ kind, value }) => {
    if (stage.kind !== 'code') return
    if (kind === 'payCode') void send(value)
    else payment.refuse(new AppError('pay.notPayCode', { field: 'payCode' }))
  }, 'dialog')

  const latestClose = useRef(onClose)
  latestClose.current = onClose
  useEffect(() => {
    if (stage.kind !== 'paid') return
    const timer = setTimeout(() => latestClose.current(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [stage.kind])

  const isFixed = stage.kind === 'sending'
  return (
    <Modal
      open
      width={440}
      title={t('pay.title')}
      footer={null}
      closable={!isFixed}
      onCancel={() => (isFixed ? undefined : onClose())}
      mask={{ closable: false }}
    >
      <div className="pl-pay">
        <span className="pl-pay-what">{what}</span>
        {amount === '' ? null : <strong className="pl-amount pl-pay-amount">{amount}</strong>}
        {stage.kind === 'code' ? (
          <PayCode error={stage.error} hint={hint} onCode={(code) => void send(code)} onWrong={payment.refuse} />
        ) : (
          <Progress stage={stage} />
        )}
        <footer>
          {stage.kind === 'code' ? <Button onClick={onClose}>{t('action.cancel')}</Button> : null}
          {stage.kind === 'timeout' ? (
            <>
              <Button onClick={onClose}>{t('pay.later')}</Button>
              <Button type="primary" autoFocus onClick={() => payment.askAgain(stage.orderId)}>
                {t('pay.askAgain')}
              </Button>
            </>
          ) : null}
          {stage.kind === 'failed' ? (
            <>
              <Button onClick={onClose}>{t('pay.close')}</Button>
              {onCash ? <Button onClick={onCash}>{t('pay.cashInstead')}</Button> : null}
              {props.send ? (
                <Button type="primary" autoFocus onClick={payment.scanAgain}>
                  {t('pay.scanAgain')}
                </Button>
              ) : null}
            </>
          ) : null}
          {stage.kind === 'paid' ? (
            <Button type="primary" autoFocus onClick={onClose}>
              {t('pay.done')}
            </Button>
          ) : null}
          {stage.kind === 'paying' ? (
            <>
              {mayGiveUp ? (
                <Button danger loading={stage.isGivenUp} onClick={() => void payment.giveUp(stage.orderId)}>
                  {t('pay.giveUp')}
                </Button>
              ) : null}
              <Button onClick={onClose}>{t('pay.aside')}</Button>
            </>
          ) : null}
        </footer>
      </div>
    </Modal>
  )
}

interface PayCodeProps {
  error: unknown
  hint: ReactNode
  onCode(code: string): void
  onWrong(error: unknown): void
}

/** The input of the guest's code: by scan, or typed. */
function PayCode({ error, hint, onCode, onWrong }: PayCodeProps) {
  const { t } = useText()
  const [text, setText] = useState('')
  const input = useRef<InputRef>(null)
  const isSandbox = useQuery({
    queryKey: ['payments', 'sandbox'],
    queryFn: async () => (await client.payments.sandbox()).result,
    enabled: useMay('payment:cancel'),
    staleTime: 60_000,
    retry: false,
  })
  useFocusOnOpen(() => input.current?.input)
  const take = () => {
    const code = payCodeOf(text)
    setText('')
    if (isPayCode(code)) onCode(code)
    else onWrong(new AppError('pay.notPayCode', { field: 'payCode' }))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <label htmlFor={INPUT_ID}>{t('pay.scan')}</label>
      <Input
        ref={input}
        id={INPUT_ID}
        size="large"
        value={text}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        placeholder={t('pay.codeHint')}
        aria-invalid={error !== null}
        status={error ? 'error' : ''}
        onChange={(event) => setText(event.target.value)}
      />
      {error ? <Alert type="error" showIcon title={textOfError(t, error)} /> : null}
      {hint}
      {isSandbox.data ? <small className="pl-pay-sandbox">{t('pay.sandbox')}</small> : null}
    </form>
  )
}

const words = { sending: 'pay.paying', paying: 'pay.paying', paid: 'pay.success' } as const

function Progress({ stage }: { stage: Exclude<PayStage, { kind: 'code' }> }) {
  const { t } = useText()
  const isGivenUp = stage.kind === 'paying' && stage.isGivenUp
  switch (stage.kind) {
    case 'sending':
    case 'paying':
    case 'paid':
      return (
        <div className="pl-block" role="status" aria-live="assertive">
          {stage.kind === 'paid' ? <CheckCircleFilled className="pl-pay-done" /> : <LoadingOutlined />}
          <strong>{t(isGivenUp ? 'pay.givingUp' : words[stage.kind])}</strong>
          {stage.kind === 'paid' ? null : <span>{t(isGivenUp ? 'pay.givingUpHint' : 'pay.payingHint')}</span>}
          {stage.kind === 'paying' && stage.error ? (
            <Alert type="error" showIcon title={textOfError(t, stage.error)} />
          ) : null}
        </div>
      )
    case 'timeout':
      return (
        <div className="pl-block" role="status" aria-live="assertive">
          <WarningFilled className="pl-pay-unknown" />
          <strong>{t('pay.timeout')}</strong>
          <span>{t('pay.timeoutHint')}</span>
        </div>
      )
    case 'failed':
      return (
        <div className="pl-block" role="status" aria-live="assertive">
          <CloseCircleFilled className="pl-pay-failed" />
          <strong>{t('pay.failed')}</strong>
          <span>{t('pay.failedHint')}</span>
        </div>
      )
  }
}
