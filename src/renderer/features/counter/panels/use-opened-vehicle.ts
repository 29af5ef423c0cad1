import { useState } from 'react'
import { useMay } from '#renderer/core/session.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { usePlatform } from '#renderer/platform/context.ts'

export interface OpenedVehicle {
  /** The vehicle whose drawer is open, or null. */
  id: string | null
  /** Whether the board's drawer is available: permission, platform and server. */
  canOpen: boolean
  open(id: string): void
  /** For the key: opens the focused vehicle, else the chosen one, else the first; without the drawer it goes to one that runs. */
  openByKey(): void
  close(): void
}

/** The vehicle whose drawer of the dispatch board is open on the counter. */
export function useOpenedVehicle(counter: Pick<Counter, 'vehicles' | 'chosenVehicles' | 'online'>): OpenedVehicle {
  const [id, setId] = useState<string | null>(null)
  const { hasFloor } = usePlatform()
  const mayLook = useMay('dispatch:list')
  const canOpen = mayLook && hasFloor && counter.online
  return {
    id: canOpen ? id : null,
    canOpen,
    open: setId,
    openByKey: () => {
      const name = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.vehicle : undefined
      const focused = counter.vehicles.find((one) => name !== undefined && one.name === name)
      const vehicle = focused ?? counter.chosenVehicles[0] ?? counter.vehicles[0]
      if (!canOpen) document.querySelector<HTMLElement>('[data-vehicle][data-state="inUse"]')?.focus()
      else if (vehicle) setId(vehicle.id)
    },
    close: () => setId(null),
  }
}
