import { z } from 'zod'

/** Response to a print request. */
export const PrintOrdered = z.object({
  jobId: z.uuid(),
  /** Whether a terminal of the store has a printer for it. Otherwise the job expires unprinted after two hours. */
  hasPrinter: z.boolean(),
})
export type PrintOrdered = z.infer<typeof PrintOrdered>
