import { z } from 'zod'

export const FeedbackKind = z.enum(['service', 'vehicle', 'payment', 'suggestion', 'other'])
export type FeedbackKind = z.infer<typeof FeedbackKind>

export const FeedbackState = z.enum(['new', 'inWork', 'answered', 'closed'])
export type FeedbackState = z.infer<typeof FeedbackState>

/** Longest text of feedback or of its answer, in characters. */
export const MAX_FEEDBACK = 1000
export const MAX_FEEDBACK_PICTURES = 3
