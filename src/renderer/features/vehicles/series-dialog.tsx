import { Form, Input, InputNumber } from 'antd'
import { useRef } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Option, Values } from '#renderer/ui/crud/crud-types.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { newId } from '#shared/core/id.ts'
import { type VehicleSeries, vehicles } from '#shared/features/vehicles/vehicles.contract.ts'
import { inShort, namesOf, nextAfter } from './series.calc.ts'
import { TypeSelect } from './type-select.tsx'
import { useVehicles } from './use-vehicles.ts'

const Field = fieldsOf(bodyOf(vehicles.addSeries))
const number = <InputNumber min={0} max={9999} precision={0} style={{ width: '100%' }} />

interface SeriesDialogProps {
  types: Option[]
  onDone(): Promise<void>
  onClose(): void
}

/** Adds a series of numbered vehicles, such as "1 to 12". */
export function SeriesDialog({ types, onDone, onClose }: SeriesDialogProps) {
  const { t } = useText()
  const [prefix = '', suffix = ''] = t('vehicle.seriesExample', { number: '#' }).split('#')
  const { data: vehicles } = useVehicles()
  const sent = useRef({ content: '', key: '' })
  const save = async (values: Values): Promise<string> => {
    const content = JSON.stringify(values)
    // A retry after a lost response is the same series; changed input is another one.
    if (sent.current.content !== content) sent.current = { content, key: newId() }
    // The form fields match the call.
    const { message } = await client.vehicles.addSeries({ body: values as VehicleSeries, key: sent.current.key })
    await onDone()
    return message
  }
  if (!vehicles) return null
  const next = nextAfter(vehicles.map(({ name }) => name)) ?? { prefix, suffix, from: vehicles.length + 1 }
  return (
    <CrudFormDialog
      row={null}
      title={t('vehicle.seriesTitle')}
      okText={t('crud.add')}
      form={{
        values: () => ({ ...next, to: next.from + 11, seats: 1 }),
        fields: () => (
          <div className="pl-vehicle-form">
            <Field name="prefix" label="vehicle.prefix">
              <Input maxLength={20} autoComplete="off" />
            </Field>
            <Field name="suffix" label="vehicle.suffix">
              <Input maxLength={20} autoComplete="off" />
            </Field>
            <Field name="from" label="vehicle.from">
              {number}
            </Field>
            <Field name="to" label="vehicle.to">
              {number}
            </Field>
            <Field name="vehicleType" label="vehicle.type">
              <TypeSelect types={types} />
            </Field>
            <Field name="seats" label="vehicle.seats" extra={t('vehicle.seatsHint')}>
              <InputNumber min={0} max={99} precision={0} style={{ width: '100%' }} />
            </Field>
            <Preview />
          </div>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

function Preview() {
  const { t } = useText()
  const names = namesOf(Form.useWatch([], Form.useFormInstance()) ?? {})
  return (
    <output className="pl-vehicle-preview">
      {names ? t('vehicle.seriesPreview', { count: names.length, names: inShort(names, t('vehicle.comma')) }) : '—'}
    </output>
  )
}
