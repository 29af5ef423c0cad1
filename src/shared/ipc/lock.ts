import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'

const nothing = z.object({})

export const LockState = z.object({
  locked: z.boolean(),
  /** Whether whoever is signed in may come back by a badge that was shown here before. */
  takesBadge: z.boolean(),
})
export type LockState = z.infer<typeof LockState>

/** The lock of the counter: everything on the screen stays as it is, and nothing can be done. */
export const lockGroup = ipcGroup(
  {
    state: { input: nothing, result: LockState },
    lock: { input: nothing, result: nothing },
    unlock: { input: z.object({ password: z.string().min(1).max(128) }), result: LockState },
    /** Somebody is at work here. */
    touch: { input: nothing, result: nothing },
    /** From now on this badge brings back whoever is signed in; the password says that it is them. */
    learnBadge: {
      input: z.object({ badge: z.string().trim().min(4).max(64), password: z.string().min(1).max(128) }),
      result: LockState,
    },
  },
  {
    changed: LockState,
    /** A badge was shown that is not that of whoever is signed in. */
    badgeRefused: nothing,
  },
)
