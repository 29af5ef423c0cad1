import { z } from 'zod'

/** Groupings of the figures of comments. */
export const CommentGroup = z.enum(['day', 'vehicle', 'rule'])
export type CommentGroup = z.infer<typeof CommentGroup>

const sums = {
  /** Comments of guests, whatever their review decided: hiding bad ones does not raise the average. */
  count: z.number().int(),
  /** Average stars, rounded to two places; null: there are none. */
  average: z.number().nullable(),
  /** How many comments have 1, 2, 3, 4 and 5 stars. */
  stars: z.array(z.number().int()).length(5),
}

export const CommentFigure = z.object({
  /** A day, or the id of a vehicle or rule. */
  key: z.string(),
  /** Display name; empty for a day. */
  name: z.string(),
  ...sums,
})
export type CommentFigure = z.infer<typeof CommentFigure>

export const CommentFigures = z.object({ rows: z.array(CommentFigure), total: z.object(sums) })
export type CommentFigures = z.infer<typeof CommentFigures>
