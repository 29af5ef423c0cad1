import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'

export const cashiersGroup = ipcGroup(
  {
    /** Checks whether a cashier may take over this counter; offline by credentials shown here in the last 72 hours. */
    check: {
      input: z.object({
        cashierId: z.uuid(),
        password: z.string().max(128),
        /** Scanned badge number, instead of a password. */
        badge: z.string().max(64).default(''),
      }),
      result: z.boolean(),
    },
  },
  {},
)
