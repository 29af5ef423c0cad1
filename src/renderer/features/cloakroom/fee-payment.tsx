import { Alert, App, Button, Form, Input, Segmented } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { play } from '#renderer/core/sounds.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { asksForCashier, CashierField, useCashier } from '#renderer/features/cashiers/index.ts'
import { PayDialog } from '#renderer/features/paying/index.ts'
import { usePayWays } from '#renderer/platform/use-catalogue.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { CashGiven } from '#renderer/ui/form/cash-given.tsx'
import { formatAmount, toMinor } from '#shared/core/money.ts'
import type { StoredItem } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import type { SalePayMode } from '#shared/features/products/product-sales.contract.ts'

interface FeePaymentProps {
  item: StoredItem
  /** The code of the slip: cash and balance hand the thing out at once. Null: only the fee is paid. */
  code: string | null
  onPaid(payMode: SalePayMode): void
  /** The fee is another one than was shown. */
  onRefused(): void
  onClose(): void
}

/** Takes the fee of a stored thing: in cash, from the balance of its member, or by a pay code. */
export function FeePayment({ item, code, onPaid, onRefused, onClose }: FeePaymentProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const { takesCash, takesCodes } = usePayWays()
  const { cashier } = useCashier()
  const openDrawer = useDrawer()
  const keyOf = useAttemptKey()
  const [chosen, choose] = useState<SalePayMode | null>(null)
  const [received, setReceived] = useState<number | null>(null)
  const [password, setPassword] = useState('')
  const [isAsking, ask] = useState(false)
  const [isScanning, setScanning] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { fee, userId } = item
  const payMode = chosen ?? (takesCash ? 'cash' : 'wechat')
  const order = {
    ...(code === null ? { id: item.id } : { code }),
    fee,
    consumePayMode: payMode,
    userId: payMode === 'balance' ? userId : null,
    received: payMode === 'cash' ? received : null,
    cashierId: cashier?.id ?? null,
  }
  const refused = (error: unknown) => {
    play('error')
    setFailure(error)
    if (asksForCashier(error)) ask(true)
    onRefused()
  }
  const pay = async () => {
    if (isBusy) return
    if (payMode === 'wechat') return setScanning(true)
    setBusy(true)
    setFailure(null)
    try {
      const key = keyOf(order)
      await client.cloakroomItems.pay({ key, body: { ...order, password } })
      if (payMode === 'cash') openDrawer(key)
      play('done')
      void message.success(t(code === null ? 'cloakroom.feePaid' : 'message.cloakroom.takenOut'))
      onPaid(payMode)
    } catch (error) {
      refused(error)
      setPassword('')
    } finally {
      setBusy(false)
    }
  }
  const modes = [
    ...(takesCash ? [{ value: 'cash', label: t('cloakroom.pay.cash') }] : []),
    ...(userId === null ? [] : [{ value: 'balance', label: t('cloakroom.pay.balance') }]),
    { value: 'wechat', label: t('cloakroom.pay.wechat'), disabled: !takesCodes },
  ]
  return (
    <Form layout="vertical" className="pl-cloakroom-fee" onFinish={() => void pay()}>
      <p>
        {t('cloakroom.feeDue')} <strong>{formatAmount(fee)}</strong>
      </p>
      <Segmented
        block
        size="large"
        value={payMode}
        options={modes}
        onChange={(mode) => choose(mode as SalePayMode)}
        aria-label={t('orders.payMode')}
      />
      {payMode === 'cash' ? (
        <Form.Item label={t('cashGiven.label')} htmlFor="cloakroom-received">
          <CashGiven id="cloakroom-received" price={toMinor(fee)} given={received} onChange={setReceived} />
        </Form.Item>
      ) : null}
      {payMode === 'balance' ? (
        <Form.Item label={t('gift.password')} htmlFor="cloakroom-password" extra={t('gift.passwordHint')}>
          <Input.Password
            id="cloakroom-password"
            maxLength={64}
            autoComplete="off"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Form.Item>
      ) : null}
      <div className="pl-cloakroom-cashier">
        <span>{t('cashier.label')}</span>
        <CashierField isOpen={isAsking} onOpen={ask} />
      </div>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <div className="pl-dialog-foot">
        <Button disabled={isBusy} onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t(code === null ? 'cloakroom.payFee' : 'cloakroom.payAndTakeOut', { fee: formatAmount(fee) })}
        </Button>
      </div>
      {isScanning ? (
        <PayDialog
          what={`${t('cloakroom.fee')} · ${item.itemName}`}
          amount={formatAmount(fee)}
          send={(payCode, orderId) => client.cloakroomItems.pay({ key: orderId, body: { ...order, payCode } })}
          query={async (id) => (await client.consume.queryById({ query: { id } })).result.payState}
          onPaid={() => onPaid('wechat')}
          onClose={() => setScanning(false)}
        />
      ) : null}
    </Form>
  )
}
