import { z } from 'zod'
import { resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { WireTime } from '#shared/core/time.ts'
import { FeedbackKind, FeedbackState } from './feedback-words.schema.ts'

const marks = {
  createTime: { kind: 'time', label: 'feedback.createTime', sort: true, sheet: true },
  feedbackKind: { kind: 'text', label: 'feedback.kind', sort: true, sheet: true, dict: 'feedback_kind' },
  content: { kind: 'text', label: 'feedback.content', sheet: true },
  feedbackState: { kind: 'text', label: 'feedback.state', sort: true, sheet: true, dict: 'feedback_state' },
  userId: { kind: 'text', label: 'records.userId', sheet: true },
  contact: { kind: 'text', label: 'feedback.contact', sheet: true, unsearched: true },
  answer: { kind: 'text', label: 'feedback.answer', sheet: true },
  answerBy: { kind: 'text', label: 'feedback.answerBy', sheet: true },
  answerTime: { kind: 'time', label: 'feedback.answerTime', sheet: true },
  pictures: { kind: 'id', label: 'feedback.pictures', unsearched: true },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** What members tell the store; nobody else sees it. */
export const feedbackResource = resource({
  path: '/feedback/sysFeedback',
  permission: 'feedback',
  noun: 'feedback of members',
  entity: z.object({
    id: z.uuid(),
    sysOrgCode: z.string(),
    sysOrgCode_dictText: z.string().nullable(),
    createTime: WireTime,
    feedbackKind: FeedbackKind,
    content: z.string(),
    feedbackState: FeedbackState,
    userId: z.string(),
    /** Masked for users who may not see whole phones. */
    contact: z.string(),
    answer: z.string(),
    answerBy: z.string(),
    answerTime: WireTime.nullable(),
    pictures: z.array(z.uuid()),
  }),
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
})

export const feedbackSheet: Sheet = { title: 'sheet.feedback', columns: sheetColumnsOf(marks) }
