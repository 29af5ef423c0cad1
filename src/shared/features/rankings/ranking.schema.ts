import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Day, WireTime } from '#shared/core/time.ts'

/** `overgame`: of all time. */
export const RankingPeriod = z.enum(['day', 'week', 'month', 'quarter', 'year', 'overgame'])
export type RankingPeriod = z.infer<typeof RankingPeriod>

/** Periods whose results can be voided (spec §4). */
export const VoidedPeriod = z.enum(['week', 'month', 'quarter'])
export type VoidedPeriod = z.infer<typeof VoidedPeriod>

/** A published place; later changes of names do not alter it. */
export const PublishedPlace = z.object({
  place: z.number().int(),
  racer: familyField(z.string()),
  vehicleName: z.string(),
  ms: z.number().int(),
  doneTime: WireTime,
  /** Whether the lap was reported after its run had ended. */
  isLate: z.boolean(),
})
export type PublishedPlace = z.infer<typeof PublishedPlace>

/** Why a published ranking was corrected. `again`: by the scheduled recheck of each ranking. */
export const RankingCause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lap'), racer: z.string(), ms: z.number().int() }),
  z.object({ kind: z.literal('void'), reason: z.string() }),
  z.object({ kind: z.literal('restored'), reason: z.string() }),
  z.object({ kind: z.literal('again') }),
])
export type RankingCause = z.infer<typeof RankingCause>

/** `open`: the period is running. `closing`: ended, not yet published. `voided`: its results no longer count. */
export const RankingState = z.enum(['open', 'closing', 'published', 'voided'])
export type RankingState = z.infer<typeof RankingState>

/** Key of a ranking. */
export const RankingBoard = z.object({
  vehicleType: z.string(),
  ruleId: familyField(z.string()),
  roleName: z.string(),
})
export type RankingBoard = z.infer<typeof RankingBoard>

/** A version of a published ranking; versions after the first are corrections. */
export const RankingVersion = z.object({
  version: z.number().int(),
  publishTime: WireTime,
  cause: RankingCause.nullable(),
})

/** A voided period, or one whose void was revoked. */
export const RankingVoid = z.object({
  id: z.uuid(),
  period: VoidedPeriod,
  from: Day,
  until: Day,
  reason: z.string(),
  voidTime: WireTime,
  voidBy: z.string(),
  /** Null while the void is in force. */
  takenBack: z.object({ time: WireTime, by: z.string(), reason: z.string() }).nullable(),
})
export type RankingVoid = z.infer<typeof RankingVoid>

export const Ranking = RankingBoard.extend({
  sysOrgCode: z.string(),
  departName: z.string(),
  period: RankingPeriod,
  /** First and last day; null for all time. */
  from: Day.nullable(),
  until: Day.nullable(),
  state: RankingState,
  /** The shown version of a published ranking. */
  version: z.number().int().nullable(),
  /** Newest first. */
  versions: z.array(RankingVersion),
  /** The void that covers the whole period. */
  voided: RankingVoid.nullable(),
  /** Voids of days within the period, whose results it excludes. */
  partlyVoided: z.array(RankingVoid),
  /** When the big screen was cleared, for the current day. */
  clearedTime: WireTime.nullable(),
  places: z.array(PublishedPlace),
})
export type Ranking = z.infer<typeof Ranking>

/** Best lap of a member for a vehicle type and rule. */
export const PersonalBest = z.object({
  vehicleType: z.string(),
  roleName: z.string(),
  ms: z.number().int(),
  doneTime: WireTime,
})
export type PersonalBest = z.infer<typeof PersonalBest>
