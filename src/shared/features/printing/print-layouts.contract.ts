import { z } from 'zod'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { PrinterMaker } from '#shared/ipc/devices.ts'
import { Paper } from './paper.schema.ts'
import { LayoutBlocks, PaperKind, PrintLogo } from './print-layout.schema.ts'
import { PrintOrdered } from './print-ordered.schema.ts'

const StoreLayout = z.object({
  kind: PaperKind,
  blocks: LayoutBlocks,
  /** False if the default layout is used. */
  isOwn: z.boolean(),
  updateTime: WireTime.nullable(),
  updateBy: z.string(),
})
export type StoreLayout = z.infer<typeof StoreLayout>

/** Layouts and logo of a store, with the stores to choose from. */
export const StoreLayouts = z.object({
  orgCode: z.string(),
  departName: z.string(),
  /** Stores in scope to choose from. */
  stores: z.array(z.object({ orgCode: z.string(), departName: z.string() })),
  layouts: z.array(StoreLayout),
  logos: z.array(PrintLogo),
})
export type StoreLayouts = z.infer<typeof StoreLayouts>

const PATH = '/terminal/sysPrintLayout'
const ofStore = z.object({ orgCode: exact(64, 1) })

/** The layout that was edited: another one now is neither replaced nor reset. */
const editedBlocks = LayoutBlocks.optional()

/** Paper layouts: one per kind, with optional overrides per store, and the store's logo. */
export const printLayouts = onScreen('layout', {
  query: route({
    method: 'GET',
    path: `${PATH}/query`,
    summary: 'The print layouts of a store in scope, by default the current one; null if the scope has no store',
    access: 'layout:list',
    query: z.object({ orgCode: textFilter(64) }),
    result: StoreLayouts.nullable(),
  }),
  edit: route({
    labels: { editedBlocks: 'layout.blocks' },
    method: ['PUT', 'POST'],
    path: `${PATH}/edit`,
    summary: 'Sets the layout of a kind of paper for a store; its terminals use it from then on',
    access: 'layout:edit',
    body: ofStore.extend({
      kind: PaperKind,
      blocks: LayoutBlocks,
      editedBlocks,
    }),
    result: z.null(),
    message: 'message.saved',
  }),
  reset: route({
    labels: { editedBlocks: 'layout.blocks' },
    method: 'POST',
    path: `${PATH}/reset`,
    summary: 'Resets the layout of a kind of paper to the default',
    access: 'layout:edit',
    body: ofStore.extend({ kind: PaperKind, editedBlocks }),
    result: z.null(),
    message: 'message.saved',
  }),
  preview: route({
    method: 'POST',
    path: `${PATH}/preview`,
    summary: 'A sample of a layout, decoded from the bytes that a printer would receive',
    access: 'layout:list',
    body: ofStore.extend({
      kind: PaperKind,
      blocks: LayoutBlocks,
      columns: z.number().int().min(24).max(64).default(48),
      maker: PrinterMaker.default('epson'),
      /** Whether the printer has a Chinese font. */
      chinese: z.boolean().default(true),
    }),
    result: z.object({
      paper: Paper,
      /** Number of bytes sent to the printer. */
      bytes: z.number().int(),
      /** Characters that the printer cannot print. */
      missing: z.array(z.string()),
    }),
    audited: false,
  }),
  printSample: route({
    method: 'POST',
    path: `${PATH}/printSample`,
    summary: 'Prints a sample of a saved layout, on any printer of the store or on a given one',
    access: 'layout:edit',
    body: ofStore.extend({ kind: PaperKind, printId: exact(64).default('') }),
    result: PrintOrdered,
    message: 'message.layouts.printed',
  }),
  editLogo: route({
    method: ['PUT', 'POST'],
    path: `${PATH}/editLogo`,
    summary: 'Sets the logo of a store, as a bitmap for each paper width; without one it is removed',
    access: 'layout:edit',
    body: ofStore.extend({ logos: z.array(PrintLogo).max(2) }),
    result: z.null(),
    message: 'message.saved',
  }),
})
