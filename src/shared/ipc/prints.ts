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

/** Papers of a charge, from its response. */
export const ChargePapers = z.object({
  /** Idempotency key of the charge. */
  key: z.uuid(),
  papers: z
    .array(
      z.object({
        ticket: TicketData,
        /** Number of wristband labels of the ride. */
        wristbands: z.number().int().min(0),
      }),
    )
    .max(MAX_CHARGE_VEHICLES),
})
export type ChargePapers = z.infer<typeof ChargePapers>

const nothing = z.object({})

/** Print jobs of this terminal. */
export const printsGroup = ipcGroup(
  {
    list: { input: nothing, result: z.array(PrintItem) },
    /** Content of a paper, decoded from its bytes; null if no longer readable. */
    paper: { input: z.object({ jobId: z.string() }), result: Paper.nullable() },
    /** Retries waiting jobs at once, such as after a paper change. */
    retry: { input: nothing, result: nothing },
    /** Cancels a waiting print job. */
    cancel: { input: z.object({ jobId: z.string() }), result: PrintItem },
    /** Reprints an order's ticket, marked as a copy; without a local printer at another terminal of the store. */
    reprint: { input: z.object({ orderId: z.uuid() }), result: z.object({ hasPrinter: z.boolean() }) },
    /** Prints the papers of a charge from its response; does nothing if that is late or the server's job came first. */
    printCharge: { input: ChargePapers, result: nothing },
    /** Settles a job with an unknown outcome, as the cashier says. */
    resolve: { input: z.object({ jobId: z.string(), as: z.enum(['printed', 'reprint']) }), result: nothing },
  },
  { changed: PrintItem },
)
