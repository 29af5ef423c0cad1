import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { OrderDialog } from '#renderer/ui/list/order-dialog.tsx'
import { useVehicles } from './use-vehicles.ts'

/** Sorts the vehicles as the counter shows them. */
export function VehicleOrder({ onDone, onClose }: { onDone(): Promise<void>; onClose(): void }) {
  const { t } = useText()
  const { data: vehicles } = useVehicles()
  if (!vehicles) return null
  return (
    <OrderDialog
      title={t('vehicle.sort')}
      rows={vehicles.map(({ id, name, vehicleType }) => ({ id, label: name, hint: vehicleType }))}
      onSave={async (ids) => {
        await client.vehicles.sort({ body: { ids } })
        await onDone()
      }}
      onClose={onClose}
    />
  )
}
