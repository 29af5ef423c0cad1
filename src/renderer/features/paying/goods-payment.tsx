import { Alert, Button, Form, Input, Segmented } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { isTyping, useHotkeys } from '#renderer/core/keyboard/hotkeys.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { type GoodsPayment, type OfferedTender, type Tender, tenderAfter } from '#renderer/core/payment-methods.calc.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { asksForCashier, CashierField, useCashier } from '#renderer/features/cashiers/index.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { CashGiven } from '#renderer/ui/form/cash-given.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatMinor, type Minor } from '#shared/core/money.ts'
import { PayDialog } from './pay-dialog.tsx'
import type { PayOutcome } from './watch-payment.ts'
import './goods-payment.css'

const RECEIVED_ID = 'goods-received'
const PASSWORD_ID = 'goods-password'
/** Selects the fields above the payment that may take the initial focus. */
const TYPED = '.pl-goods-payment-fields input:not([disabled], [type="radio"])'

/** The chosen tender: the cashier's choice, else the first that the store takes. Null: it takes none. */
export function useTender(offered: readonly OfferedTender[], first: Tender | null = null) {
  const [chosen, choose] = useState(first)
  const taken = offered.filter(({ isTaken }) => isTaken).map(({ tender }) => tender)
  return { tender: taken.find((one) => one === chosen) ?? taken[0] ?? null, choose, offered, taken }
}

interface GoodsPaymentProps {
  /** What is paid, for the payment dialog. */
  what: string
  amount: Minor
  /** What is due in words, where it is no money. */
  due?: string
  tenders: ReturnType<typeof useTender>
  /** Whether the balance needs the member's password: `ask` where only the server knows. */
  password: 'none' | 'ask' | 'needed'
  /** Whose balance pays. */
  payer?: ReactNode
  /** The text of the button; the tender and the amount by default. */
  submitText?: string
  /** A pay code that was scanned before the form was opened. */
  payCode?: string
  /** A payment without an answer: only it can be sent again, because it may have been taken. */
  sent?: GoodsPayment | null
  /** Passes scans that are no pay codes to what is below the form. */
  passesScans?: boolean
  /** Whether the fields above are complete. */
  isReady?(tender: Tender): Promise<boolean>
  /** Sends a payment that ends at once; resolves to its key. */
  pay(payment: GoodsPayment): Promise<string>
  /** Sends an order that is paid by a pay code. */
  scan(payment: GoodsPayment, payCode: string, orderId: string): Promise<unknown>
  /** The `payState` of such an order. */
  query(orderId: string): Promise<string>
  onPaid(id: string, payment: GoodsPayment): void
  /** Called after each end of a scan payment, with `timeout` while it is unknown. */
  onScanEnd?(orderId: string, outcome: PayOutcome): void
  /** The payment dialog was closed while the payment was open or its result unknown. */
  onAside(orderId: string): void
  /** Called where a payment that ends at once has failed, or a scan payment was refused. */
  onRefused?(error: unknown, payment: GoodsPayment): void
  onClose(): void
  children?: ReactNode
}

/**
 * Takes a payment for goods: by scan, in cash, or from a member's wallet. The tenders are those that the store takes. P changes the tender,
 * a scanned pay code pays at once, and Enter takes the payment.
 */
