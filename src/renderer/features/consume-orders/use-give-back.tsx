import { useRef } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useCashier } from '#renderer/features/cashiers/index.ts'
import { type PaidFrom, PayFromField, refreshShifts } from '#renderer/features/shifts/index.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { newId } from '#shared/core/id.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { DepositReturn } from '#shared/features/sessions/charge.schema.ts'
import type { ListedOrder } from '#shared/features/sessions/consume-orders.contract.ts'

/** Confirms, and returns a deposit once: a repetition after a lost response uses the same idempotency key. */
export function useGiveBack(onReturned?: (returned: DepositReturn, order: ListedOrder) => void) {
  const { t } = useText()
  const ask = useConfirmation()
  const { cashier } = useCashier()
  const openDrawer = useDrawer()
  const keys = useRef(new Map<string, string>())
  return (order: ListedOrder) => {
    const { id, deposit, payMode, sysOrgCode } = order
    const cashierId = cashier?.id ?? null
    const attempt = `${id} ${cashierId}`
    const key = keys.current.get(attempt) ?? newId()
    keys.current.set(attempt, key)
    const question = t('orders.returnAsk', { amount: formatAmount(deposit), payMode: t(`orderPayMode.${payMode}`) })
    const isCash = payMode === 'cash'
    let paidFrom: PaidFrom | null = null
    return ask(
      question,
      async () => {
        const { isHere = false, ...from } = paidFrom ?? {}
        try {
          const { message, result } = await client.consumeOrders.returnDeposit({
            key,
            body: { id, cashierId, ...from },
          })
          if (isHere) openDrawer(key)
          onReturned?.(result, order)
          return message
        } finally {
          void refreshShifts()
          await refreshList('consumeOrders')
        }
      },
      {
        ok: t('orders.returnDeposit'),
        isDanger: false,
        ...(isCash
          ? {
              choice: (onReady) => (
                <PayFromField
                  sysOrgCode={sysOrgCode}
                  onChange={(paid) => {
                    paidFrom = paid
                    onReady(paid !== null)
                  }}
                />
              ),
            }
          : {}),
      },
    )
  }
}
