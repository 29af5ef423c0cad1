import { App } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { type GoodsPayment, tendersOf } from '#renderer/core/payment-methods.calc.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { GoodsPaymentForm, useTender } from '#renderer/features/paying/index.ts'
import { usePayWays } from '#renderer/platform/use-catalogue.ts'
import { formatAmount, toMinor } from '#shared/core/money.ts'
import type { StoredItem } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import { SalePayMode } from '#shared/features/products/product-sales.contract.ts'

interface FeePaymentProps {
  item: StoredItem
  /** The code of the slip: cash and balance hand the thing out at once. Null: only the fee is paid. */
  code: string | null
  onPaid(payMode: SalePayMode): void
  /** The fee is another one than was shown, or is being paid by a pay code. */
  onChanged(): void
  onClose(): void
}

/** Takes the fee of a stored thing: in cash, from the balance of its member, or by a pay code. */
export function FeePayment({ item, code, onPaid, onChanged, onClose }: FeePaymentProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const withKey = useAttemptKey()
  const { fee, userId } = item
  const tenders = useTender(tendersOf(usePayWays(), { after: userId === null ? [] : ['balance'] }))
  const orderOf = ({ tender, received, cashierId }: GoodsPayment) => ({
    ...(code === null ? { id: item.id } : { code }),
    fee,
    consumePayMode: SalePayMode.parse(tender),
    userId: tender === 'balance' ? userId : null,
    received,
    cashierId,
  })
  return (
    <GoodsPaymentForm
      what={`${t('cloakroom.fee')} · ${item.itemName}`}
      amount={toMinor(fee)}
      tenders={tenders}
      password="ask"
      submitText={code === null ? undefined : t('cloakroom.payAndTakeOut', { fee: formatAmount(fee) })}
      passesScans
      pay={(payment) => {
        const order = orderOf(payment)
        return withKey(order, async (key) => {
          await client.cloakroomItems.pay({ key, body: { ...order, password: payment.password } })
          return key
        })
      }}
      scan={(payment, payCode, orderId) =>
        client.cloakroomItems.pay({ key: orderId, body: { ...orderOf(payment), payCode } })
      }
      query={async (id) => (await client.consume.queryById({ query: { id } })).result.payState}
      onPaid={(_, { tender }) => {
        if (tender !== 'wechat')
          void message.success(t(code === null ? 'cloakroom.feePaid' : 'message.cloakroom.takenOut'))
        onPaid(SalePayMode.parse(tender))
      }}
      onAside={onChanged}
      onRefused={onChanged}
      onClose={onClose}
    />
  )
}
