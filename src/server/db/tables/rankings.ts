import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type {
  PublishedPlace,
  RankingCause,
  RankingPeriod,
  VoidedPeriod,
} from '#shared/features/rankings/ranking.schema.ts'

/** A `date` column, as text. */
type DayColumn = ColumnType<string, string, string>

/** The best lap of a run that takes part in rankings. */
interface RunBest {
  runId: string
  orgCode: string
  memberId: string | null
  vehicleId: string
  vehicleType: string
  ruleId: string
  /** The business day on which the run began, and its month. */
  day: DayColumn
  month: GeneratedAlways<string>
  lapNumber: number
  ms: number
  doneAt: Date
  late: boolean
  voided: Generated<boolean>
}

interface RankingBoard {
  orgCode: string
  vehicleType: string
  ruleId: string
}

interface RankingPublished {
  orgCode: string
  period: Exclude<RankingPeriod, 'overgame'>
  startsOn: DayColumn
  endsOn: DayColumn
  vehicleType: string
  ruleId: string
  version: number
  publishedAt: Date
  /** How many places it may have. */
  most: number
  places: JSONColumnType<PublishedPlace[]>
  cause: JSONColumnType<RankingCause> | null
}

interface RankingWatermark {
  orgCode: string
  publishedUntil: DayColumn
}

interface RankingChange {
  seq: GeneratedAlways<number>
  orgCode: string
  fromDay: DayColumn
  untilDay: DayColumn
  /** Null: all of them. */
  vehicleType: string | null
  ruleId: string | null
  cause: JSONColumnType<RankingCause>
}

interface RankingVoid {
  id: string
  orgCode: string
  period: VoidedPeriod
  startsOn: DayColumn
  endsOn: DayColumn
  reason: string
  voidedAt: Date
  voidedBy: string
}

interface RankingVoidTakenBack extends RankingVoid {
  takenBackAt: Date
  takenBackBy: string
  takenBackReason: string
}

interface RankingClear {
  orgCode: string
  day: DayColumn
  clearedAt: Date
  clearedBy: string
}

export interface RankingTables {
  runBest: RunBest
  rankingBoard: RankingBoard
  rankingPublished: RankingPublished
  rankingWatermark: RankingWatermark
  rankingChange: RankingChange
  rankingVoid: RankingVoid
  rankingVoidTakenBack: RankingVoidTakenBack
  rankingClear: RankingClear
}
