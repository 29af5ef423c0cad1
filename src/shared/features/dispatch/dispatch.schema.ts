import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { WireTime } from '#shared/core/time.ts'
import { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { Upkeep, VehicleCondition, VehicleState } from '#shared/features/vehicles/vehicles.schema.ts'

/** A run that goes on, as the board shows it. */
export const FloorRun = z.object({
  /** Of the run; commands name it, so that none ever meets the run after it. */
  id: z.string(),
  playId: z.string(),
  ticketNo: z.string(),
  racer: familyField(z.string()),
  people: z.number().int(),
  roleName: z.string(),
  consumeVehicleMode: RunMode,
  startTime: WireTime,
  /** When its time is over and its vehicle should come back; null while nobody knows, as by laps. */
  dueTime: WireTime.nullable(),
  /** When it ends by itself, which is when its vehicle has come back. */
  endTime: WireTime.nullable(),
  countCycleNumber: z.number().int(),
  lapsDone: z.number().int(),
  lastLapTime: WireTime.nullable(),
  /** How often it was made longer. */
  extended: z.number().int(),
  slowed: z.boolean(),
  /** Who stopped it, while its vehicle still comes back. */
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
  isConnecte: z.enum(['YES', 'NO']),
  powered: z.boolean().nullable(),
  battery: z.number().nullable(),
  /** What it says is wrong with it; empty: nothing. */
  fault: z.string(),
  /** Who keeps it for a guest's payment; empty: nobody. */
  keptBy: z.string(),
  /** An emergency stop holds it. */
  isStopped: z.boolean(),
  run: FloorRun.nullable(),
})
export type FloorVehicle = z.infer<typeof FloorVehicle>

/** A ride that is paid and waits for a vehicle. */
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
  /** The vehicle that it was sold for; null: any. */
  vehicleId: z.string().nullable(),
  state: z.enum(['WAITING', 'CALLED']),
  createTime: WireTime,
  /** Of the order: rides that were paid together wait as a group. */
  groupId: z.string().nullable(),
})
export type FloorEntry = z.infer<typeof FloorEntry>

/** Entries that a board is given at once; the line itself may be longer. */
export const MAX_FLOOR_ENTRIES = 500

export const Floor = z.object({
  /** The server's time in milliseconds: boards count by it and not by their own clocks. */
  now: z.number(),
  vehicles: z.array(FloorVehicle),
  entries: z.array(FloorEntry),
  /** How many wait, also beyond those that are given. */
  waiting: z.number().int(),
  /** How often the caller may make a run longer; -1: as often as it takes. */
  extensionLimit: z.number().int(),
  /** How long a lap usually takes in the stores that are shown; null: nobody knows yet. */
  lapSeconds: z.number().nullable(),
})
export type Floor = z.infer<typeof Floor>
