import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { type PaidFrom, PayFromField } from '#renderer/features/shifts/index.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { Reservation } from '#shared/features/reservations/reservations.schema.ts'
import { useServing } from './use-serving.tsx'

/** Returns the deposit of a guest who has not come. */
export function ReturnBookDepositDialog({ booked, onClose }: { booked: Reservation; onClose(): void }) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const { cashier, serve, line } = useServing()
  const openDrawer = useDrawer()
  const [paidFrom, setPaidFrom] = useState<PaidFrom | null>(null)
  const isCash = booked.depositPayMode === 'cash'
  const save = async (): Promise<string> => {
    const body = { id: booked.id, cashierId: cashier?.id }
    const { isHere = false, ...from } = (isCash && paidFrom) || {}
    return withKey(body, async (key) => {
      const { message } = await serve(() => client.reservations.returnDeposit({ body: { ...body, ...from }, key }))
      if (isHere) openDrawer(key)
      return message
    })
  }
  return (
    <CrudFormDialog
      row={null}
      title={`${t('reservation.returnDeposit')} · ${booked.realname}`}
      okText={t('reservation.returnDeposit')}
      form={{
        width: 460,
        fields: () => (
          <>
            <p>{t('reservation.heldNow', { amount: formatAmount(booked.deposit) })}</p>
            {isCash ? <PayFromField sysOrgCode={booked.sysOrgCode} onChange={setPaidFrom} /> : null}
            {line}
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
