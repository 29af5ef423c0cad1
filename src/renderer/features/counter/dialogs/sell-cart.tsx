import { Alert, Button, Form, Input, Modal, Segmented } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { isTyping, useHotkeys } from '#renderer/core/hotkeys.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { paysCash } from '#renderer/core/payment-methods.calc.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { useMay } from '#renderer/core/session.ts'
import { play } from '#renderer/core/sounds.ts'
import { asksForCashier, CashierField, useCashier } from '#renderer/features/cashiers/index.ts'
import { useOwner } from '#renderer/features/counter/plan/use-submit.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { PayDialog, removePayment, storePayment } from '#renderer/features/paying/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { SaleFields } from '#renderer/platform/platform.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { changeOf } from '#renderer/ui/form/cash-given.calc.ts'
import { CashGiven } from '#renderer/ui/form/cash-given.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { formatAmount, formatMinor, type Minor } from '#shared/core/money.ts'
import { amountOfCart, linesOfCart } from '#shared/features/products/cart.calc.ts'
import type { SalePayMode } from '#shared/features/products/product-sales.contract.ts'
import './sell-cart.css'

const RECEIVED_ID = 'sell-cart-received'
const PASSWORD_ID = 'sell-cart-password'

/** A sale that is paid. */
interface Sold {
  id: string
  amount: Minor
  change: Minor
}

/** Sells the cart without a ride: in cash, by a pay code, or from the balance of the member on the screen. */
export function SellCart({ counter, payCode, onClose }: Omit<SaleFormProps, 'onSold'>) {
  const { t } = useText()
  const [sold, setSold] = useState<Sold | null>(null)
  return (
    <Modal open width={460} title={t('cart.sellTitle')} footer={null} mask={{ closable: false }} onCancel={onClose}>
      {sold ? (
        <SoldCart sold={sold} onClose={onClose} />
      ) : (
        <SaleForm counter={counter} payCode={payCode} onSold={setSold} onClose={onClose} />
      )}
    </Modal>
  )
}

interface SaleFormProps {
  counter: Counter
  /** A pay code that was scanned before; else empty. */
  payCode: string
  onSold(sold: Sold): void
  onClose(): void
}

