import { Divider, Input, InputNumber, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { Option } from '#renderer/ui/crud/crud-types.ts'
import { fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { PhotoField } from '#renderer/ui/form/photo-field.tsx'
import { line } from '#shared/core/text.ts'
import { vehicleResource } from '#shared/features/vehicles/vehicles.schema.ts'
import { TypeSelect } from './type-select.tsx'

/** API clients may omit the type; the form requires it (spec §5). */
const Field = fieldsOf(vehicleResource.create.extend({ vehicleType: line(30, 1) }), vehicleResource)
const wide = { style: { width: '100%' } }

/** The form of a vehicle: general data first, then its box. */
export function VehicleFields({ id, types }: { id: string | undefined; types: Option[] }) {
  const { t } = useText()
  return (
    <>
      <div className="pl-vehicle-form">
        <Field name="name" check={isFree('vehicle', 'name', id)}>
          <Input maxLength={30} autoComplete="off" />
        </Field>
        <Field name="vehicleType">
          <TypeSelect types={types} />
        </Field>
        <Field name="seats" extra={t('vehicle.seatsHint')}>
          <InputNumber min={0} max={99} precision={0} {...wide} />
        </Field>
        <Field name="cardName">
          <Input maxLength={64} autoComplete="off" />
        </Field>
        <Field name="defaultMode" extra={t('vehicle.defaultsHint')}>
          <Select
            options={[
              { value: '', label: '—' },
              { value: 'circlemode', label: t('mode.circlemode') },
              { value: 'timermode', label: t('mode.timermode') },
            ]}
          />
        </Field>
        <Field name="defaultLaps" hint="hint.vehicle.laps">
          <InputNumber min={0} max={999} precision={0} {...wide} />
        </Field>
        <Field name="defaultMinutes">
          <InputNumber min={0} max={999} precision={0} {...wide} />
        </Field>
        <Field name="photo">
          <PhotoField folder="vehicle" />
        </Field>
      </div>
      <Divider titlePlacement="start">{t('device.type.VEHICLE')}</Divider>
      <div className="pl-vehicle-form">
        <Field name="IMEI" hint="hint.vehicle.imei" check={isFree('vehicle', 'imei', id)}>
          <Input maxLength={32} autoComplete="off" />
        </Field>
        <Field name="rfCard" hint="hint.vehicle.rfCard" check={isFree('vehicle', 'rf_card', id)}>
          <Input maxLength={64} autoComplete="off" />
        </Field>
        <Field name="controlAddress" extra={t('vehicle.boxHint')}>
          <Input maxLength={100} autoComplete="off" />
        </Field>
        <Field name="controlProtocol">
          <Input maxLength={32} autoComplete="off" />
        </Field>
        <Field name="delayStopSeconds">
          <InputNumber min={0} max={600} precision={0} {...wide} />
        </Field>
      </div>
      <Field name="remark">
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 3 }} maxLength={200} />
      </Field>
    </>
  )
}
