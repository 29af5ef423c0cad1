import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'

/** The events of vehicles and devices. */
export function DeviceEventsPage() {
  const kinds = useDict('device_event')
  return (
    <CrudPage
      resource="deviceEvents"
      title="menu.deviceLogs"
      columns={[
        { name: 'createTime', sorter: true },
        { name: 'name', onCard: true, width: 160 },
        { name: 'kind', onCard: true, options: kinds },
        { name: 'detail', width: 300 },
        { name: 'operatorName', width: 120 },
      ]}
      filters={[
        <DaysFilter key="time" name="createTime" />,
        <ChoiceFilter key="kind" name="kind" options={kinds} />,
        <TextFilter key="name" name="name" />,
      ]}
      emptyHint="device.event.noneHint"
      actions={{ history: () => null }}
    />
  )
}