export function GoodsPaymentForm(props: GoodsPaymentProps) {
  const {
    what,
    amount,
    due,
    tenders,
    password: needed,
    payer,
    submitText,
    sent = null,
    passesScans = false,
    onClose,
    children,
  } = props
  const { choose, offered, taken } = tenders
  const tender = sent?.tender ?? tenders.tender
  const { t } = useText()
  const openDrawer = useDrawer()
  const { cashier } = useCashier()
  const [received, setReceived] = useState<number | null>(null)
  const [password, setPassword] = useState('')
  const [isAsking, ask] = useState(false)
  /** The scanned pay code with which the payment dialog opens; null: it is closed. */
  const [paying, setPaying] = useState<string | null>(props.payCode || null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  /** The scan payment that has not ended. */
  const open = useRef<string | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useFocusOnOpen(
    () => form.current?.querySelector<HTMLElement>(TYPED) ?? document.getElementById(PASSWORD_ID) ?? button.current,
  )

  const isOfMember = tender === 'balance' || tender === 'coins'
  const asksPassword = isOfMember && needed !== 'none' && sent === null
  const paymentBy = (by: Tender): GoodsPayment => ({
    tender: by,
    received: by === 'cash' ? received : null,
    password: asksPassword ? password : '',
    cashierId: cashier?.id ?? null,
  })
  const refuse = (error: unknown, payment: GoodsPayment) => {
    if (asksForCashier(error)) ask(true)
    props.onRefused?.(error, payment)
  }
  const refuseOther = () => {
    playSound('error')
    setFailure(new AppError('counter.answerOpen'))
  }
  const openScan = async (payCode: string) => {
    if (sent) return refuseOther()
    if (!taken.includes('wechat') || isBusy || paying !== null) return playSound('error')
    choose('wechat')
    if ((await props.isReady?.('wechat')) === false) return playSound('error')
    setPaying(payCode)
  }
  const pay = async () => {
    if (isBusy || tender === null) return
    if (tender === 'wechat') return openScan('')
    setBusy(true)
    setFailure(null)
    const payment = sent ?? paymentBy(tender)
    try {
      if ((await props.isReady?.(tender)) === false) return
      const key = await props.pay(payment)
      if (tender === 'cash') openDrawer(key)
      playSound('done')
      props.onPaid(key, payment)
    } catch (error) {
      playSound('error')
      setFailure(error)
      setPassword('')
      refuse(error, payment)
    } finally {
      setBusy(false)
    }
  }
  useScan(
    ({ kind, value }) => {
      if (kind === 'payCode') void openScan(value)
      else if (passesScans) return false
      else playSound('error')
      return undefined
    },
    'dialog',
    paying === null,
  )
  useHotkeys((event) => {
    const isText = isTyping(event.target) && event.target instanceof HTMLElement && event.target.id !== RECEIVED_ID
    if (event.key.toLowerCase() !== 'p' || isText || event.ctrlKey || event.altKey || event.metaKey) return false
    const next = tenderAfter(offered, tender)
    if (!next || isBusy || paying !== null) return true
    if (sent) refuseOther()
    else choose(next)
    return true
  })
  return (
    <Form layout="vertical" className="pl-goods-payment" onFinish={() => void pay()}>
      {children ? (
        <div ref={form} className="pl-goods-payment-fields">
          {children}
        </div>
      ) : null}
      <p>
        {t('guestPays.due')} <strong className="pl-amount">{due ?? formatMinor(amount)}</strong>
      </p>
      <Segmented
        block
        size="large"
        value={tender ?? undefined}
        options={offered.map(({ tender: one, isTaken }) => ({
          value: one,
          label: t(`tender.${one}`),
          disabled: !isTaken,
          ...(isTaken ? {} : { title: t('guestPays.noCodes') }),
        }))}
        disabled={isBusy || sent !== null}
        onChange={choose}
        aria-label={t('orders.payMode')}
      />
      {tender === null ? <Alert type="warning" showIcon title={t('tender.none')} /> : null}
      {tender === 'cash' ? (
        <Form.Item label={t('cashGiven.label')} htmlFor={RECEIVED_ID}>
          <CashGiven
            id={RECEIVED_ID}
            price={amount}
            given={sent ? sent.received : received}
            disabled={sent !== null}
            onChange={setReceived}
          />
        </Form.Item>
      ) : null}
      {isOfMember && payer ? <p>{payer}</p> : null}
      {asksPassword ? (
        <Form.Item
          label={t('deduct.passwordLabel')}
          htmlFor={PASSWORD_ID}
          extra={needed === 'ask' ? t('gift.passwordHint') : undefined}
        >
          <Input.Password
            id={PASSWORD_ID}
            autoFocus={needed === 'needed'}
            maxLength={64}
            autoComplete="off"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Form.Item>
      ) : null}
      <div className="pl-goods-payment-cashier">
        <span>{t('cashier.label')}</span>
        <CashierField isOpen={isAsking} onOpen={ask} />
      </div>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <div className="pl-dialog-foot">
        <Button disabled={isBusy} onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button ref={button} type="primary" htmlType="submit" loading={isBusy} disabled={tender === null}>
          {submitText ?? t(`tender.take.${tender ?? 'wechat'}`, { amount: due ?? formatMinor(amount) })}
        </Button>
      </div>
      {paying === null ? null : (
        <PayDialog
          what={what}
          amount={formatMinor(amount)}
          payCode={paying}
          send={async (payCode, orderId) => {
            open.current = orderId
            const payment = paymentBy('wechat')
            await props.scan(payment, payCode, orderId).catch((error: unknown) => {
              if (!isAnswerLost(error)) {
                open.current = null
                refuse(error, payment)
              }
              throw error
            })
          }}
          query={props.query}
          onPaid={(id) => {
            open.current = null
            setPaying(null)
            props.onPaid(id, paymentBy('wechat'))
          }}
          onEnd={(orderId, outcome) => {
            if (outcome !== 'timeout') open.current = null
            props.onScanEnd?.(orderId, outcome)
          }}
          onClose={() => {
            setPaying(null)
            if (open.current !== null) props.onAside(open.current)
          }}
        />
      )}
    </Form>
  )
}
