import { DatePicker, Form, Input, InputNumber, Switch } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { LevelSelect } from '#renderer/features/members/index.ts'
import { StoreField } from '#renderer/features/rules/index.ts'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { asSwitch } from '#renderer/ui/form/as-switch.ts'
import { asText, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { PhotoField } from '#renderer/ui/form/photo-field.tsx'
import { eventResource } from '#shared/features/events/events.schema.ts'

const Field = fieldsOf(eventResource.create, eventResource)
const times = ['registrationStart', 'registrationEnd', 'startTime', 'endTime'] as const

/** The form of an event. */
export function EventFields({ row }: { row: RowOf<'events'> | null }) {
  const { t } = useText()
  const chosen = Form.useWatch<string | undefined>('sysOrgCode')
  const store = row?.sysOrgCode ?? chosen
  return (
    <div className="pl-event-form">
      <StoreField isNew={row === null} />
      <Field name="eventName">
        <Input maxLength={60} autoComplete="off" />
      </Field>
      <Field name="places" extra={t('event.placesHint')}>
        <InputNumber min={0} precision={0} />
      </Field>
      {times.map((name) => (
        <Field key={name} name={name} {...asText('YYYY-MM-DD HH:mm:ss')}>
          <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
        </Field>
      ))}
      <Field name="registrationFee" extra={t('event.feeHint')}>
        <InputNumber min={0} precision={2} />
      </Field>
      <Field name="lateRefund" extra={t('event.lateRefundHint')}>
        <InputNumber min={0} max={100} precision={0} />
      </Field>
      <Field name="memberLevel">
        <LevelSelect {...(store ? { orgCode: store } : {})} placeholder={t('event.anyLevel')} />
      </Field>
      <Field name="needsAgreement" {...asSwitch}>
        <Switch />
      </Field>
      <Field name="picture">
        <PhotoField folder="event" />
      </Field>
      <Field name="remark">
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
      </Field>
    </div>
  )
}
