import { z } from 'zod'

/** Parts of a paper from top to bottom, decoded from the bytes sent to the printer. */
export const PaperPart = z.discriminatedUnion('part', [
  z.object({
    part: z.literal('line'),
    text: z.string(),
    bold: z.boolean(),
    /** Multiple of the normal width and height. */
    scale: z.number().int(),
    align: z.enum(['left', 'center', 'right']),
  }),
  z.object({
    part: z.literal('picture'),
    width: z.number().int(),
    height: z.number().int(),
    /** Rows of dots, most significant bit leftmost; base64. */
    dots: z.string(),
  }),
  z.object({ part: z.literal('code'), content: z.string(), dots: z.number().int() }),
  z.object({ part: z.literal('cut') }),
])
export type PaperPart = z.infer<typeof PaperPart>

export const Paper = z.object({ columns: z.number().int(), parts: z.array(PaperPart) })
export type Paper = z.infer<typeof Paper>
