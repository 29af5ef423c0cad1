import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { line, lines } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { keptPictures } from '#shared/features/photos/guest-pictures.schema.ts'
import { FeedbackKind, FeedbackState, MAX_FEEDBACK, MAX_FEEDBACK_PICTURES } from './feedback-words.schema.ts'

const FeedbackInput = z.object({
  feedbackKind: FeedbackKind,
  content: lines(MAX_FEEDBACK, 1),
  /** How the store may reach the member; empty: by the registered phone. */
  contact: line(60).default(''),
  /** Pictures that were uploaded before. */
  pictures: z.array(z.uuid()).max(MAX_FEEDBACK_PICTURES).default([]),
})
export type FeedbackInput = z.output<typeof FeedbackInput>

export const OwnFeedback = z.object({
  id: z.uuid(),
  createTime: WireTime,
  feedbackKind: FeedbackKind,
  content: z.string(),
  feedbackState: FeedbackState,
  answer: z.string(),
})
export type OwnFeedback = z.infer<typeof OwnFeedback>

/** Feedback on the member page. */
export const memberFeedback = onScreen('feedback', {
  list: route({
    method: 'GET',
    path: '/m/feedback/list',
    summary: 'The newest feedback of the member, with answers',
    access: 'member',
    result: z.array(OwnFeedback).max(50),
  }),
  upload: route({
    method: 'POST',
    path: '/m/feedback/picture',
    summary:
      'Stores a picture (JPEG) for feedback; of more than three unused ones the oldest is deleted that is not in `kept`, and each after a day',
    access: 'member',
    query: z.object({ kept: keptPictures(MAX_FEEDBACK_PICTURES) }),
    result: z.object({ id: z.uuid() }),
    takes: 'file',
  }),
  add: route({
    method: 'POST',
    path: '/m/feedback/add',
    summary: 'Sends feedback to the store, a few times a day; the key becomes its id',
    access: 'member',
    body: FeedbackInput,
    result: z.null(),
    message: 'message.feedback.added',
    idempotent: {},
  }),
})
