import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { WireTime } from '#shared/core/time.ts'
import { RunState } from '#shared/features/vehicles/game-logs.contract.ts'

/**
 * `live`: somebody still drives. `provisional`: nobody does, but vehicles may still have laps to report. `final`: so long ago that a lap
 * which is reported now is a correction.
 */
export const HeatState = z.enum(['live', 'provisional', 'final'])
export type HeatState = z.infer<typeof HeatState>

/** Who leads: whoever is ahead on the track, or whoever has the best lap, where rides are for a time. */
export const HeatOrder = z.enum(['laps', 'best'])
export type HeatOrder = z.infer<typeof HeatOrder>

/** How one racer of a heat stands. */
export const HeatRacer = z.object({
  /** From 1. */
  position: z.number().int(),
  playId: z.string(),
  /** The run that goes on, or the last one, where somebody has changed vehicles. */
  runId: z.string(),
  vehicleId: z.string(),
  vehicleName: z.string(),
  racer: familyField(z.string()),
  state: RunState,
  lapsDone: z.number().int(),
  /** How many laps the ride is for; 0: it is for a time. */
  countCycleNumber: z.number().int(),
  lastMs: z.number().int().nullable(),
  bestMs: z.number().int().nullable(),
  /** How far behind the leader, by the heat's order; null where that is whole laps, or nobody knows. */
  gapMs: z.number().int().nullable(),
  /** Whole laps behind the leader. */
  lapsBehind: z.number().int(),
})
export type HeatRacer = z.infer<typeof HeatRacer>

/** Rides that began in one act, in their order now. A ride that began alone is a heat of one. */
export const Heat = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  startTime: WireTime,
  /** In milliseconds, by the server's clock. */
  startedAt: z.number(),
  order: HeatOrder,
  state: HeatState,
  /** Whether a lap became known only after its run was over. */
  isCorrected: z.boolean(),
  racers: z.array(HeatRacer),
})
export type Heat = z.infer<typeof Heat>
