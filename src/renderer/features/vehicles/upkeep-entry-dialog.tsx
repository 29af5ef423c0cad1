import { DatePicker, Input, Select } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { asText, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { upkeepEntryResource } from '#shared/features/vehicles/upkeep.contract.ts'
import { usePlanOptions, useVehicleOptions } from './use-vehicles.ts'

const Field = fieldsOf(upkeepEntryResource.create, upkeepEntryResource)
type Entry = Parameters<typeof client.upkeep.add>[0]['body']

interface UpkeepEntryDialogProps {
  initial: { vehicleId?: string; planId?: string }
  onClose(): void
}

/** Records an upkeep; it restarts the plan. */
export function UpkeepEntryDialog({ initial, onClose }: UpkeepEntryDialogProps) {
  const { t } = useText()
  const save = async ({ doneTime, ...values }: Values): Promise<string> => {
    // The form fields match the call; without a time it was done now.
    const body = (doneTime ? { ...values, doneTime } : values) as Entry
    const { message } = await client.upkeep.add({ body })
    await queryClient.invalidateQueries({ queryKey: ['fleet'] })
    await Promise.all([refreshList('upkeep'), refreshList('vehicles')])
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('upkeep.record')}
      form={{ values: () => ({ planId: '', doneTime: '', ...initial }), fields: () => <EntryFields /> }}
      onSave={save}
      onClose={onClose}
    />
  )
}

function EntryFields() {
  const { t } = useText()
  const vehicles = useVehicleOptions()
  const plans = usePlanOptions()
  return (
    <>
      <Field name="vehicleId">
        <Select options={vehicles} showSearch={{ optionFilterProp: 'label' }} />
      </Field>
      <Field name="planId">
        <Select options={[{ value: '', label: '—' }, ...plans]} />
      </Field>
      <Field name="work">
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} maxLength={200} placeholder={t('upkeep.workHint')} />
      </Field>
      <div className="pl-vehicle-form">
        <Field name="doneTime" {...asText('YYYY-MM-DD HH:mm:ss')} extra={t('upkeep.doneTimeHint')}>
          <DatePicker showTime style={{ width: '100%' }} />
        </Field>
        <Field name="doneBy" extra={t('upkeep.doneByHint')}>
          <Input maxLength={60} autoComplete="off" />
        </Field>
        <Field name="cost">
          <Input maxLength={60} autoComplete="off" />
        </Field>
        <Field name="odometer">
          <Input maxLength={30} autoComplete="off" />
        </Field>
      </div>
    </>
  )
}
