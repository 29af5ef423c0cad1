import { Form, Input, Radio } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { CrudFormDialog } from '#renderer/ui/crud-form.tsx'
import type { Values } from '#renderer/ui/crud-types.ts'
import { fieldsOf } from '#renderer/ui/fields.tsx'
import { formatAmount } from '#shared/core/money.ts'
import { CancelBooking, type Reservation } from '#shared/features/reservations/reservations.schema.ts'
import { useServing } from './use-serving.tsx'

const Field = fieldsOf(CancelBooking, { labels: { reason: 'reservation.reason' } })

/** Cancels a reservation, and says what becomes of its deposit. */
export function CancelBookingDialog({ booked, onClose }: { booked: Reservation; onClose(): void }) {
  const { t } = useText()
  const keyOf = useAttemptKey()
  const { cashier, serve, line } = useServing()
  const mayDecide = useMay('reservation:decide')
  const isHeld = booked.depositState === 'held'
  const save = async ({ reason, deposit }: Values): Promise<string> => {
    const body: CancelBooking = { id: booked.id, reason: String(reason), departuserId: cashier?.id }
    if (deposit === 'return' || deposit === 'keep') body.deposit = deposit
    const { result, message } = await serve(() => client.reservations.cancel({ body, key: keyOf(body) }))
    if (result.depositState === 'none') return message
    const key =
      result.depositState === 'returned' ? `reservation.giveBack.${result.depositPayMode}` : 'reservation.wasKept'
    return t(key as 'reservation.wasKept', { amount: formatAmount(result.deposit) })
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
            {isHeld ? line : null}
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
