import { z } from 'zod'
import { resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { familyField } from '#shared/core/family-names.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { WireTime } from '#shared/core/time.ts'

/** `waiting`: nobody has reviewed it yet, so that only its author and the store see it. */
export const CommentState = z.enum(['waiting', 'shown', 'hidden'])
export type CommentState = z.infer<typeof CommentState>

export const MAX_STARS = 5
export const MAX_PICTURES = 3
/** Longest text of a comment or reply, in characters. */
export const MAX_COMMENT = 500
/** Days after a ride in which it may be commented on. */
export const COMMENT_DAYS = 30

export const Stars = z.number().int().min(1).max(MAX_STARS)

const marks = {
  createTime: { kind: 'time', label: 'comment.createTime', sort: true, sheet: true },
  stars: { kind: 'number', label: 'comment.stars', sort: true, sheet: true },
  content: { kind: 'text', label: 'comment.content', sheet: true },
  commentState: { kind: 'text', label: 'comment.state', sort: true, sheet: true, dict: 'comment_state' },
  markedWords: { kind: 'text', label: 'comment.markedWords', sheet: true },
  racer: { kind: 'text', label: 'comment.racer', sheet: true },
  userId: { kind: 'text', label: 'records.userId', sheet: true },
  ticketNo: { kind: 'text', label: 'comment.ticketNo', sheet: true },
  roleName: { kind: 'text', label: 'comment.rule', sheet: true },
  vehicleName: { kind: 'text', label: 'comment.vehicle', sort: true, sheet: true },
  startTime: { kind: 'time', label: 'comment.startTime', sort: true, sheet: true },
  reply: { kind: 'text', label: 'comment.reply', sheet: true },
  replyBy: { kind: 'text', label: 'comment.replyBy', sheet: true },
  replyTime: { kind: 'time', label: 'comment.replyTime', sheet: true },
  reviewBy: { kind: 'text', label: 'comment.reviewBy', sheet: true },
  reviewTime: { kind: 'time', label: 'comment.reviewTime', sheet: true },
  reason: { kind: 'text', label: 'comment.reason', sheet: true },
  pictures: { kind: 'id', label: 'comment.pictures', unsearched: true },
  playId: { kind: 'id', label: 'comment.ride' },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Comments of guests on their rides, at most one for each ride. */
export const rideCommentResource = resource({
  path: '/comment/sysComment',
  permission: 'comment',
  noun: 'comments on rides',
  entity: z.object({
    id: z.uuid(),
    sysOrgCode: z.string(),
    sysOrgCode_dictText: z.string().nullable(),
    createTime: WireTime,
    stars: Stars,
    content: z.string(),
    commentState: CommentState,
    /** Words of the list that it contains, joined by commas; empty: none. */
    markedWords: z.string(),
    racer: familyField(z.string()),
    /** The member of the ride, if it had one. */
    userId: z.string().nullable(),
    ticketNo: z.string(),
    roleName: z.string(),
    vehicleName: z.string(),
    startTime: WireTime,
    reply: z.string(),
    replyBy: z.string(),
    replyTime: WireTime.nullable(),
    reviewBy: z.string(),
    reviewTime: WireTime.nullable(),
    /** Why it is hidden. */
    reason: z.string(),
    pictures: z.array(z.uuid()),
    playId: z.uuid(),
  }),
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
})

export const rideCommentSheet: Sheet = { title: 'sheet.comment', columns: sheetColumnsOf(marks) }
