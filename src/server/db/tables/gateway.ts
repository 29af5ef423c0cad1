import type { Generated } from 'kysely'

interface DeviceAccess {
  deviceId: string
  orgCode: string
  /** SHA-256 of a password that the server generated. */
  secretHash: Buffer
  /** Whether the server simulates the vehicle. */
  simulated: Generated<boolean>
  createdBy: string
  createdAt: Date
}

interface EmergencyStop {
  id: string
  orgCode: string
  /** With the type null, too: for every vehicle of the store. */
  vehicleIds: string[] | null
  vehicleType: string | null
  stoppedBy: string
  stoppedAt: Date
  releasedBy: string | null
  releasedAt: Date | null
  remark: Generated<string>
}

/** A vehicle that has confirmed an emergency stop. */
interface EmergencyStopVehicle {
  stopId: string
  orgCode: string
  vehicleId: string
  stoodAt: Date
}

export interface GatewayTables {
  deviceAccess: DeviceAccess
  emergencyStop: EmergencyStop
  emergencyStopVehicle: EmergencyStopVehicle
}
