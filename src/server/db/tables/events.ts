import type { Generated } from 'kysely'
import type { MatchFormat, MatchStatus } from '#shared/features/events/matches.schema.ts'
import type { SignUpFailure, SignUpState } from '#shared/features/events/sign-ups.schema.ts'

interface Event {
  id: string
  orgCode: string
  name: string
  fee: Generated<number>
  /** 0: no limit. */
  places: Generated<number>
  registrationFrom: Date
  registrationUntil: Date
  startsAt: Date
  endsAt: Date
  /** Empty: every member. */
  memberLevel: Generated<string>
  needsAgreement: Generated<boolean>
  /** In percent of the fee. */
  lateRefund: Generated<number>
  picture: Generated<string>
  remark: Generated<string>
  cancelledAt: Date | null
  cancelledBy: Generated<string>
  cancelReason: Generated<string>
  createdBy: string | null
  createdAt: Generated<Date>
  updatedBy: string | null
  updatedAt: Date | null
}

interface SignUp {
  /** The idempotency key of its call, its hold, and the cause of the ledger entries that take the fee. */
  id: string
  orgCode: string
  eventId: string
  memberId: string
  /** In the order of sign-up, from 1. */
  number: number
  fee: number
  lateRefund: number
  state: SignUpState
  failReason: Generated<SignUpFailure | ''>
  movedUpAt: Date | null
  takenAt: Date | null
  backAmount: Generated<number>
  endedAt: Date | null
  endedBy: Generated<string>
  endReason: Generated<string>
  operatorName: Generated<string>
  terminalName: Generated<string>
  createdAt: Date
}

interface EventSignUp extends SignUp {
  /** The cause of the entries that give a part back. */
  backId: string | null
  operatorId: string
  terminalId: string | null
}

/** For lists: with the names of event and member, and whether the fee is held. */
interface ListedEventSignUp extends SignUp {
  eventName: string
  startsAt: Date
  registrationUntil: Date
  memberName: string
  held: boolean
}

interface MatchRound {
  id: string
  orgCode: string
  eventId: string
  number: number
  name: string
  format: MatchFormat
  groupSize: number
  /** The round whose results decide who takes part; null: all members with a place. */
  sourceId: string | null
  /** 0: all of the source. */
  advance: Generated<number>
  points: Generated<number[]>
  /** Null: not drawn yet. */
  seed: number | null
  drawnAt: Date | null
  createdBy: Generated<string>
  createdAt: Date
}

interface MatchGroup {
  roundId: string
  orgCode: string
  number: number
  startedAt: Date | null
  endedAt: Date | null
}

interface MatchEntry {
  id: string
  orgCode: string
  roundId: string
  groupNumber: number
  grid: number
  signUpId: string
  vehicleId: string | null
  laps: Generated<number>
  bestMs: number | null
  totalMs: number | null
  place: number | null
  points: Generated<number>
  status: Generated<MatchStatus>
  penaltyMs: Generated<number>
  correctedAt: Date | null
  correctedBy: Generated<string>
  reason: Generated<string>
}

export interface EventTables {
  event: Event
  eventSignUp: EventSignUp
  listedEventSignUp: ListedEventSignUp
  matchRound: MatchRound
  matchGroup: MatchGroup
  matchEntry: MatchEntry
}
