import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'

export const cashiersGroup = ipcGroup(
  {
    /** Whether somebody may take over this counter; without the server, by what was shown here in the last 72 hours. */
    check: {
      input: z.object({
        cashierId: z.uuid(),
        password: z.string().max(128),
        /** The number that was read from a badge, instead of a password. */
        badge: z.string().max(64).default(''),
      }),
      result: z.boolean(),
    },
  },
  {},
)
