import type { ColumnType, Generated } from 'kysely'
import type { CommentState } from '#shared/features/comments/ride-comments.schema.ts'
import type { Stamped } from './access.ts'

type Later = ColumnType<Date | null, Date | null | undefined, Date | null>

interface CommentWord extends Stamped {
  id: string
  /** A store, or a chain for all of its stores. */
  orgCode: string
  word: string
  remark: Generated<string>
}

interface RideComment {
  id: string
  orgCode: string
  playId: string
  memberId: string | null
  stars: number
  content: Generated<string>
  markedWords: Generated<string>
  pictureIds: Generated<string[]>
  state: Generated<CommentState>
  ticketNo: string
  racer: string
  ruleId: string
  ruleName: string
  vehicleId: string
  vehicleName: string
  startedAt: Date
  businessDay: string
  createdAt: Date
  reviewedBy: Generated<string>
  reviewedAt: Later
  hideReason: Generated<string>
  reply: Generated<string>
  repliedBy: Generated<string>
  repliedAt: Later
}

export interface CommentTables {
  commentWord: CommentWord
  rideComment: RideComment
}
