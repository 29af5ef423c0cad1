import { Alert, Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useHotkeys } from '#renderer/core/keyboard/hotkeys.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { type GoodsPayment, tendersOf } from '#renderer/core/payment-methods.calc.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { useMay } from '#renderer/core/session.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { useOwner } from '#renderer/features/counter/use-owner.ts'
import { GoodsPaymentForm, removePayment, storePayment, useTender } from '#renderer/features/paying/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { changeOf } from '#renderer/ui/form/cash-given.calc.ts'
import { formatAmount, formatMinor, type Minor } from '#shared/core/money.ts'
import { amountOfCart, linesOfCart } from '#shared/features/products/cart.calc.ts'
import { SalePayMode } from '#shared/features/products/product-sales.contract.ts'
import './sell-cart.css'

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

function SaleForm({ counter, payCode, onSold, onClose }: SaleFormProps) {
  const { t } = useText()
  const platform = usePlatform()
  const owner = useOwner()
  const { saleKey, who, paymentMethods, unansweredSale } = counter
  // A sale without an answer is shown and repeated as it was sent, whoever is on the screen by now.
  const { cart, member } = unansweredSale ?? { cart: counter.cart, member: who.member }
  const tenders = useTender(tendersOf(paymentMethods, { before: member ? ['balance'] : [] }), payCode ? 'wechat' : null)
  const amount = amountOfCart(cart)
  const name = member ? member.realname || member.nickname || member.id : ''
  const description = [name, ...cart.map((item) => item.name)].filter(Boolean).join(' · ')
  /** Sends the sale. It is stored on the computer until its result is known, as a charge is. */
  const send = async ({ tender, received, cashierId, password }: GoodsPayment, id: string, code?: string) => {
    const consumePayMode = SalePayMode.parse(tender)
    const order = { lines: linesOfCart(cart), consumePayMode, userId: member?.id ?? null, received, cashierId }
    storePayment({ orderId: id, kind: 'consume', what: description, amount: formatMinor(amount), owner })
    try {
      const fields = code === undefined ? order : { ...order, payCode: code }
      const result = await platform.sell(fields, id, password || undefined)
      if (result.payState !== 'nopay') removePayment(id)
    } catch (error) {
      if (!isAnswerLost(error)) removePayment(id)
      throw error
    }
    return id
  }
  return (
    <GoodsPaymentForm
      what={description}
      amount={amount}
      tenders={tenders}
      password={member?.havePassword === 'YES' ? 'needed' : 'none'}
      payer={
        member ? (
          <>
            {name} · {t('wallet.available')} <span className="pl-amount">{formatAmount(member.availableBalance)}</span>
          </>
        ) : null
      }
      payCode={payCode}
      sent={unansweredSale?.payment ?? null}
      pay={(payment) => send(payment, saleKey)}
      scan={(payment, code, orderId) => send(payment, orderId, code)}
      query={async (id) => (await client.consume.queryById({ query: { id } })).result.payState}
      onPaid={(id, { tender, received }) => {
        counter.cartSold({ key: 'cart.sold', values: { amount: formatMinor(amount) } })
        // With the new balance.
        if (member && who.member?.id === member.id) who.find({ id: member.id })
        onSold({ id, amount, change: tender === 'cash' ? (changeOf(amount, received) ?? 0) : 0 })
      }}
      onScanEnd={(orderId, outcome) => {
        if (outcome !== 'timeout') removePayment(orderId)
      }}
      onAside={() => {
        // The order is open and counted in the strip; its end does not wait for this guest.
        counter.cartSold(null)
        onClose()
      }}
      onRefused={(error, payment) => counter.refuseCart(error, { key: saleKey, cart, member, payment })}
      onClose={onClose}
    >
      <ul className="pl-sell-cart">
        {cart.map((item) => (
          <li key={item.productId}>
            <span>
              {item.name} × {item.count}
            </span>
            <span className="pl-amount">{formatAmount((item.price ?? 0) * item.count)}</span>
          </li>
        ))}
      </ul>
    </GoodsPaymentForm>
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
