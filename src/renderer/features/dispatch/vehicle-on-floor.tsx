import { Drawer, Skeleton } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { FloorDrawer } from './floor-drawer.tsx'
import { useFloor, useServerTime } from './use-floor.ts'

interface VehicleOnFloorProps {
  vehicleId: string
  onPick(id: string): void
  onClose(): void
}

/** The board's drawer of a vehicle, over another screen. */
export function VehicleOnFloor({ vehicleId, onPick, onClose }: VehicleOnFloorProps) {
  const { t } = useText()
  const floor = useFloor()
  const now = useServerTime(floor.data?.clockOffsetMs ?? 0)
  const vehicle = floor.data?.vehicles.find(({ id }) => id === vehicleId)
  if (floor.data && vehicle)
    return <FloorDrawer floor={floor.data} vehicle={vehicle} now={now} onPick={onPick} onClose={onClose} />
  return (
    <Drawer open size={400} title={t('counter.where')} onClose={onClose}>
      {floor.error ? (
        <ErrorBlock error={floor.error} retry={() => void floor.refetch()} />
      ) : floor.data ? (
        <EmptyBlock title={t('vehicle.none')} hint={t('vehicle.noneHint')} />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  )
}
