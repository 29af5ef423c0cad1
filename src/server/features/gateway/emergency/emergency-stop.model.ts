import type { Box } from '#server/features/gateway/transports/box.transport.ts'

/** An emergency stop of one store: of all its vehicles, of some, or of a type. */
export interface Stop {
  id: string
  orgCode: string
  /** Sorted; null for all. */
  vehicleIds: readonly string[] | null
  vehicleType: string | null
  stoppedBy: string
  /** ISO 8601, because copies of the server exchange it as JSON. */
  stoppedAt: string
}

/** Key of a stop in one store. A stop of several stores has the same id in each. */
export const stopKey = ({ id, orgCode }: Pick<Stop, 'id' | 'orgCode'>): string => `${id} ${orgCode}`

/** Key of the target of a stop; equal for stops of the same vehicles. */
export const targetKey = (stop: Pick<Stop, 'orgCode' | 'vehicleIds' | 'vehicleType'>): string =>
  JSON.stringify([stop.orgCode, stop.vehicleType, stop.vehicleIds])

/** Whether a stop applies to the vehicle of a box. */
export const covers = (stop: Stop, box: Pick<Box, 'orgCode' | 'vehicleId' | 'vehicleType'>): boolean => {
  if (box.orgCode !== stop.orgCode) return false
  if (stop.vehicleType !== null) return box.vehicleType === stop.vehicleType
  return stop.vehicleIds === null || (box.vehicleId !== null && stop.vehicleIds.includes(box.vehicleId))
}
