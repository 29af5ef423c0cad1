import { z } from 'zod'
import { lines } from '#shared/core/text.ts'

/** The papers whose look a store decides. `text` is what guests sign, and all that has no kind of its own. */
export const PaperKind = z.enum(['queueTicket', 'receipt', 'refund', 'shiftReport', 'wristband', 'result', 'text'])
export type PaperKind = z.infer<typeof PaperKind>

/** What papers can say. */
export const PaperField = z.enum([
  'storeName',
  'head',
  'title',
  'numberLabel',
  'number',
  'racer',
  'vehicle',
  'rule',
  'mode',
  'people',
  'member',
  'best',
  'paid',
  'deposit',
  'received',
  'change',
  'time',
  'wait',
  'cashier',
  'terminal',
  'remark',
  'codeText',
  'label',
  'content',
  'keep',
  'foot',
])
export type PaperField = z.infer<typeof PaperField>

const align = z.enum(['left', 'center', 'right']).default('left')
const bold = z.boolean().default(false)
/** Times the normal width and height; what would not fit is made smaller. */
const scale = z.number().int().min(1).max(4).default(1)
/** Dots of one square of the code. */
const dots = z.number().int().min(3).max(10).default(6)

/** One thing on a paper, from above to below. What is empty takes no line. */
export const LayoutBlock = z.discriminatedUnion('block', [
  z.object({ block: z.literal('value'), field: PaperField, align, bold, scale }),
  /** Its name on the left and the value on the right edge. */
  z.object({ block: z.literal('labelled'), field: PaperField, bold }),
  /** Two values on the two edges of the paper. */
  z.object({ block: z.literal('sides'), left: PaperField, right: PaperField, bold }),
  /** The store's own words, in the paper's language; the Chinese ones where there are no others. */
  z.object({ block: z.literal('words'), zh: lines(200).default(''), en: lines(200).default(''), align, bold, scale }),
  z.object({ block: z.literal('logo') }),
  /** All names and values of a receipt, report or result. */
  z.object({ block: z.literal('facts') }),
  /** Says that this is a copy, or was made without the server, where it is so; nothing on other papers. */
  z.object({ block: z.literal('marks') }),
  z.object({ block: z.literal('code'), dots }),
  z.object({ block: z.literal('line') }),
  z.object({ block: z.literal('gap') }),
])
export type LayoutBlock = z.infer<typeof LayoutBlock>
export type BlockName = LayoutBlock['block']

export const LayoutBlocks = z.array(LayoutBlock).min(1).max(40)

/** The store's own layouts; what is not among them looks as it was delivered. */
export const OwnLayouts = z.partialRecord(PaperKind, LayoutBlocks)
export type OwnLayouts = z.infer<typeof OwnLayouts>

/** How many dots a line of paper has: 58 mm and 80 mm. */
export const LOGO_WIDTHS = [384, 576] as const
/** Three centimetres: a larger one costs paper with each ticket. */
export const MAX_LOGO_ROWS = 240

/** A picture of black dots over a whole line of paper of one width. */
export const PrintLogo = z.object({
  width: z.union([z.literal(LOGO_WIDTHS[0]), z.literal(LOGO_WIDTHS[1])]),
  height: z.number().int().min(1).max(MAX_LOGO_ROWS),
  /** Row by row, the leftmost dot of a byte its highest bit; base64. */
  dots: z
    .string()
    .max(23_040)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/),
})
export type PrintLogo = z.infer<typeof PrintLogo>

/** How a store wants its papers. */
export const StorePrinting = z.object({ layouts: OwnLayouts.default({}), logos: z.array(PrintLogo).max(2).default([]) })
export type StorePrinting = z.infer<typeof StorePrinting>
