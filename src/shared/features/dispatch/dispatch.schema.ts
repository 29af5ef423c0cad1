import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { Upkeep, VehicleCondition, VehicleState } from '#shared/features/vehicles/vehicles.schema.ts'

/** A run in progress, as the board shows it. */
export const FloorRun = z.object({
  /** Id of the run. Commands name it, so that a late command cannot affect the next run. */
  id: z.string(),
  playId: z.string(),
  ticketNo: z.string(),
  racer: familyField(z.string()),
  people: z.number().int(),
  roleName: z.string(),
  consumeVehicleMode: RunMode,
  startTime: WireTime,
  /** When the time is over and the vehicle should come back; null while unknown, as in lap mode. */
  dueTime: WireTime.nullable(),
  /** When the run ends by itself, at the latest return of the vehicle. */
  endTime: WireTime.nullable(),
  countCycleNumber: z.number().int(),
  lapsDone: z.number().int(),
  lastLapTime: WireTime.nullable(),
  /** Number of extensions. */
  extended: z.number().int(),
  slowed: z.boolean(),
  /** Who stopped it, while the vehicle is still on its way back. */
  stoppedBy: z.string(),
})
export type FloorRun = z.infer<typeof FloorRun>

export const FloorVehicle = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  name: z.string(),
  vehicleType: z.string(),
  seats: z.number().int(),
  state: VehicleState,
  condition: VehicleCondition,
  conditionReason: z.string(),
  upkeep: Upkeep,
  isConnecte: YesNo,
  powered: z.boolean().nullable(),
  battery: z.number().nullable(),
  /** Fault that the vehicle reports; empty: none. */
  fault: z.string(),
  /** Who reserved it during a guest's payment; empty: not reserved. */
  keptBy: z.string(),
  /** Whether an emergency stop is in force for it. */
  isStopped: z.boolean(),
  run: FloorRun.nullable(),
})
export type FloorVehicle = z.infer<typeof FloorVehicle>

/** A paid ride that waits for a vehicle. */
export const FloorEntry = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  ticketNo: z.string(),
  racer: familyField(z.string()),
  people: z.number().int(),
  roleName: z.string(),
  consumeVehicleMode: RunMode,
  countCycleNumber: z.number().int(),
  duration: z.number().int(),
  /** The requested vehicle; null: any. */
  vehicleId: z.string().nullable(),
  state: z.enum(['WAITING', 'CALLED']),
  createTime: WireTime,
  /** Id of the order; rides that were paid together wait as a group. */
  groupId: z.string().nullable(),
})
export type FloorEntry = z.infer<typeof FloorEntry>

/** Most queue entries that a board gets; the queue may be longer. */
export const MAX_FLOOR_ENTRIES = 500

export const Floor = z.object({
  /** The server's time in milliseconds; boards count by it and not by their own clocks. */
  now: z.number(),
  vehicles: z.array(FloorVehicle),
  entries: z.array(FloorEntry),
  /** Length of the whole queue. */
  waiting: z.number().int(),
  /** How often the caller may extend one run; -1: no limit. */
  extensionLimit: z.number().int(),
  /** Usual lap time in the shown stores; null: not known yet. */
  lapSeconds: z.number().nullable(),
})
export type Floor = z.infer<typeof Floor>
