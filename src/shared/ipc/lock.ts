import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'

const nothing = z.object({})

export const LockState = z.object({
  locked: z.boolean(),
  /** Whether the signed-in user may unlock by a registered badge. */
  takesBadge: z.boolean(),
})
export type LockState = z.infer<typeof LockState>

/** The lock of the counter: the screen stays as it is, but all actions are blocked. */
export const lockGroup = ipcGroup(
  {
    state: { input: nothing, result: LockState },
    lock: { input: nothing, result: nothing },
    unlock: { input: z.object({ password: z.string().min(1).max(128) }), result: LockState },
    /** Reports user activity. */
    touch: { input: nothing, result: nothing },
    /** Registers a badge for unlocking, confirmed by the signed-in user's password. */
    learnBadge: {
      input: z.object({ badge: z.string().trim().min(4).max(64), password: z.string().min(1).max(128) }),
      result: LockState,
    },
  },
  {
    changed: LockState,
    /** A badge of another user was scanned. */
    badgeRefused: nothing,
  },
)