function SaleForm({ counter, payCode: scanned, onSold, onClose }: SaleFormProps) {
  const { t } = useText()
  const platform = usePlatform()
  const owner = useOwner()
  const openDrawer = useDrawer()
  const { cashier } = useCashier()
  const { cart, saleKey, who, paymentMethods } = counter
  const { member } = who
  const [chosen, choose] = useState<SalePayMode | null>(scanned === '' ? null : 'wechat')
  const [received, setReceived] = useState<number | null>(null)
  const [password, setPassword] = useState('')
  const [isAsking, ask] = useState(false)
  /** The scanned pay code with which the payment dialog opens; null: it is closed. */
  const [paying, setPaying] = useState<string | null>(scanned === '' ? null : scanned)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isAside = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusOnOpen(() => document.getElementById(PASSWORD_ID) ?? button.current)

  const payMode = chosen ?? (member ? 'balance' : paysCash(false, paymentMethods) ? 'cash' : 'wechat')
  const amount = amountOfCart(cart)
  const needsPassword = payMode === 'balance' && member?.havePassword === 'YES'
  const name = member ? member.realname || member.nickname || member.id : ''
  const what = [name, ...cart.map((item) => item.name)].filter(Boolean).join(' · ')
  const fields: SaleFields = {
    lines: linesOfCart(cart),
    consumePayMode: payMode,
    userId: member?.id ?? null,
    received: payMode === 'cash' ? received : null,
    cashierId: cashier?.id ?? null,
  }
  /** Sends the sale. It is stored on the computer until its result is known, as a charge is. */
  const send = async (order: SaleFields, id: string) => {
    storePayment({ orderId: id, kind: 'consume', what, amount: formatMinor(amount), owner })
    try {
      const result = await platform.sell(order, id, needsPassword ? password : undefined)
      if (result.payState !== 'nopay') removePayment(id)
      return result
    } catch (error) {
      if (!isAnswerLost(error)) removePayment(id)
      counter.refuseCart(error)
      if (asksForCashier(error)) ask(true)
      throw error
    }
  }
  const finish = (id: string, change: Minor) => {
    counter.cartSold({ key: 'cart.sold', values: { amount: formatMinor(amount) } })
    // With the new balance.
    if (member) counter.who.find({ id: member.id })
    onSold({ id, amount, change })
  }
  const pay = async () => {
    if (isBusy) return
    if (payMode === 'wechat') return setPaying('')
    setBusy(true)
    setFailure(null)
    try {
      await send(fields, saleKey)
      if (payMode === 'cash') openDrawer(saleKey)
      play('done')
      finish(saleKey, payMode === 'cash' ? (changeOf(amount, received) ?? 0) : 0)
    } catch (error) {
      play('error')
      setFailure(error)
      setPassword('')
    } finally {
      setBusy(false)
    }
  }
  const modes = [
    ...(member ? [{ value: 'balance', label: t('cart.pay.balance') }] : []),
    { value: 'wechat', label: t('guestPays.wechat'), disabled: !paymentMethods.takesCodes },
    ...(paymentMethods.takesCash ? [{ value: 'cash', label: t('guestPays.cash') }] : []),
  ]
  useScan(({ kind, value }) => {
    if (kind === 'payCode' && paymentMethods.takesCodes && !isBusy) {
      choose('wechat')
      setPaying(value)
    } else play('error')
  }, 'dialog')
  useHotkeys((event) => {
    const inPassword = isTyping(event.target) && event.target instanceof HTMLElement && event.target.id !== RECEIVED_ID
    if (event.key.toLowerCase() !== 'p' || inPassword || event.ctrlKey || event.altKey || event.metaKey) return false
    const open = modes.filter((mode) => !('disabled' in mode && mode.disabled))
    const next = open[(open.findIndex(({ value }) => value === payMode) + 1) % open.length]
    if (next && !isBusy && paying === null) choose(next.value as SalePayMode)
    return true
  })
  return (
    <Form layout="vertical" className="pl-sell-cart" onFinish={() => void pay()}>
      <ul>
        {cart.map((item) => (
          <li key={item.productId}>
            <span>
              {item.name} × {item.count}
            </span>
            <span className="pl-amount">{formatAmount((item.price ?? 0) * item.count)}</span>
          </li>
        ))}
      </ul>
      <p>
        {t('guestPays.due')} <strong className="pl-amount">{formatMinor(amount)}</strong>
      </p>
      <Segmented
        block
        size="large"
        value={payMode}
        options={modes}
        disabled={isBusy}
        onChange={(mode) => choose(mode as SalePayMode)}
        aria-label={t('orders.payMode')}
      />
      {payMode === 'cash' ? (
        <Form.Item label={t('cashGiven.label')} htmlFor={RECEIVED_ID}>
          <CashGiven id={RECEIVED_ID} price={amount} given={received} onChange={setReceived} />
        </Form.Item>
      ) : null}
      {payMode === 'balance' && member ? (
        <p className="pl-sell-cart-member">
          {name} · {t('wallet.available')} <span className="pl-amount">{formatAmount(member.availableBalance)}</span>
        </p>
      ) : null}
      {needsPassword ? (
        <Form.Item label={t('deduct.passwordLabel')} htmlFor={PASSWORD_ID}>
          <Input.Password
            id={PASSWORD_ID}
            autoFocus
            maxLength={64}
            autoComplete="off"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Form.Item>
      ) : null}
      <div className="pl-sell-cart-cashier">
        <span>{t('cashier.label')}</span>
        <CashierField isOpen={isAsking} onOpen={ask} />
      </div>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <div className="pl-dialog-foot">
        <Button disabled={isBusy} onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button ref={button} type="primary" htmlType="submit" loading={isBusy}>
          {t(`cart.take.${payMode}`, { amount: formatMinor(amount) })}
        </Button>
      </div>
      {paying === null ? null : (
        <PayDialog
          what={what}
          amount={formatMinor(amount)}
          payCode={paying}
          send={async (payCode, orderId) => {
            isAside.current = true
            await send({ ...fields, consumePayMode: 'wechat', received: null, payCode }, orderId).catch(
              (error: unknown) => {
                isAside.current = isAnswerLost(error)
                throw error
              },
            )
          }}
          query={async (id) => (await client.consume.queryById({ query: { id } })).result.payState}
          onPaid={(id) => {
            isAside.current = false
            setPaying(null)
            finish(id, 0)
          }}
          onEnd={(orderId, outcome) => {
            if (outcome === 'timeout') return
            isAside.current = false
            removePayment(orderId)
          }}
          onClose={() => {
            setPaying(null)
            if (!isAside.current) return
            // The order is open and counted in the strip; its end does not wait for this guest.
            counter.cartSold(null)
            onClose()
          }}
        />
      )}
    </Form>
  )
}

/** The result: the amount, the change, and the receipt. */
function SoldCart({ sold: { id, amount, change }, onClose }: { sold: Sold; onClose(): void }) {
  const { t } = useText()
  const { settings } = usePlatform()
  const mayPrint = useMay('consume:print')
  const button = useRef<HTMLButtonElement>(null)
  const [notice, setNotice] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  useFocusOnOpen(() => button.current)
  const print = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const printId = settings?.state.get()?.printId ?? storedPrintId()
      setNotice((await client.consumeOrders.printReceipt({ body: { id, printId } })).message)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  useHotkeys((event) => {
    if (event.key.toLowerCase() !== 'p' || !mayPrint) return false
    if (event.ctrlKey || event.altKey || event.metaKey) return false
    if (!isBusy && !event.repeat) void print()
    return true
  })
  return (
    <div className="pl-block pl-sold-cart" data-testid="cart-sold">
      <strong role="status">{t('cart.sold', { amount: formatMinor(amount) })}</strong>
      {change > 0 ? (
        <span>
          {t('rechargeTool.change.give')} <strong className="pl-amount">{formatMinor(change)}</strong>
        </span>
      ) : null}
      {notice === '' ? null : <span role="status">{notice}</span>}
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <div className="pl-dialog-foot">
        {mayPrint ? (
          <Button loading={isBusy} onClick={() => void print()}>
            <kbd>P</kbd> {t('orders.receipt')}
          </Button>
        ) : null}
        <Button ref={button} type="primary" onClick={onClose}>
          {t('pay.done')}
        </Button>
      </div>
    </div>
  )
}
