import type { Box } from './box.transport.ts'

/** What vehicles of a store an emergency stop is for: all of them, some, or those of a type. */
export interface Stop {
  id: string
  orgCode: string
  /** In the order of the ids. */
  vehicleIds: readonly string[] | null
  vehicleType: string | null
  stoppedBy: string
  /** In ISO 8601, because copies of the server tell each other of it. */
  stoppedAt: string
}

/** By which a stop of one store is known; one that was ordered for several has the same id in each. */
export const stopKey = ({ id, orgCode }: Pick<Stop, 'id' | 'orgCode'>): string => `${id} ${orgCode}`

/** What a stop is for: two that are for the same have the same. */
export const targetKey = (stop: Pick<Stop, 'orgCode' | 'vehicleIds' | 'vehicleType'>): string =>
  JSON.stringify([stop.orgCode, stop.vehicleType, stop.vehicleIds])

/** Whether a stop is for the vehicle of a box. */
export const covers = (stop: Stop, box: Pick<Box, 'orgCode' | 'vehicleId' | 'vehicleType'>): boolean => {
  if (box.orgCode !== stop.orgCode) return false
  if (stop.vehicleType !== null) return box.vehicleType === stop.vehicleType
  return stop.vehicleIds === null || (box.vehicleId !== null && stop.vehicleIds.includes(box.vehicleId))
}
