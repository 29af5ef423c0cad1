import { z } from 'zod'

/** What stands on a paper, from above to below, as it was read from the bytes that a printer gets. */
export const PaperPart = z.discriminatedUnion('part', [
  z.object({
    part: z.literal('line'),
    text: z.string(),
    bold: z.boolean(),
    /** Times the normal width and height. */
    scale: z.number().int(),
    align: z.enum(['left', 'center', 'right']),
  }),
  z.object({
    part: z.literal('picture'),
    width: z.number().int(),
    height: z.number().int(),
    /** Row by row, the leftmost dot of a byte its highest bit; base64. */
    dots: z.string(),
  }),
  z.object({ part: z.literal('code'), content: z.string(), dots: z.number().int() }),
  z.object({ part: z.literal('cut') }),
])
export type PaperPart = z.infer<typeof PaperPart>

export const Paper = z.object({ columns: z.number().int(), parts: z.array(PaperPart) })
export type Paper = z.infer<typeof Paper>
