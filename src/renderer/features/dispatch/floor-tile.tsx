import { type DragEvent, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import type { FloorEntry, FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'
import { isFree, runClock } from './floor.calc.ts'
import { FreeLine } from './free-line.tsx'
import { RunTime } from './run-time.tsx'
import { VehicleMarks } from './vehicle-marks.tsx'

/** The drag data type that carries the ride's id. */
export const DRAGGED_ENTRY = 'application/x-pitlane-entry'

interface FloorTileProps {
  vehicle: FloorVehicle
  now: number
  lapSeconds: number | null
  /** The ride planned on it. */
  planned: FloorEntry | null
  /** The store's name, where several stores are shown. */
  storeName: string | null
  onPress(): void
  onDropEntry(entryId: string): void
}

/** A vehicle on the board: state, time left and remarks. */
export function FloorTile({ vehicle, now, lapSeconds, planned, storeName, onPress, onDropEntry }: FloorTileProps) {
  const { t } = useText()
  const [isOver, setOver] = useState(false)
  const { run, state } = vehicle
  const clock = run ? runClock(run, now, lapSeconds) : null
  const takes = isFree(vehicle)
  const drag = takes
    ? {
        onDragOver: (event: DragEvent) => {
          if (!event.dataTransfer.types.includes(DRAGGED_ENTRY)) return
          event.preventDefault()
          setOver(true)
        },
        onDragLeave: () => setOver(false),
        onDrop: (event: DragEvent) => {
          event.preventDefault()
          setOver(false)
          onDropEntry(event.dataTransfer.getData(DRAGGED_ENTRY))
        },
      }
    : {}
  const standing = vehicle.isStopped && state === 'idle' ? 'stopped' : state
  const shown = planned ? 'planned' : (clock?.phase ?? standing)
  return (
    <button
      type="button"
      className={`pl-floor-tile pl-floor-${shown}${isOver ? ' pl-floor-drop' : ''}`}
      data-vehicle={vehicle.name}
      data-state={shown}
      disabled={!takes && run === null}
      onClick={onPress}
      {...drag}
    >
      <span className="pl-floor-head">
        <strong title={vehicle.name}>{vehicle.name}</strong>
        <small>{storeName ?? vehicle.vehicleType}</small>
      </span>
      {run && clock ? (
        <>
          <span className="pl-floor-who">
            {run.racer} · {run.ticketNo}
          </span>
          <RunTime run={run} clock={clock} />
        </>
      ) : (
        <span className="pl-floor-who">
          {planned ? `${planned.ticketNo} · ${planned.racer}` : <FreeLine vehicle={vehicle} />}
        </span>
      )}
      {planned ? <span className="pl-floor-ready">{t('dispatch.ready')}</span> : null}
      <VehicleMarks vehicle={vehicle} />
    </button>
  )
}
