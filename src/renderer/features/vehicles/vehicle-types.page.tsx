import { Input, InputNumber } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { queryClient } from '#renderer/core/query.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { PhotoField } from '#renderer/ui/form/photo-field.tsx'
import { TRAJECTORY_MS_MAX, vehicleTypeResource } from '#shared/features/vehicles/vehicle-types.contract.ts'
import './vehicles.css'

const Field = fieldsOf(vehicleTypeResource.create, vehicleTypeResource)

/** The vehicle types of a store. */
export function VehicleTypesPage() {
  const { t } = useText()
  const storeName = useStoreName()
  return (
    <CrudPage
      resource="vehicleTypes"
      title="menu.vehicleTypes"
      columns={[
        { name: 'name', sorter: true },
        { name: 'vehicleCount', align: 'right' },
        { name: 'indexNumber', sorter: true, align: 'right' },
        { name: 'trajectoryMs', optional: true, align: 'right' },
        { name: 'remark', width: 240 },
        { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
      ]}
      filters={[<TextFilter key="name" name="name" />]}
      form={{
        noun: 'noun.vehicleType',
        values: (row) => row ?? { indexNumber: 0, trajectoryMs: 0 },
        fields: (row) => (
          <>
            <Field name="name" check={isFree('vehicle_type', 'name', row?.id)}>
              <Input maxLength={30} autoComplete="off" />
            </Field>
            <Field name="indexNumber">
              <InputNumber min={0} precision={0} style={{ width: '100%' }} />
            </Field>
            <Field name="trajectoryMs" extra={t('vehicleType.trajectoryHint')}>
              <InputNumber min={0} max={TRAJECTORY_MS_MAX} step={100} precision={0} style={{ width: '100%' }} />
            </Field>
            <Field name="photo">
              <PhotoField folder="vehicle" />
            </Field>
            <Field name="remark">
              <Input.TextArea autoSize={{ minRows: 1, maxRows: 3 }} maxLength={200} />
            </Field>
          </>
        ),
      }}
      actions={{ changed: () => void queryClient.invalidateQueries({ queryKey: ['fleet'] }) }}
    />
  )
}
