import type { ColumnType, Generated } from 'kysely'

type CreatedAt = ColumnType<Date, Date | undefined, never>
type Later = ColumnType<Date | null, Date | null | undefined, Date | null>

interface Stamps {
  createdBy: Generated<string>
  createdAt: CreatedAt
  updatedBy: Generated<string | null>
  updatedAt: Later
}

interface Vehicle extends Stamps {
  id: string
  orgCode: string
  name: string
  cardName: Generated<string>
  /** The name of its type; empty where it has none. */
  vehicleType: Generated<string>
  /** The same, null where it has none, so that it can refer to a type. */
  knownType: ColumnType<string | null, never, never>
  connected: Generated<boolean>
  /** Whether it may be used at all; what it is doing now follows from its running run. */
  condition: Generated<'ready' | 'maintenance' | 'scrapped'>
  conditionReason: Generated<string>
  indexNumber: Generated<number>
  /** The number of seats; 0: unknown. */
  seats: Generated<number>
  imei: Generated<string>
  controlAddress: Generated<string>
  controlProtocol: Generated<string>
  rfCard: Generated<string>
  defaultMode: Generated<'' | 'circlemode' | 'timermode'>
  defaultLaps: Generated<number>
  defaultMinutes: Generated<number>
  delayStopSeconds: Generated<number>
  photo: Generated<string>
  remark: Generated<string>
  powered: Generated<boolean | null>
  battery: Generated<number | null>
  heartbeatAt: Later
  /** Its state by the upkeep plans, computed in the background. */
  upkeep: Generated<'ok' | 'due' | 'overdue'>
  /** The order whose payment it waits for, and the user who takes that payment; null and empty: none. */
  keptFor: string | null
  keptBy: Generated<string>
  /** The highest gear that it may use, 0 for neutral. */
  gearLimit: Generated<number>
  /** In per cent. */
  speedLimit: Generated<number>
  /** The faults that it reports. */
  fault: Generated<string>
}

interface VehicleType extends Stamps {
  id: string
  orgCode: string
  name: string
  photo: Generated<string>
  indexNumber: Generated<number>
  /** Milliseconds; 0: the boxes decide. */
  trajectoryMs: Generated<number>
  remark: Generated<string>
}

interface UpkeepPlan extends Stamps {
  id: string
  orgCode: string
  name: string
  /** For one vehicle, for a type, or with neither for every vehicle of the store. */
  vehicleId: Generated<string | null>
  vehicleType: Generated<string | null>
  unit: 'hours' | 'laps' | 'days'
  every: number
  /** Whether an overdue vehicle goes out of service by itself. */
  blocks: Generated<boolean>
  active: Generated<boolean>
  remark: Generated<string>
}

interface UpkeepEntry extends Stamps {
  id: string
  orgCode: string
  vehicleId: string
  planId: Generated<string | null>
  planName: Generated<string>
  doneAt: Date
  doneBy: string
  work: string
  cost: Generated<string>
  odometer: Generated<string>
}

interface Device extends Stamps {
  id: string
  orgCode: string
  serialNumber: string
  name: Generated<string>
  deviceType: string
  iotCard: Generated<string>
  hardwareVersion: Generated<string>
  softwareVersion: Generated<string>
  heartbeatAt: Later
  powered: Generated<boolean | null>
  vehicleId: Generated<string | null>
  remark: Generated<string>
}

interface DevicePermit {
  id: string
  orgCode: string
  deviceId: string
  /** The one that every store has for nothing. */
  free: Generated<boolean>
  /** Null: until it is taken back. */
  validUntil: Later
  remark: Generated<string>
  revokedBy: Generated<string | null>
  revokedAt: Later
  createdBy: string
  createdAt: Date
}

interface DeviceEvent {
  id: string
  orgCode: string
  createdAt: Date
  kind: string
  deviceId: Generated<string | null>
  vehicleId: Generated<string | null>
  /** What it was called then. */
  name: string
  detail: Generated<string>
  operatorName: Generated<string>
}

export interface VehicleTables {
  vehicle: Vehicle
  vehicleType: VehicleType
  upkeepPlan: UpkeepPlan
  upkeepEntry: UpkeepEntry
  device: Device
  devicePermit: DevicePermit
  deviceEvent: DeviceEvent
}
