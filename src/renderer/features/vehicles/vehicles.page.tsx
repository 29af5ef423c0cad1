import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { queryClient } from '#renderer/core/query.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { QrSheet } from './qr-sheet.tsx'
import { SeriesDialog } from './series-dialog.tsx'
import { useTypeOptions } from './use-vehicles.ts'
import { VehicleDrawer } from './vehicle-drawer.tsx'
import { VehicleFields } from './vehicle-fields.tsx'
import { gearText } from './vehicle-limits.tsx'
import { VehicleOrder } from './vehicle-order.tsx'
import { UpkeepTag, VehicleFlags, VehicleStateTag } from './vehicle-tags.tsx'
import './vehicles.css'

type Row = RowOf<'vehicles'>

/** Refreshes all queries that a change affects beyond this list. */
const refresh = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ['fleet'] })
  await refreshList('vehicles')
}

/** The vehicles of a store with state and data. */
export function VehiclesPage() {
  const { t } = useText()
  const [address, setAddress] = useSearchParams()
  const may = useMayCall('vehicles')
  const types = useTypeOptions()
  const conditions = useDict('vehicle_condition')
  const upkeep = useDict('vehicle_upkeep')
  const [open, setOpen] = useState<'series' | 'order' | 'qr' | null>(null)
  const storeName = useStoreName()
  const actionsOf = useVehicleActions((id) => setAddress({ vehicle: id }))
  const shown = address.get('vehicle')
  return (
    <>
      <CrudPage
        resource="vehicles"
        title="menu.vehicleList"
        columns={[
          { name: 'name', sorter: true, width: 120 },
          {
            name: 'state',
            title: 'vehicle.state',
            onCard: true,
            render: (row) => <VehicleStateTag state={row.state} condition={row.condition} />,
          },
          { name: 'vehicleType', sorter: true, width: 120 },
          { name: 'seats', sorter: true, align: 'right', render: ({ seats }) => (seats === 0 ? '—' : seats) },
          { name: 'upkeep', sorter: true, onCard: true, render: (row) => <UpkeepTag state={row.upkeep} /> },
          { name: 'isConnecte', onCard: true, render: (row) => <VehicleFlags {...row} /> },
          { name: 'conditionReason', width: 140 },
          { name: 'cardName', width: 110 },
          { name: 'IMEI', optional: true },
          { name: 'rfCard', optional: true },
          { name: 'controlAddress', optional: true },
          { name: 'controlProtocol', optional: true },
          { name: 'gearLimit', optional: true, render: ({ gearLimit }) => gearText(t, gearLimit) },
          { name: 'speedLimit', optional: true, align: 'right' },
          { name: 'defaultMode', optional: true },
          { name: 'defaultLaps', optional: true, align: 'right' },
          { name: 'defaultMinutes', optional: true, align: 'right' },
          { name: 'delayStopSeconds', optional: true, align: 'right' },
          { name: 'heartbeatTime', optional: true },
          { name: 'indexNumber', sorter: true, optional: true, align: 'right' },
          { name: 'remark', width: 140, optional: true },
          { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        ]}
        filters={[
          <TextFilter key="name" name="name" />,
          <ChoiceFilter key="type" name="vehicleType" options={types} />,
          <ChoiceFilter key="condition" name="condition" options={conditions} />,
          <ChoiceFilter key="upkeep" name="upkeep" options={upkeep} />,
        ]}
        form={{
          noun: 'noun.vehicle',
          width: 720,
          values: (row) => row ?? { seats: 1, defaultMode: '' },
          fields: (row) => <VehicleFields id={row?.id} types={types} />,
        }}
        emptyHint="vehicle.listEmpty"
        actions={{
          row: actionsOf,
          changed: () => void refresh(),
          head: (
            <>
              {may('addSeries') ? <Button onClick={() => setOpen('series')}>{t('vehicle.series')}</Button> : null}
              {may('sort') ? <Button onClick={() => setOpen('order')}>{t('vehicle.sort')}</Button> : null}
              <Button onClick={() => setOpen('qr')}>{t('vehicle.qr')}</Button>
            </>
          ),
        }}
      />
      {shown ? <VehicleDrawer id={shown} onClose={() => setAddress({})} /> : null}
      {open === 'series' ? <SeriesDialog types={types} onDone={refresh} onClose={() => setOpen(null)} /> : null}
      {open === 'order' ? <VehicleOrder onDone={refresh} onClose={() => setOpen(null)} /> : null}
      {open === 'qr' ? <QrSheet onClose={() => setOpen(null)} /> : null}
    </>
  )
}

/** Actions besides editing: view, take out of service and back, scrap. */
function useVehicleActions(look: (id: string) => void): (row: Row) => RowAction[] {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMayCall('vehicles')
  const turn =
    ({ id }: Row, condition: Row['condition']) =>
    async (reason: string) => {
      const { message } = await client.vehicles.setCondition({ body: { id, condition, reason } })
      await refresh()
      return message
    }
  return (row) => {
    const vehicle = row.name
    const stop = () =>
      void ask(t('vehicle.stopTitle', { vehicle }), turn(row, 'maintenance'), {
        hint: t('vehicle.stopHint'),
        ok: t('vehicle.stop'),
        needsReason: true,
      })
    const back = () => void ask(t('vehicle.backAsk', { vehicle }), turn(row, 'ready'), { isDanger: false })
    const scrap = () =>
      void ask(t('vehicle.scrapAsk', { vehicle }), turn(row, 'scrapped'), {
        hint: t('vehicle.scrapHint'),
        ok: t('vehicle.scrap'),
        asksReason: true,
      })
    const changes: RowAction[] =
      row.condition === 'ready'
        ? [{ key: 'stop', label: t('vehicle.stop'), act: stop }]
        : [{ key: 'back', label: t('vehicle.back'), act: back }]
    if (row.condition !== 'scrapped') {
      changes.push({ key: 'scrap', label: t('vehicle.scrap'), danger: true, act: scrap })
    }
    const open: RowAction = { key: 'open', label: t('vehicle.open'), act: () => look(row.id) }
    return may('setCondition') ? [open, ...changes] : [open]
  }
}
