import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database, Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Bus } from './bus.ts'
import { JOBS_SCHEMA, type QueueName } from './jobs.schema.ts'

/** A job being worked on. It may have been begun before, by a copy of the server that died: works must bear that. */
export interface Job<T> {
  id: string
  data: T
  /** Whether it is given up when this attempt fails. */
  lastAttempt: boolean
}

interface NewJob {
  id: string
  data: object
  /** In a queue that works on each key once at a time: what is the same. */
  key?: string
}

/** Background work that outlives the copy of the server that ordered it. Handlers are named while slices are mounted. */
export interface Jobs {
  /**
   * Orders work when the transaction commits, and wakes the workers of all copies then. Answers whether it was taken:
   * not where the same key is queued or worked on already.
   */
  add(trx: Transaction, queue: QueueName, job: NewJob): Promise<boolean>
  /** Says what works a queue off on every copy; a failure is tried again as the queue's settings say. */
  work<T extends object>(queue: QueueName, handler: (job: Job<T>) => Promise<void>): void
  /** Runs on every copy, again and again while it works; whatever it starts must bear being asked for twice. */
  every(milliseconds: number, work: () => Promise<void>): void
}

export interface JobRunner extends Jobs {
  start(): void
  /** Lets what runs finish, for a while, and takes nothing new. */
  stop(): Promise<void>
}

interface Options {
  db: Database
  bus: Bus
  log: FastifyBaseLogger
  /** False: this copy orders work but does none. */
  works: boolean
}

/** How often a queue is looked at in case the waking message got lost. */
const POLL_SECONDS = 5
const RETRY_START_MS = 5000
const PATIENCE_MS = 20_000

/** Nobody who calls waits longer for a queue that does not start. */
async function tooLate(): Promise<never> {
  await delay(RETRY_START_MS, undefined, { ref: false })
  throw new AppError('common.unavailable')
}

/** pg-boss over the server's own connections: every statement stands for itself, so a pooler may be between. */
export function createJobs({ db, bus, log, works }: Options): JobRunner {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.pool.query(text, values) },
    schema: JOBS_SCHEMA,
    migrate: false,
    schedule: false,
    supervise: works,
    reindex: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue has trouble'))
  const handlers = new Map<QueueName, (job: Job<never>) => Promise<void>>()
  const intervals: { milliseconds: number; work: () => Promise<void> }[] = []
  const timers: NodeJS.Timeout[] = []
  const workers = new Map<string, string>()
  const halt = new AbortController()
  let running: Promise<void> = Promise.resolve()
  /** When jobs can be ordered; what the clock orders waits for this and not for all of the start. */
  const ready = Promise.withResolvers<void>()
  let isReady = false

  bus.listen(({ kind, queue }) => {
    if (kind === 'jobs') wake(String(queue))
  })
  bus.onReconnect(() => {
    for (const queue of workers.keys()) wake(queue)
  })
  const wake = (queue: string): void => {
    const worker = workers.get(queue)
    if (worker !== undefined) boss.notifyWorker(worker)
  }

  const begin = async (): Promise<void> => {
    await boss.start()
    isReady = true
    ready.resolve()
    if (!works) return
    for (const [queue, handler] of handlers) {
      const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: 1, includeMetadata: true } as const
      const worker = await boss.work(queue, options, async (jobs: JobWithMetadata<never>[]) => {
        // Where there was one there may be more: look again at once.
        wake(queue)
        for (const { id, data, retryCount, retryLimit } of jobs) {
          await handler({ id, data, lastAttempt: retryCount >= retryLimit })
        }
      })
      workers.set(queue, worker)
    }
    for (const { milliseconds, work } of intervals) {
      const run = () => work().catch((error: unknown) => log.warn({ err: error }, 'work by the clock failed'))
      timers.push(setInterval(run, milliseconds).unref())
      await run()
    }
  }

  /** Goes on trying: a server whose database is away for a moment still answers when it is back. */
  const keepTrying = async (): Promise<void> => {
    while (!halt.signal.aborted) {
      try {
        return await begin()
      } catch (error) {
        log.warn({ err: error }, 'the job queue does not start')
        await delay(RETRY_START_MS, undefined, { signal: halt.signal }).catch(() => undefined)
      }
    }
  }

  return {
    async add(trx, queue, { id, data, key }) {
      if (!isReady) await Promise.race([ready.promise, tooLate()])
      const taken = await boss.send(queue, data, { id, singletonKey: key, db: fromKysely(trx) })
      if (taken === null) return false
      await bus.send({ kind: 'jobs', queue }, trx)
      return true
    },
    work: (queue, handler) => void handlers.set(queue, handler as (job: Job<never>) => Promise<void>),
    every: (milliseconds, work) => void intervals.push({ milliseconds, work }),
    start: () => {
      running = keepTrying()
    },
    async stop() {
      halt.abort()
      for (const timer of timers) clearInterval(timer)
      await running
      await boss.stop({ graceful: true, timeout: PATIENCE_MS })
    },
  }
}
