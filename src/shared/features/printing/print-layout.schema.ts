import { z } from 'zod'
import { lines } from '#shared/core/text.ts'

/** Papers with a layout per store. `text`: agreements to sign, and anything without a kind of its own. */
export const PaperKind = z.enum([
  'queueTicket',
  'receipt',
  'refund',
  'shiftReport',
  'wristband',
  'result',
  'cloakroomSlip',
  'text',
])
export type PaperKind = z.infer<typeof PaperKind>

/** Values that a layout can place on a paper. */
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
/** Multiple of the normal width and height; reduced if the text would not fit. */
const scale = z.number().int().min(1).max(4).default(1)
/** Printer dots per module of the QR code. */
const dots = z.number().int().min(3).max(10).default(6)

/** One block of a layout, in order from top to bottom. A block with an empty value prints no line. */
export const LayoutBlock = z.discriminatedUnion('block', [
  z.object({ block: z.literal('value'), field: PaperField, align, bold, scale }),
  /** Label at the left edge, value at the right edge. */
  z.object({ block: z.literal('labelled'), field: PaperField, bold }),
  /** Two values, one at each edge. */
  z.object({ block: z.literal('sides'), left: PaperField, right: PaperField, bold }),
  /** Custom text in the paper's language; falls back to Chinese. */
  z.object({ block: z.literal('words'), zh: lines(200).default(''), en: lines(200).default(''), align, bold, scale }),
  z.object({ block: z.literal('logo') }),
  /** All label and value lines of a receipt, report or result. */
  z.object({ block: z.literal('facts') }),
  /** Marks a copy, and a paper printed offline; prints nothing on other papers. */
  z.object({ block: z.literal('marks') }),
  z.object({ block: z.literal('code'), dots }),
  z.object({ block: z.literal('line') }),
  z.object({ block: z.literal('gap') }),
])
export type LayoutBlock = z.infer<typeof LayoutBlock>
export type BlockName = LayoutBlock['block']

export const LayoutBlocks = z.array(LayoutBlock).min(1).max(40)

/** Custom layouts of a store; other kinds use the default layout. */
export const OwnLayouts = z.partialRecord(PaperKind, LayoutBlocks)
export type OwnLayouts = z.infer<typeof OwnLayouts>

/** Dots per line of 58 mm and 80 mm paper. */
export const LOGO_WIDTHS = [384, 576] as const
/** Three centimetres, to limit the paper used per ticket. */
export const MAX_LOGO_ROWS = 240

/** A one-bit image as wide as the paper. */
export const PrintLogo = z.object({
  width: z.union([z.literal(LOGO_WIDTHS[0]), z.literal(LOGO_WIDTHS[1])]),
  height: z.number().int().min(1).max(MAX_LOGO_ROWS),
  /** Rows of dots, most significant bit leftmost; base64. */
  dots: z
    .string()
    .max(23_040)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/),
})
export type PrintLogo = z.infer<typeof PrintLogo>

/** Layouts and logos of a store. */
export const StorePrinting = z.object({ layouts: OwnLayouts.default({}), logos: z.array(PrintLogo).max(2).default([]) })
export type StorePrinting = z.infer<typeof StorePrinting>
