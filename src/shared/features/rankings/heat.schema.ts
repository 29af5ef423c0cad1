import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { WireTime } from '#shared/core/time.ts'
import { RunState } from '#shared/features/vehicles/game-logs.contract.ts'

/**
 * `live`: a run is active. `provisional`: all runs have ended, but vehicles may still report laps. `final`: a lap that is reported
 * from now on is a correction.
 */
export const HeatState = z.enum(['live', 'provisional', 'final'])
export type HeatState = z.infer<typeof HeatState>

/** Order of the standings: by laps, or by the best lap if all rides are by minutes. */
export const HeatOrder = z.enum(['laps', 'best'])
export type HeatOrder = z.infer<typeof HeatOrder>

/** One racer in the standings of a heat. */
export const HeatRacer = z.object({
  /** Counted from 1. */
  position: z.number().int(),
  playId: z.string(),
  /** The active run, or the last one after a swap of vehicles. */
  runId: z.string(),
  vehicleId: z.string(),
  vehicleName: z.string(),
  racer: familyField(z.string()),
  state: RunState,
  lapsDone: z.number().int(),
  /** Paid laps; 0 for a ride by minutes. */
  countCycleNumber: z.number().int(),
  lastMs: z.number().int().nullable(),
  bestMs: z.number().int().nullable(),
  /** Gap to the leader by the heat's order; null if it is whole laps or unknown. */
  gapMs: z.number().int().nullable(),
  /** Whole laps behind the leader. */
  lapsBehind: z.number().int(),
})
export type HeatRacer = z.infer<typeof HeatRacer>

/** Rides that were started together, in their current order. A single ride is a heat of one. */
export const Heat = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  startTime: WireTime,
  /** Milliseconds since the epoch, by the server's clock. */
  startedAt: z.number(),
  order: HeatOrder,
  state: HeatState,
  /** Whether a lap was reported after its run had ended. */
  isCorrected: z.boolean(),
  racers: z.array(HeatRacer),
})
export type Heat = z.infer<typeof Heat>
