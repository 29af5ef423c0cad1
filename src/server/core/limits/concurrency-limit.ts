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

const numberOf = (limit: Limits['maxRunning']): number => (typeof limit === 'number' ? limit : limit())

/** A limit within this process. A task that never ends would occupy it forever, so each task needs a timeout of its own. */
export function createConcurrencyLimit({
  maxRunning,
  maxWaiting,
  waitTimeoutMs,
  perUser: perUserLimit,
}: Options): ConcurrencyLimit {
  const shared = new PQueue({ concurrency: numberOf(maxRunning) })
  const queues = new Map<string, PQueue>()

  const queueOf = (userId: string, concurrency: number): PQueue => {
    const existing = queues.get(userId)
    if (existing) return existing
    const queue = new PQueue({ concurrency })
    queue.addEventListener('idle', () => queues.delete(userId))
    queues.set(userId, queue)
    return queue
  }

  const adapt = (own: PQueue | undefined): void => {
    shared.concurrency = numberOf(maxRunning)
    if (own && perUserLimit) own.concurrency = numberOf(perUserLimit.maxRunning)
  }

  return {
    async run(work, userId) {
      const own = userId !== undefined && perUserLimit ? queueOf(userId, numberOf(perUserLimit.maxRunning)) : undefined
      adapt(own)
      const tooMany = own && perUserLimit ? own.size >= perUserLimit.maxWaiting : false
      if (tooMany || shared.size >= maxWaiting) throw new AppError('common.busy')
      const waiting = new AbortController()
      const { signal } = waiting
      const timer = setTimeout(() => waiting.abort(new AppError('common.busy')), waitTimeoutMs)
      const begin = () => {
        clearTimeout(timer)
        return work()
      }
      const inOrder = () => shared.add(begin, { signal })
      try {
        return await (own ? own.add(inOrder, { signal }) : inOrder())
      } finally {
        clearTimeout(timer)
        adapt(own)
      }
    },
  }
}
