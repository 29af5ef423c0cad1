import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Day, WireTime } from '#shared/core/time.ts'

/** `overgame`: of all time. */
export const RankingPeriod = z.enum(['day', 'week', 'month', 'quarter', 'year', 'overgame'])
export type RankingPeriod = z.infer<typeof RankingPeriod>

/** Periods whose results can be voided (spec §4). */
export const VoidedPeriod = z.enum(['week', 'month', 'quarter'])
export type VoidedPeriod = z.infer<typeof VoidedPeriod>

/** A place as it was published: it stays as it is, whatever becomes of names. */
export const PublishedPlace = z.object({
  place: z.number().int(),
  racer: familyField(z.string()),
  vehicleName: z.string(),
  ms: z.number().int(),
  doneTime: WireTime,
  /** Whether the lap was heard only after its run was over. */
  isLate: z.boolean(),
})
export type PublishedPlace = z.infer<typeof PublishedPlace>

/** Why a published ranking was corrected. `again`: it was looked at once more, as each is. */
export const RankingCause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lap'), racer: z.string(), ms: z.number().int() }),
  z.object({ kind: z.literal('void'), reason: z.string() }),
  z.object({ kind: z.literal('restored'), reason: z.string() }),
  z.object({ kind: z.literal('again') }),
])
export type RankingCause = z.infer<typeof RankingCause>

/** `open`: it still changes. `closing`: it is over and about to be published. `voided`: its results count no more. */
export const RankingState = z.enum(['open', 'closing', 'published', 'voided'])
export type RankingState = z.infer<typeof RankingState>

/** What there are rankings of. */
export const RankingBoard = z.object({
  vehicleType: z.string(),
  ruleId: familyField(z.string()),
  roleName: z.string(),
})
export type RankingBoard = z.infer<typeof RankingBoard>

/** A version of a published ranking; the first is what was published, each further one a correction. */
export const RankingVersion = z.object({
  version: z.number().int(),
  publishTime: WireTime,
  cause: RankingCause.nullable(),
})

/** A period that is voided, or was until somebody took that back. */
export const RankingVoid = z.object({
  id: z.uuid(),
  period: VoidedPeriod,
  from: Day,
  until: Day,
  reason: z.string(),
  voidTime: WireTime,
  voidBy: z.string(),
  /** Null: it is in force. */
  takenBack: z.object({ time: WireTime, by: z.string(), reason: z.string() }).nullable(),
})
export type RankingVoid = z.infer<typeof RankingVoid>

export const Ranking = RankingBoard.extend({
  sysOrgCode: z.string(),
  departName: z.string(),
  period: RankingPeriod,
  /** Its days; null: of all time. */
  from: Day.nullable(),
  until: Day.nullable(),
  state: RankingState,
  /** The version that is shown, of a published one. */
  version: z.number().int().nullable(),
  /** The latest first. */
  versions: z.array(RankingVersion),
  /** The void that covers the whole period. */
  voided: RankingVoid.nullable(),
  /** Voids of days within it, whose results it does not have. */
  partlyVoided: z.array(RankingVoid),
  /** When the big screen was cleared, of the day that goes on. */
  clearedTime: WireTime.nullable(),
  places: z.array(PublishedPlace),
})
export type Ranking = z.infer<typeof Ranking>

/** The best lap of a member with a vehicle type and a rule. */
export const PersonalBest = z.object({
  vehicleType: z.string(),
  roleName: z.string(),
  ms: z.number().int(),
  doneTime: WireTime,
})
export type PersonalBest = z.infer<typeof PersonalBest>
