import type { ColumnType, Generated } from 'kysely'
import type { FeedbackKind, FeedbackState } from '#shared/features/feedback/feedback-words.schema.ts'

type Later = ColumnType<Date | null, Date | null | undefined, Date | null>

interface Feedback {
  id: string
  orgCode: string
  memberId: string
  kind: FeedbackKind
  contact: Generated<string>
  content: string
  pictureIds: Generated<string[]>
  state: Generated<FeedbackState>
  answer: Generated<string>
  answeredBy: Generated<string>
  answeredAt: Later
  createdAt: Date
  updatedBy: Generated<string>
  updatedAt: Later
}

export interface FeedbackTables {
  feedback: Feedback
}
