import { z } from 'zod'
import { exact, line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

export const MatchFormat = z.enum(['practice', 'qualifying', 'heat', 'final'])
export type MatchFormat = z.infer<typeof MatchFormat>
/** Did not finish, did not start, disqualified; empty: has a result. */
export const MatchStatus = z.enum(['', 'dnf', 'dns', 'dq'])
export type MatchStatus = z.infer<typeof MatchStatus>

/** The points of a final by default. */
export const USUAL_POINTS = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1] as const
export const MAX_PENALTY_SECONDS = 3600
/** Rounds of a match, and members in a round: no round has more groups either. */
export const MAX_ROUNDS = 50
export const MAX_ENTRIES = 1000

export const RoundInput = z.object({
  eventId: z.uuid(),
  roundName: line(40, 1),
  format: MatchFormat,
  groupSize: z.number().int().min(1).max(40),
  /** The round whose results decide who takes part; null: all members with a place, in the order of sign-up. */
  sourceId: z.uuid().nullable().default(null),
  /** How many of the source take part; 0: all. */
  advance: z.number().int().min(0).max(MAX_ENTRIES).default(0),
  /** By place, from the first. */
  points: z.array(z.number().int().min(0).max(1000)).max(40).default([]),
})
export type RoundInput = z.output<typeof RoundInput>

export const CorrectionInput = z.object({
  id: z.uuid(),
  status: MatchStatus,
  /** Seconds that are added to the time, or to the best lap. */
  penalty: z.number().min(0).max(MAX_PENALTY_SECONDS).multipleOf(0.001),
  reason: line(200, 1),
})
export type CorrectionInput = z.output<typeof CorrectionInput>

export const MatchPaper = z.enum(['startList', 'results'])
export type MatchPaper = z.infer<typeof MatchPaper>

export const MatchGroupKey = z.object({ roundId: z.uuid(), group: z.number().int().min(1).max(MAX_ENTRIES) })
export type MatchGroupKey = z.output<typeof MatchGroupKey>
export const PrintInput = MatchGroupKey.extend({ paper: MatchPaper, printId: exact(64).default('') })
export type PrintInput = z.output<typeof PrintInput>

/** A member in the start list of a group, with what was driven. */
export const MatchEntry = z.object({
  id: z.string(),
  grid: z.number().int(),
  signUpId: z.string(),
  /** The number of the sign-up, which the member drives under. */
  number: z.number().int(),
  racer: z.string(),
  vehicleId: z.string().nullable(),
  vehicleName: z.string(),
  laps: z.number().int(),
  bestMs: z.number().int().nullable(),
  totalMs: z.number().int().nullable(),
  place: z.number().int().nullable(),
  points: z.number().int(),
  status: MatchStatus,
  penaltyMs: z.number().int(),
  correctedBy: z.string(),
  reason: z.string(),
})
export type MatchEntry = z.infer<typeof MatchEntry>

export const MatchGroup = z.object({
  group: z.number().int(),
  startTime: WireTime.nullable(),
  endTime: WireTime.nullable(),
  /** In the order of the start list; once the group has ended in that of its results. */
  entries: z.array(MatchEntry).max(40),
})
export type MatchGroup = z.infer<typeof MatchGroup>

export const MatchRound = z.object({
  id: z.string(),
  number: z.number().int(),
  roundName: z.string(),
  format: MatchFormat,
  groupSize: z.number().int(),
  sourceId: z.string().nullable(),
  advance: z.number().int(),
  points: z.array(z.number().int()),
  /** What its draw followed from; null: not drawn yet. */
  seed: z.number().int().nullable(),
  groups: z.array(MatchGroup).max(MAX_ENTRIES),
})
export type MatchRound = z.infer<typeof MatchRound>

/** The match of an event. */
export const Match = z.object({
  eventId: z.string(),
  eventName: z.string(),
  /** Members who have a place. */
  members: z.number().int(),
  rounds: z.array(MatchRound).max(MAX_ROUNDS),
  table: z
    .array(
      z.object({
        place: z.number().int(),
        signUpId: z.string(),
        number: z.number().int(),
        racer: z.string(),
        points: z.number().int(),
      }),
    )
    .max(MAX_ROUNDS * MAX_ENTRIES),
})
export type Match = z.infer<typeof Match>
