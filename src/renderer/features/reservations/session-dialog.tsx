import { Checkbox, DatePicker, Input, InputNumber, Radio } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { RulePickerField } from '#renderer/features/rules/index.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { asText, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { NewSession, type ReservationSession, SessionPlan } from '#shared/features/reservations/reservations.schema.ts'
import { refreshReservations } from './use-calendar.ts'

const WIRE = 'YYYY-MM-DD HH:mm:ss'
const labels = {
  startTime: 'bookSession.startTime',
  endTime: 'bookSession.endTime',
  capacity: 'bookSession.capacity',
  locked: 'bookSession.locked',
  ruleId: 'bookSession.ruleId',
  remark: 'bookSession.remark',
  fromDay: 'bookSession.fromDay',
  toDay: 'bookSession.toDay',
  weekdays: 'bookSession.weekdays',
  fromTime: 'bookSession.fromTime',
  toTime: 'bookSession.toTime',
  duration: 'bookSession.duration',
  interval: 'bookSession.interval',
} as const
const Field = fieldsOf(NewSession, { labels })
const PlanField = fieldsOf(SessionPlan, { labels })
const wide = { width: '100%' }

interface SessionDialogProps {
  /** Null to add a session on `day`. */
  session: ReservationSession | null
  day: string
  onClose(): void
}

/** Adds or edits a session. */
export function SessionDialog({ session, day, onClose }: SessionDialogProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const save = async (body: Values): Promise<string> => {
    const { message } = session
      ? await client.reservationSessions.edit({ body: { ...body, id: session.id } })
      : await withKey(body, (key) => client.reservationSessions.add({ body: body as NewSession, key }))
    await refreshReservations()
    return message
  }
  return (
    <CrudFormDialog<ReservationSession>
      row={session}
      title={t(session ? 'bookSession.change' : 'bookSession.add')}
      form={{
        width: 480,
        values: (row) =>
          row
            ? { ruleId: row.ruleId ?? '' }
            : {
                startTime: `${day} 10:00:00`,
                endTime: `${day} 10:30:00`,
                capacity: 8,
                locked: 'NO',
                ruleId: '',
                remark: '',
              },
        fields: () => (
          <>
            <Field name="startTime" {...asText(WIRE)}>
              <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" style={wide} />
            </Field>
            <Field name="endTime" {...asText(WIRE)}>
              <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" style={wide} />
            </Field>
            <Field name="capacity">
              <InputNumber min={0} max={9999} precision={0} style={wide} />
            </Field>
            <Field name="ruleId">
              <RulePickerField placeholder={t('bookSession.anyRule')} missingText={session?.consumeRoleName ?? ''} />
            </Field>
            <Field name="locked" hint="hint.booking.locked">
              <Radio.Group
                options={[
                  { value: 'NO', label: t('bookSession.unlockedWord') },
                  { value: 'YES', label: t('bookSession.lockedWord') },
                ]}
              />
            </Field>
            <Field name="remark">
              <Input maxLength={200} autoComplete="off" />
            </Field>
          </>
        ),
        body: (values) => ({ ...values, ruleId: values.ruleId ?? '' }),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

/** Adds sessions for several days at once. */
export function PlanDialog({ day, onClose }: { day: string; onClose(): void }) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const save = async (values: Values): Promise<string> => {
    const body = { ...values, ruleId: values.ruleId ?? '' } as SessionPlan
    const { result } = await withKey(body, (key) => client.reservationSessions.generate({ body, key }))
    await refreshReservations()
    return t('bookSession.planned', { added: result.added, kept: result.kept })
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('bookSession.plan')}
      okText={t('bookSession.planAction')}
      form={{
        width: 560,
        values: () => ({
          fromDay: day,
          toDay: day,
          weekdays: [1, 2, 3, 4, 5, 6, 7],
          fromTime: '10:00',
          toTime: '22:00',
          duration: 20,
          interval: 10,
          capacity: 8,
          ruleId: '',
        }),
        fields: () => (
          <div className="pl-book-plan">
            <PlanField name="fromDay" {...asText()}>
              <DatePicker style={wide} allowClear={false} />
            </PlanField>
            <PlanField name="toDay" {...asText()}>
              <DatePicker style={wide} allowClear={false} />
            </PlanField>
            <div className="pl-book-plan-whole">
              <PlanField name="weekdays">
                <Checkbox.Group
                  options={([1, 2, 3, 4, 5, 6, 7] as const).map((value) => ({
                    value,
                    label: t(`weekday.${value}.short`),
                  }))}
                />
              </PlanField>
            </div>
            <PlanField name="fromTime">
              <Input maxLength={5} autoComplete="off" />
            </PlanField>
            <PlanField name="toTime" extra={t('bookSession.toTimeHint')}>
              <Input maxLength={5} autoComplete="off" />
            </PlanField>
            <PlanField name="duration">
              <InputNumber min={1} max={1440} precision={0} style={wide} />
            </PlanField>
            <PlanField name="interval">
              <InputNumber min={0} max={1440} precision={0} style={wide} />
            </PlanField>
            <PlanField name="capacity">
              <InputNumber min={0} max={9999} precision={0} style={wide} />
            </PlanField>
            <PlanField name="ruleId">
              <RulePickerField placeholder={t('bookSession.anyRule')} />
            </PlanField>
          </div>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
