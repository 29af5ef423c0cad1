import type { Terminal } from '#main/core/shell.ts'
import { AppError } from '#shared/core/errors.ts'

/** What works at a locked counter: seeing how it is, coming back, and leaving it to somebody else. */
const open: Record<string, readonly string[] | 'all'> = {
  lock: 'all',
  // Not the choice of a store: that is for whoever has just signed in, and then nothing is locked.
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
  line: ['list'],
  shifts: ['here', 'list'],
}

/** Reading goes on behind the lock, so that the screen is as fresh as before when somebody comes back. */
const isReading = (channel: string, input: unknown): boolean =>
  channel === 'server.ask' && (input as { method?: unknown }).method === 'GET'

/** The same calls, of which a locked counter answers only these few. */
export function refuseWhileLocked(handlers: Terminal['handlers'], isLocked: () => boolean): Terminal['handlers'] {
  const groups = Object.entries(handlers).map(([group, calls]) => {
    const guarded = Object.entries(calls).map(([name, handler]) => {
      const words = open[group]
      if (words === 'all' || words?.includes(name)) return [name, handler] as const
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
