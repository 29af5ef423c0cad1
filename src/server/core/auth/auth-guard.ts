import { isIPv6 } from 'node:net'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'

/** What attempts are counted by, such as account and address, and how many are free before waiting begins. */
export interface Guarded {
  subject: string
  free: number
  /** Seconds: the first wait, which doubles with each attempt, and the longest wait. */
  first: number
  longest: number
  /** After this many seconds without an attempt the count starts again. */
  forgives: number
}

/** An attempt that has been counted and may be checked now. */
export interface Reserved {
  /** The number of earlier failed attempts of each subject, in the order of the subjects. */
  earlier: readonly number[]
  /** Call when the secret was right: uncounts this attempt, and resets the count of the given subjects. */
  right(forgiven?: readonly Guarded[]): Promise<void>
}

const MAX_QUEUE_LENGTH = 50

/**
 * The part of an address that attempts are counted by: the first half of an IPv6 address, because one customer usually owns the
 * whole /64 network and could use another address for each attempt.
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

/** The default waits of a sign-in. */
const PATIENCE = { first: 5, longest: 900, forgives: 3600 }

export const guarded = (words: string, free: number, patience = PATIENCE): Guarded => ({
  subject: hashOf(words),
  free,
  ...patience,
})

interface Taken {
  subject: string
  earlier: number
}

/** Counts attempts across all copies of the server, and doubles the wait with each failed one. */
export function createGuard({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    /**
     * Counts an attempt before it is checked, so that simultaneous guesses are limited as sequential ones are. Throws while the
     * subject has to wait. An attempt stays counted until it is reported as right.
     */
    async reserve(whom: readonly Guarded[]): Promise<Reserved> {
      const values = [JSON.stringify(whom), clock()]
      const answer = await db.call<{ wait?: number; taken: Taken[] }>(
        'reserve-try',
        'select reserve_try($1, $2)',
        values,
      )
      if (answer.wait) throw new AppError('auth.lockedOut', { seconds: answer.wait })
      const earlier = new Map(answer.taken.map((one) => [one.subject, one.earlier]))
      return {
        earlier: whom.map(({ subject }) => earlier.get(subject) ?? 0),
        async right(forgiven = []) {
          const forget = forgiven.map(({ subject }) => subject)
          const back = [JSON.stringify(answer.taken), forget, clock()]
          await db.call('return-try', 'select return_try($1, $2, $3)', back)
        },
      }
    },
    /** Uncounts one earlier attempt of each subject, which turned out to be right. */
    async giveBack(whom: readonly Guarded[]): Promise<void> {
      const taken = whom.map(({ subject }) => ({ subject, block: null, last: null, at: null }))
      await db.call('return-try', 'select return_try($1, $2, $3)', [JSON.stringify(taken), [], clock()])
    },
    /**
     * Runs the attempts at one account one after the other, so that simultaneous sign-ins with the right password are not counted as
     * guesses.
     */
    oneByOne: queues(),
  }
}

/** Runs tasks of the same name one after the other within this process. */
export function queues() {
  const lengths = new Map<string, number>()
  const last = new Map<string, Promise<unknown>>()
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const length = (lengths.get(name) ?? 0) + 1
    if (length > MAX_QUEUE_LENGTH) throw new AppError('common.tooManyRequests')
    lengths.set(name, length)
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, turn)
    try {
      return await turn
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
