import { type ReactNode, Suspense, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import type { RowAction } from '#renderer/ui/crud/crud-types.ts'
import { lazyDialog } from '#renderer/ui/dialog/lazy-dialog.tsx'
import type { RefundKind } from '#shared/features/refunds/refunds.schema.ts'

const RefundDialog = lazyDialog(async () => (await import('./refund-dialog.tsx')).RefundDialog)

interface Paid {
  id: string
  payState: string
}

/** The refund action of a paid order in a list, and its dialog. */
export function useRefund(orderKind: RefundKind): { refundOf(order: Paid): RowAction[]; dialog: ReactNode } {
  const { t } = useText()
  const mayRefund = useMay('refund:add')
  const [orderId, setOrderId] = useState('')
  return {
    refundOf: ({ id, payState }) =>
      mayRefund && payState === 'paid' ? [{ key: 'refund', label: t('refund.action'), act: () => setOrderId(id) }] : [],
    dialog:
      orderId === '' ? null : (
        <Suspense>
          <RefundDialog orderKind={orderKind} orderId={orderId} onClose={() => setOrderId('')} />
        </Suspense>
      ),
  }
}
