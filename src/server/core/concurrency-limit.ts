import PQueue from 'p-queue'
import { AppError } from '#shared/core/errors.ts'

/** Runs a limited number of tasks of a kind at once. Later ones wait in order and are refused with `common.busy` after a timeout. */
export interface ConcurrencyLimit {
  /** `userId` names the user behind the task, where the limit has a share for each user. Throws `common.busy`. */
  run<T>(task: () => Promise<T>, userId?: string): Promise<T>
}

interface Limits {
  /** How many tasks run at once; a function is evaluated again whenever a task arrives or ends. */
  maxRunning: number | (() => number)
  /** How many tasks may wait; the next one is refused immediately. */
  maxWaiting: number
}

interface Options extends Limits {
  waitTimeoutMs: number
  /** The share of one user, so that no user takes all of it. */
  perUser?: Limits
}

const numberOf = (atOnce: Limits['maxRunning']): number => (typeof atOnce === 'number' ? atOnce : atOnce())

/** A limit within this process. A task that never ends would occupy it forever, so each task needs a timeout of its own. */
export function createConcurrencyLimit({
  maxRunning: atOnce,
  maxWaiting: mostWaiting,
  waitTimeoutMs: patienceMs,
  perUser: perPerson,
}: Options): ConcurrencyLimit {
  const everybody = new PQueue({ concurrency: numberOf(atOnce) })
  const persons = new Map<string, PQueue>()

  const queueOf = (who: string, concurrency: number): PQueue => {
    const known = persons.get(who)
    if (known) return known
    const queue = new PQueue({ concurrency })
    queue.addEventListener('idle', () => persons.delete(who))
    persons.set(who, queue)
    return queue
  }

  const adapt = (own: PQueue | undefined): void => {
    everybody.concurrency = numberOf(atOnce)
    if (own && perPerson) own.concurrency = numberOf(perPerson.maxRunning)
  }

  return {
    async run(work, who) {
      const own = who !== undefined && perPerson ? queueOf(who, numberOf(perPerson.maxRunning)) : undefined
      adapt(own)
      const tooMany = own && perPerson ? own.size >= perPerson.maxWaiting : false
      if (tooMany || everybody.size >= mostWaiting) throw new AppError('common.busy')
      const patience = new AbortController()
      const { signal } = patience
      const timer = setTimeout(() => patience.abort(new AppError('common.busy')), patienceMs)
      const begin = () => {
        clearTimeout(timer)
        return work()
      }
      const inOrder = () => everybody.add(begin, { signal })
      try {
        return await (own ? own.add(inOrder, { signal }) : inOrder())
      } finally {
        clearTimeout(timer)
        adapt(own)
      }
    },
  }
}
