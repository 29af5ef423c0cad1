import { Checkbox, Form, Input, InputNumber } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { MemberPickerField } from '#renderer/features/members/index.ts'
import { RulePickerField } from '#renderer/features/rules/index.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import {
  BookInput,
  type Reservation,
  type ReservationSession,
} from '#shared/features/reservations/reservations.schema.ts'
import { clockOf } from './days.calc.ts'
import { PayModeFields, useUsualPayMode } from './pay-mode-fields.tsx'
import { useServing } from './use-serving.tsx'

const labels = {
  userId: 'reservation.member',
  realname: 'reservation.realname',
  phone: 'reservation.phone',
  people: 'reservation.people',
  ruleId: 'reservation.ruleId',
  remark: 'reservation.remark',
  deposit: 'reservation.deposit',
} as const
const Field = fieldsOf(BookInput, { labels })
const wide = { width: '100%' }

interface BookDialogProps {
  session: ReservationSession
  /** Called with the reservation; its deposit may still be unpaid. */
  onBooked(booked: Reservation): void
  onClose(): void
}

/** Books a session for a member, or for a name and phone, with a deposit where required. */
export function BookDialog({ session, onBooked, onClose }: BookDialogProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const { cashier, serve, line } = useServing()
  const usualPayMode = useUsualPayMode()

  const save = async ({ isToConfirm, ...values }: Values): Promise<string> => {
    const given = { ...values, userId: values.userId ?? '', ruleId: values.ruleId ?? '', sessionId: session.id }
    const toConfirm = isToConfirm ? 'YES' : 'NO'
    const body = { ...given, toConfirm, deposit: Number(values.deposit ?? 0), cashierId: cashier?.id } as BookInput
    const { result, message } = await serve(() => withKey(body, (key) => client.reservations.add({ body, key })))
    onBooked(result)
    return message
  }
  const title = `${t('reservation.book')} · ${clockOf(session.startTime)}–${clockOf(session.endTime)}`
  return (
    <CrudFormDialog
      row={null}
      title={title}
      okText={t('reservation.book')}
      form={{
        width: 520,
        values: async () => ({
          userId: '',
          realname: '',
          phone: '',
          people: 1,
          ruleId: session.ruleId ?? '',
          remark: '',
          deposit: 0,
          consumePayMode: await usualPayMode(),
          isToConfirm: false,
        }),
        fields: () => (
          <>
            <Field name="userId" extra={t('reservation.memberHint')}>
              <MemberPickerField placeholder={t('reservation.noMember')} />
            </Field>
            <div className="pl-book-plan">
              <Field name="realname">
                <Input maxLength={30} autoComplete="off" />
              </Field>
              <Field name="phone">
                <Input maxLength={20} inputMode="tel" autoComplete="off" />
              </Field>
              <Field name="people">
                <InputNumber min={1} max={99} precision={0} style={wide} />
              </Field>
              <Field name="ruleId">
                <RulePickerField placeholder={t('bookSession.anyRule')} />
              </Field>
              <Field name="deposit">
                <InputNumber min={0} precision={2} style={wide} />
              </Field>
              <DepositMode />
            </div>
            <Field name="remark">
              <Input maxLength={200} autoComplete="off" />
            </Field>
            <Form.Item name="isToConfirm" valuePropName="checked">
              <Checkbox>{t('reservation.toConfirmHint')}</Checkbox>
            </Form.Item>
            {line}
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

function DepositMode() {
  const deposit = Form.useWatch('deposit', Form.useFormInstance())
  return <PayModeFields label="reservation.depositPayMode" isFree={!deposit} />
}
