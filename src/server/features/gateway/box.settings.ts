import type { Box } from '#server/features/gateway/transports/box.transport.ts'
import type { DriveCommand } from '#shared/features/gateway/vehicle-protocol.schema.ts'

/** Settings of a vehicle that apply to all runs, as sent to its box. */
export const settingsOf = ({
  gearLimit: gear,
  speedLimit: speed,
  limitCard,
  controlAddress,
  controlProtocol,
  trajectory,
}: Box): Omit<DriveCommand, 'seq' | 'kind'> => ({ gear, speed, limitCard, controlAddress, controlProtocol, trajectory })
