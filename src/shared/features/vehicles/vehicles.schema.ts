import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { entity, resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { exact, line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'

export const VehicleState = z.enum(['idle', 'queuing', 'inUse', 'maintenance', 'scrapped'])
export type VehicleState = z.infer<typeof VehicleState>

/** Whether a vehicle may be used; its current activity is its state. */
export const VehicleCondition = z.enum(['ready', 'maintenance', 'scrapped'])
export type VehicleCondition = z.infer<typeof VehicleCondition>

/** Upkeep state of a vehicle by its plans. */
export const Upkeep = z.enum(['ok', 'due', 'overdue'])
export type Upkeep = z.infer<typeof Upkeep>

/** Usual run mode of a vehicle; empty: not set. */
const DefaultMode = z.enum(['', 'circlemode', 'timermode'])

/** A vehicle for the counter and in snapshots; fields added later have a default. */
export const Vehicle = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  name: z.string(),
  cardName: z.string(),
  vehicleType: z.string(),
  deviceType: z.literal('VEHICLE'),
  isConnecte: YesNo,
  state: VehicleState,
  /** Condition after the current run. */
  condition: VehicleCondition.default('ready'),
  upkeep: Upkeep.default('ok'),
  indexNumber: z.number().int(),
  /** Number of seats; 0: not set. */
  seats: z.number().int().default(0),
  /** Default run mode at the counter. */
  defaultMode: DefaultMode.default(''),
  defaultLaps: z.number().int().default(0),
  defaultMinutes: z.number().int().default(0),
  /** The active run, if any. The id is empty without one, and where the server has not reported it yet. */
  runId: z.string().default(''),
  racer: z.string().nullable(),
  startedAt: WireTime.nullable(),
  /** Automatic end of a run by minutes; null in lap mode. */
  endsAt: WireTime.nullable(),
})
export type Vehicle = z.infer<typeof Vehicle>

const count = (most: number) => z.number().int().min(0).max(most)

/** Editable fields of a vehicle (spec §3). */
export const vehicleFields = z.object({
  name: line(30, 1),
  cardName: line(64),
  /** Name of a vehicle type of the store; empty: none. */
  vehicleType: line(30),
  seats: count(99),
  IMEI: exact(32).regex(/^[0-9A-Za-z-]*$/),
  controlAddress: line(100),
  controlProtocol: line(32),
  /** The number of the card that limits its speed. */
  rfCard: exact(64).regex(/^\S*$/),
  defaultMode: DefaultMode,
  defaultLaps: count(999),
  defaultMinutes: count(999),
  delayStopSeconds: count(600),
  indexNumber: count(1_000_000),
  photo: address(255),
  remark: line(200),
})

const marks = {
  name: { kind: 'text', label: 'vehicle.name', sort: true, sheet: true },
  vehicleType: { kind: 'text', label: 'vehicle.type', sort: true, sheet: true },
  seats: { kind: 'number', label: 'vehicle.seats', sort: true, sheet: true },
  condition: { kind: 'text', label: 'vehicle.condition', sort: true, dict: 'vehicle_condition' },
  conditionReason: { kind: 'text', label: 'vehicle.conditionReason' },
  isConnecte: { kind: 'flag', label: 'vehicle.isConnecte', dict: 'yn' },
  powered: { kind: 'flag', label: 'vehicle.powered' },
  battery: { kind: 'number', label: 'vehicle.battery', sort: true },
  heartbeatTime: { kind: 'time', label: 'vehicle.heartbeat', sort: true },
  upkeep: { kind: 'text', label: 'vehicle.upkeep', sort: true, dict: 'vehicle_upkeep' },
  cardName: { kind: 'text', label: 'vehicle.cardName', sheet: true },
  IMEI: { kind: 'text', label: 'vehicle.imei', sheet: true },
  controlAddress: { kind: 'text', label: 'vehicle.controlAddress', sheet: true },
  controlProtocol: { kind: 'text', label: 'vehicle.controlProtocol', sheet: true },
  rfCard: { kind: 'text', label: 'vehicle.rfCard', sheet: true },
  gearLimit: { kind: 'number', label: 'gateway.gear' },
  speedLimit: { kind: 'number', label: 'gateway.speed' },
  defaultMode: { kind: 'text', label: 'vehicle.defaultMode', dict: 'run_mode', sheet: true },
  defaultLaps: { kind: 'number', label: 'vehicle.defaultLaps', sheet: true },
  defaultMinutes: { kind: 'number', label: 'vehicle.defaultMinutes', sheet: true },
  delayStopSeconds: { kind: 'number', label: 'vehicle.delayStop', sheet: true },
  indexNumber: { kind: 'number', label: 'vehicle.index', sort: true, sheet: true },
  photo: { kind: 'text', label: 'vehicle.photo', unsearched: true },
  remark: { kind: 'text', label: 'vehicle.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** A vehicle for managers: its editable fields and the state reported by its box. */
const vehicleEntity = entity(
  vehicleFields.extend({
    sysOrgCode: z.string(),
    condition: VehicleCondition,
    conditionReason: z.string(),
    isConnecte: YesNo,
    powered: z.boolean().nullable(),
    battery: z.number().nullable(),
    heartbeatTime: WireTime.nullable(),
    upkeep: Upkeep,
    /** Highest gear, 0 for neutral, and maximum speed in percent. */
    gearLimit: z.number().int(),
    speedLimit: z.number().int(),
    /** Current activity. */
    state: VehicleState,
    racer: z.string().nullable(),
    startedAt: WireTime.nullable(),
    endsAt: WireTime.nullable(),
  }),
)

export const vehicleResource = resource({
  path: '/vehicle/sysVehicle',
  permission: 'vehicle',
  noun: 'vehicles',
  entity: vehicleEntity,
  create: vehicleFields.partial().required({ name: true }),
  update: vehicleFields,
  ...fieldsOf(marks),
  order: { column: 'indexNumber', order: 'asc' },
})

export const vehicleSheet: Sheet = { title: 'sheet.vehicle', columns: sheetColumnsOf(marks) }
