import type { DriveCommand } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import type { Box } from './box.transport.ts'

/** What a box is told of its vehicle that holds for all runs. */
export const settingsOf = ({
  gearLimit: gear,
  speedLimit: speed,
  limitCard,
  controlAddress,
  controlProtocol,
  trajectory,
}: Box): Omit<DriveCommand, 'seq' | 'kind'> => ({ gear, speed, limitCard, controlAddress, controlProtocol, trajectory })
