import { z } from 'zod'

/** The answer to whoever asked for a paper. */
export const PrintOrdered = z.object({
  jobId: z.uuid(),
  /** Whether a terminal of the store has a printer for it. Without one it lies there for two hours, and nothing prints it. */
  hasPrinter: z.boolean(),
})
export type PrintOrdered = z.infer<typeof PrintOrdered>
