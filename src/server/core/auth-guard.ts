import { isIPv6 } from 'node:net'
import { AppError } from '#shared/core/errors.ts'
import { hashOf } from './call.ts'
import type { Deps } from './slice.ts'

/** Whose tries are counted, such as those at an account from an address, and how many are free before waiting begins. */
export interface Guarded {
  subject: string
  free: number
  /** Seconds: of the first wait, which doubles each time, and of the longest. */
  first: number
  longest: number
  /** After so many seconds without a try all is forgiven. */
  forgives: number
}

/** A try that has been counted and may be checked now. */
export interface Reserved {
  /** How many tries of each subject came before, in the order asked; right ones do not count. */
  earlier: readonly number[]
  /** The secret was right: takes this try back, and forgives the earlier ones of some subjects. */
  right(forgiven?: readonly Guarded[]): Promise<void>
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

/** Waits of a sign-in, unless told otherwise. */
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

/** Counts tries for all copies of the server together, and makes whoever guesses wait longer each time. */
export function createGuard({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    /**
     * Counts a try before it is checked, and lets nobody pass who has to wait: of a burst of guesses no more are checked than of
     * a slow row of them. A try of which nobody says that it was right stays counted.
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
    /**
     * Runs the attempts at one account one after the other, so that those who sign in together with the right password do not
     * count as a burst of guesses.
     */
    oneByOne: queues(),
  }
}

/** Runs what has one name one after the other, as far as this process goes. */
export function queues() {
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
