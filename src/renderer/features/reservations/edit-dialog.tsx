import { useQuery } from '@tanstack/react-query'
import { DatePicker, Input, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { RulePickerField } from '#renderer/features/rules/index.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { AppError } from '#shared/core/errors.ts'
import { BookEdit, type Reservation } from '#shared/features/reservations/reservations.schema.ts'
import { clockOf, figuresOf } from './days.calc.ts'
import { refreshReservations, useCalendar } from './use-calendar.ts'

const labels = {
  sessionId: 'reservation.sessionId',
  realname: 'reservation.realname',
  phone: 'reservation.phone',
  people: 'reservation.people',
  ruleId: 'reservation.ruleId',
  remark: 'reservation.remark',
} as const
const Field = fieldsOf(BookEdit, { labels })
const fullWidth = { width: '100%' }

/** Changes guest, people, rule or session of a reservation. */
export function EditBookingDialog({ booked, onClose }: { booked: Reservation; onClose(): void }) {
  const { t } = useText()
  const save = async (changed: Values): Promise<string> => {
    const { message } = await client.reservations.edit({ body: { ...changed, id: booked.id } })
    await refreshReservations()
    return message
  }
  return (
    <CrudFormDialog<Reservation>
      row={booked}
      title={`${t('reservation.change')} · ${booked.realname}`}
      form={{
        width: 480,
        values: (row) => ({ ruleId: row?.ruleId ?? '' }),
        fields: () => (
          <>
            <Field name="sessionId">
              <SessionSelect booked={booked} />
            </Field>
            <Field name="realname">
              <Input maxLength={30} autoComplete="off" />
            </Field>
            <Field name="phone">
              <Input maxLength={20} inputMode="tel" autoComplete="off" />
            </Field>
            <Field name="people">
              <InputNumber min={1} max={99} precision={0} style={fullWidth} />
            </Field>
            <Field name="ruleId">
              <RulePickerField placeholder={t('bookSession.anyRule')} missingText={booked.consumeRoleName} />
            </Field>
            <Field name="remark">
              <Input maxLength={200} autoComplete="off" />
            </Field>
          </>
        ),
        check: ({ sessionId }) => {
          if (!sessionId) throw new AppError('reservations.sessionNotFound', { field: 'sessionId' })
        },
        body: (values) => ({ ...values, ruleId: values.ruleId ?? '' }),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

interface SessionSelectProps {
  booked: Reservation
  value?: string | undefined
  onChange?(id: string | undefined): void
  id?: string
}

/** The sessions of a day to choose from; a reservation with arrivals keeps its session. */
function SessionSelect({ booked, value, onChange, id }: SessionSelectProps) {
  const { t } = useText()
  const session = useQuery({
    queryKey: ['reservations', 'session', booked.sessionId],
    queryFn: async () => (await client.reservationSessions.queryById({ query: { id: booked.sessionId } })).result,
  })
  // After midnight the business day may still be the day before.
  const ownDay = session.data?.businessDay ?? booked.startTime.slice(0, 10)
  const [chosenDay, setDay] = useState<string | null>(null)
  const day = chosenDay ?? ownDay
  const { data, isFetching } = useCalendar('day', day)
  const hasArrived = booked.arrived > 0
  const ownLabel = `${clockOf(booked.startTime)}–${clockOf(booked.endTime)} · ${t('bookSession.numbered', { number: booked.sessionNumber })}`
  const others = (data?.[0]?.day === day ? data[0].sessions : []).filter((one) => one.id !== booked.sessionId)
  const options = others.map((one) => ({
    value: one.id,
    label: `${clockOf(one.startTime)}–${clockOf(one.endTime)} · ${t('bookSession.numbered', { number: one.sessionNumber })} · ${t('bookSession.figures', figuresOf(one))} · ${t(`bookSession.state.${one.sessionState}`)}`,
    disabled: one.sessionState !== 'open' && one.sessionState !== 'running',
  }))
  return (
    <div className="pl-book-move">
      <DatePicker
        value={dayjs(day)}
        allowClear={false}
        disabled={hasArrived}
        aria-label={t('bookSession.businessDay')}
        onChange={(given) => {
          if (!given) return
          const chosen = given.format('YYYY-MM-DD')
          setDay(chosen)
          // Back on its own day the reservation's session is chosen again.
          onChange?.(chosen === ownDay ? booked.sessionId : undefined)
        }}
      />
      <Select
        id={id ?? 'sessionId'}
        value={value ?? null}
        disabled={hasArrived}
        loading={isFetching}
        popupMatchSelectWidth={false}
        placeholder={t('bookSession.choose')}
        options={day === ownDay ? [{ value: booked.sessionId, label: ownLabel, disabled: false }, ...options] : options}
        onChange={(chosen) => onChange?.(chosen ?? undefined)}
      />
    </div>
  )
}
