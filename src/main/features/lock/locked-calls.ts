import type { Terminal } from '#main/core/windows/shell.ts'
import { AppError } from '#shared/core/errors.ts'
import type { IpcContract } from '#shared/ipc/contract.ts'

/** Calls allowed at a locked counter: reading its state, unlocking, signing in or out. */
const open: { readonly [G in keyof IpcContract]?: readonly (keyof IpcContract[G]['calls'])[] | 'all' } = {
  lock: 'all',
  // Selecting a store is not included: it follows a sign-in, when nothing is locked.
  session: ['signIn', 'signInByPhone', 'signOut', 'current'],
  connection: 'all',
  catalogue: 'all',
  scans: 'all',
  customerDisplay: 'all',
  drafts: 'all',
  app: ['info', 'answerClose'],
  devices: ['state'],
  settings: ['read'],
  enrolment: ['state'],
  prints: ['list'],
  starts: ['list', 'recent'],
  offlineQueue: ['list'],
  shifts: ['here', 'list'],
}

/** Reads are allowed while locked, so that the screen is current after unlocking. */
const isReading = (channel: string, input: unknown): boolean =>
  channel === 'server.ask' && (input as { method?: unknown }).method === 'GET'

/** Wraps handlers so that a locked counter allows only these calls. */
export function refuseWhileLocked(handlers: Terminal['handlers'], isLocked: () => boolean): Terminal['handlers'] {
  const groups = Object.entries(handlers).map(([group, calls]) => {
    const guarded = Object.entries(calls).map(([name, handler]) => {
      const allowed: readonly string[] | 'all' | undefined = open[group as keyof IpcContract]
      if (allowed === 'all' || allowed?.includes(name)) return [name, handler] as const
      const guard = async (input: never): Promise<unknown> => {
        if (isLocked() && !isReading(`${group}.${name}`, input)) throw new AppError('terminals.locked')
        return handler(input)
      }
      return [name, guard] as const
    })
    return [group, Object.fromEntries(guarded)] as const
  })
  return Object.fromEntries(groups)
}
