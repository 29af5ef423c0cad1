import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'
import { Paper } from '#shared/features/printing/paper.schema.ts'
import { MAX_CHARGE_VEHICLES } from '#shared/features/sessions/charge.schema.ts'
import { TicketData } from './devices.ts'

export const PrintItem = z.object({
  jobId: z.string(),
  orderId: z.string(),
  ticketNo: z.string(),
  copyNo: z.number().int(),
  state: z.enum(['waiting', 'printing', 'printed', 'sent', 'unknown', 'cancelled', 'expired']),
  detail: z.string(),
  createdAt: z.iso.datetime(),
})
export type PrintItem = z.infer<typeof PrintItem>

/** What the answer to a charge says of its papers. */
export const ChargePapers = z.object({
  /** The key that the charge was sent with. */
  key: z.uuid(),
  papers: z
    .array(
      z.object({
        ticket: TicketData,
        /** How many wristband labels belong to the ride; 0: none. */
        wristbands: z.number().int().min(0),
      }),
    )
    .max(MAX_CHARGE_VEHICLES),
})
export type ChargePapers = z.infer<typeof ChargePapers>

const nothing = z.object({})

/** The papers of this terminal's printer. */
export const printsGroup = ipcGroup(
  {
    list: { input: nothing, result: z.array(PrintItem) },
    /** What stands on a paper, as the printer gets it; null where that cannot be read any more. */
    paper: { input: z.object({ jobId: z.string() }), result: Paper.nullable() },
    /** Tries what waits again at once, such as after new paper. */
    retry: { input: nothing, result: nothing },
    /** Takes back a print that is still waiting. */
    cancel: { input: z.object({ jobId: z.string() }), result: PrintItem },
    /** Prints the ticket of an order again, marked as a copy: here, or without a printer here at another counter of the store. */
    reprint: { input: z.object({ orderId: z.uuid() }), result: z.object({ hasPrinter: z.boolean() }) },
    /** Prints what a charge has sold, from the answer that has just come; nothing where that is late or the server's job came first. */
    printCharge: { input: ChargePapers, result: nothing },
    /** The cashier's word on a job of which nobody knows whether it came out. */
    resolve: { input: z.object({ jobId: z.string(), as: z.enum(['printed', 'reprint']) }), result: nothing },
  },
  { changed: PrintItem },
)
