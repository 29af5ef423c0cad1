import { z } from 'zod'
import { crudRoutes } from '#shared/core/crud.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { route } from '#shared/core/route.ts'
import { lines, wrong } from '#shared/core/text.ts'
import { feedbackResource } from './feedback.schema.ts'
import { FeedbackState, MAX_FEEDBACK } from './feedback-words.schema.ts'

const { path, labels } = feedbackResource
const { list, queryById } = crudRoutes(feedbackResource)

const AnswerInput = z
  .object({
    id: z.uuid(),
    feedbackState: FeedbackState.exclude(['new']),
    /** The member sees it; left out: it stays. */
    answer: lines(MAX_FEEDBACK).optional(),
  })
  .refine(({ feedbackState, answer }) => feedbackState !== 'answered' || answer !== '', {
    ...wrong('input.feedback.answer'),
    path: ['answer'],
  })
export type AnswerInput = z.output<typeof AnswerInput>

/** Feedback of members: reading, and answering. */
export const feedback = {
  list,
  queryById,
  exportXls: excelRoutes(feedbackResource).exportXls,
  picture: route({
    labels,
    method: 'GET',
    path: `${path}/picture`,
    summary: 'A picture of feedback as a `data:` URL',
    access: 'feedback:list',
    query: z.object({ id: z.uuid(), pictureId: z.uuid() }),
    result: z.object({ image: z.string() }),
  }),
  answer: route({
    labels,
    method: ['PUT', 'POST'],
    path: `${path}/answer`,
    summary: 'Sets the state of feedback, and the answer that its member sees',
    access: 'feedback:answer',
    body: AnswerInput,
    result: z.null(),
    message: 'message.feedback.answered',
  }),
}
