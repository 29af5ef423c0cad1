import { isIPv6 } from 'node:net'
import { AppError } from '#shared/core/errors.ts'
import { hashOf } from './call.ts'
import type { Deps } from './slice.ts'

/** Whose failures are counted, such as an account at an address, and how many are free before waiting begins. */
export interface Guarded {
  subject: string
  free: number
}

const LONGEST_QUEUE = 50

/**
 * Who asks, as far as an address tells: the first half of an IPv6 address, because whoever has one has all that begin like it, and
 * could take another for each question.
 */
export function askerOf(ip: string): string {
  const inner = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)?.[1]
  if (inner || !isIPv6(ip)) return inner ?? ip
  const [begin = '', end] = new URL(`http://[${ip.split('%', 1)[0]}]`).hostname.slice(1, -1).split('::')
  const groups = begin.split(':').filter(Boolean)
  const last = (end ?? '').split(':').filter(Boolean)
  const between = Array.from({ length: 8 - groups.length - last.length }, () => '0')
  return [...groups, ...between, ...last].slice(0, 4).join(':')
}

export const guarded = (words: string, free: number): Guarded => ({ subject: hashOf(words), free })

/** Counts failures for all copies of the server together, and makes whoever guesses wait longer each time. */
export function createGuard({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    /** Lets nobody pass who still has to wait. */
    async open(whom: readonly Guarded[]): Promise<void> {
      const subjects = whom.map(({ subject }) => subject)
      const seconds = await db.call<number>('sign-in-wait', 'select sign_in_wait($1, $2)', [subjects, clock()])
      if (seconds > 0) throw new AppError('auth.lockedOut', { seconds })
    },
    async failed(whom: readonly Guarded[]): Promise<void> {
      const subjects = whom.map(({ subject }) => subject)
      const limits = whom.map(({ free }) => free)
      await db.call('sign-in-failed', 'select sign_in_failed($1, $2, $3)', [subjects, limits, clock()])
    },
    async forgive(whom: readonly Guarded[]): Promise<void> {
      const subjects = whom.map(({ subject }) => subject)
      await db.kysely.deleteFrom('loginGuard').where('subject', 'in', subjects).execute()
    },
    /** Failures of the last hour, in the order asked. */
    async failures(whom: readonly Guarded[]): Promise<number[]> {
      const subjects = whom.map(({ subject }) => subject)
      const rows = await db.kysely
        .selectFrom('loginGuard')
        .select(['subject', 'failures'])
        .where('subject', 'in', subjects)
        .where('lastFailureAt', '>', new Date(clock().getTime() - 3_600_000))
        .execute()
      const counts = new Map(rows.map(({ subject, failures }) => [subject, failures]))
      return subjects.map((subject) => counts.get(subject) ?? 0)
    },
    /**
     * Runs the attempts at one account one after the other, so that each knows what the ones before it came to: a burst of
     * guesses gets no more of them than a patient guesser, and a burst of right passwords locks nobody out.
     */
    oneByOne: queues(),
  }
}

function queues() {
  const lengths = new Map<string, number>()
  const last = new Map<string, Promise<unknown>>()
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const length = (lengths.get(name) ?? 0) + 1
    if (length > LONGEST_QUEUE) throw new AppError('common.tooManyRequests')
    lengths.set(name, length)
    const mine = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, mine)
    try {
      return await mine
    } finally {
      const left = (lengths.get(name) ?? 1) - 1
      if (left > 0) lengths.set(name, left)
      else {
        lengths.delete(name)
        last.delete(name)
      }
    }
  }
}
