import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

type Rider = Pick<QueueEntry, 'id' | 'vehicleId' | 'people' | 'sysOrgCode'>
type Seats = Pick<Vehicle, 'id' | 'state' | 'seats' | 'sysOrgCode'>

const fits = ({ people, sysOrgCode }: Rider, vehicle: Seats): boolean =>
  vehicle.state === 'idle' && vehicle.sysOrgCode === sysOrgCode && (vehicle.seats === 0 || vehicle.seats >= people)

/** The vehicles that a rider can have: free, large enough, and not used by another ride of the heat. */
export const freeFor = <V extends Seats>(
  rider: Rider,
  vehicles: readonly V[],
  chosen: Readonly<Record<string, string>>,
): V[] =>
  vehicles.filter(
    (vehicle) =>
      fits(rider, vehicle) && !Object.entries(chosen).some(([other, id]) => other !== rider.id && id === vehicle.id),
  )

/**
 * Proposes a vehicle for each ride of a heat: the picked one, else the requested one, else the first free one,
 * preferably one that no queue entry has requested. Empty where there is none.
 */
export function proposed(
  heat: readonly Rider[],
  vehicles: readonly Seats[],
  { picked = {}, queue = [] }: { picked?: Readonly<Record<string, string>>; queue?: readonly Rider[] },
): Record<string, string> {
  const chosen: Record<string, string> = {}
  const give = (rider: Rider, wanted: string | undefined) => {
    const free = freeFor(rider, vehicles, chosen)
    if (wanted && chosen[rider.id] === undefined && free.some(({ id }) => id === wanted)) chosen[rider.id] = wanted
  }
  for (const rider of heat) give(rider, picked[rider.id])
  for (const rider of heat) give(rider, rider.vehicleId)
  const asked = new Set(queue.map(({ vehicleId }) => vehicleId))
  for (const rider of heat) {
    const free = freeFor(rider, vehicles, chosen)
    give(rider, (free.find(({ id }) => !asked.has(id)) ?? free[0])?.id)
  }
  return chosen
}
