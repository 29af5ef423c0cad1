import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { type PaidFrom, PayFromField } from '#renderer/features/shifts/index.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { formatAmount } from '#shared/core/money.ts'
import { CancelBooking, type Reservation } from '#shared/features/reservations/reservations.schema.ts'
import { useServing } from './use-serving.tsx'

const Field = fieldsOf(CancelBooking, { labels: { reason: 'reservation.reason' } })

/** Cancels a reservation and shows what happens to its deposit. */
export function CancelBookingDialog({ booked, onClose }: { booked: Reservation; onClose(): void }) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const { cashier, serve, line } = useServing()
  const mayDecide = useMay('reservation:decide')
  const [paidFrom, setPaidFrom] = useState<PaidFrom | null>(null)
  const openDrawer = useDrawer()
  const isHeld = booked.depositState === 'held'
  const isCash = isHeld && booked.depositPayMode === 'cash'
  const save = async ({ reason, deposit }: Values): Promise<string> => {
    const body: Parameters<typeof client.reservations.cancel>[0]['body'] = {
      id: booked.id,
      reason: String(reason),
      cashierId: cashier?.id,
    }
    if (deposit === 'return' || deposit === 'keep') body.deposit = deposit
    const { isHere = false, ...from } = paidFrom ?? {}
    const { result, message } = await withKey(body, async (key) => {
      const answer = await serve(() => client.reservations.cancel({ body: { ...body, ...from }, key }))
      if (isHere && isCash && answer.result.depositState === 'returned') openDrawer(key)
      return answer
    })
    if (result.depositState === 'none') return message
    const text =
      result.depositState === 'returned' ? `reservation.giveBack.${result.depositPayMode}` : 'reservation.wasKept'
    return t(text as 'reservation.wasKept', { amount: formatAmount(result.deposit) })
  }
  return (
    <CrudFormDialog
      row={null}
      title={`${t('reservation.cancel')} · ${booked.realname}`}
      okText={t('reservation.cancel')}
      form={{
        width: 460,
        values: () => ({ reason: '', deposit: 'terms' }),
        fields: () => (
          <>
            <Field name="reason">
              <Input maxLength={200} autoComplete="off" />
            </Field>
            {isHeld ? <p>{t('reservation.heldNow', { amount: formatAmount(booked.deposit) })}</p> : null}
            {isHeld && mayDecide ? (
              <Form.Item name="deposit" label={t('reservation.depositEnd')}>
                <Radio.Group
                  options={(['terms', 'return', 'keep'] as const).map((value) => ({
                    value,
                    label: t(`reservation.depositEnd.${value}`),
                  }))}
                />
              </Form.Item>
            ) : null}
            {isCash ? <PayFromField sysOrgCode={booked.sysOrgCode} onChange={setPaidFrom} /> : null}
            {isHeld ? line : null}
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
