import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Bus } from '#server/core/realtime/bus.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { JOBS_SCHEMA, type QueueName, sideBySide } from './jobs.schema.ts'

declare module '#server/core/realtime/bus.ts' {
  interface BusMessages {
    /** A job was added to a queue. */
    jobs: { queue: QueueName }
  }
}

/** A job in progress. A copy of the server that died may have begun it before, so handlers must be idempotent. */
export interface Job<T> {
  id: string
  data: T
  /** Whether this is the last attempt. */
  lastAttempt: boolean
}

interface NewJob {
  id: string
  data: object
  /** The key, in a queue that runs each key once at a time. */
  key?: string
}

/** Background jobs, which outlive the copy of the server that queued them. Slices register handlers while they are mounted. */
export interface Jobs {
  /**
   * Queues a job when the transaction commits, and wakes the workers of all copies then. Returns false if a job of the same key is
   * already queued or in progress.
   */
  add(trx: Transaction, queue: QueueName, job: NewJob): Promise<boolean>
  /** Registers the handler of a queue on every copy; failures are retried by the queue's settings. */
  work<T extends object>(queue: QueueName, handler: (job: Job<T>) => Promise<void>): void
  /** Runs periodically on every copy of the server; what it starts must tolerate duplicates. */
  every(milliseconds: number, work: () => Promise<void>): void
}

export interface JobRunner extends Jobs {
  start(): void
  /** Takes no new jobs, and waits a limited time for running ones. */
  stop(): Promise<void>
}

interface Options {
  db: Database
  bus: Bus
  log: FastifyBaseLogger
  /** False: this copy queues jobs but runs none. */
  works: boolean
}

/** How often a queue is polled in case a wake-up message was lost. */
const POLL_SECONDS = 5
const RETRY_START_MS = 5000
const PATIENCE_MS = 20_000

/** Ends the wait of a call for a queue that does not start. Throws `common.unavailable`. */
async function tooLate(): Promise<never> {
  await delay(RETRY_START_MS, undefined, { ref: false })
  throw new AppError('common.unavailable')
}

/** Runs pg-boss over the server's own connections. No statement depends on session state, so PgBouncer may be used. */
export function createJobs({ db, bus, log, works }: Options): JobRunner {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.pool.query(text, values) },
    schema: JOBS_SCHEMA,
    migrate: false,
    schedule: false,
    supervise: works,
    reindex: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reported an error'))
  const handlers = new Map<QueueName, (job: Job<never>) => Promise<void>>()
  const intervals: { milliseconds: number; work: () => Promise<void> }[] = []
  const timers: NodeJS.Timeout[] = []
  const workers: { queue: QueueName; id: string }[] = []
  const halt = new AbortController()
  let running: Promise<void> = Promise.resolve()
  /** Resolves when jobs can be queued; scheduled jobs wait for this and not for the whole start. */
  const ready = Promise.withResolvers<void>()
  let isReady = false

  bus.listen((message) => {
    if (message.kind === 'jobs') wake(message.queue)
  })
  bus.onReconnect(() => {
    for (const queue of handlers.keys()) wake(queue)
  })
  const wake = (queue: QueueName): void => {
    for (const worker of workers) if (worker.queue === queue) boss.notifyWorker(worker.id)
  }

  const begin = async (): Promise<void> => {
    await boss.start()
    isReady = true
    ready.resolve()
    if (!works) return
    for (const [queue, handler] of handlers) {
      const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: 1, includeMetadata: true } as const
      const work = async (jobs: JobWithMetadata<never>[]) => {
        // There may be more jobs: poll again at once.
        wake(queue)
        for (const { id, data, retryCount, retryLimit } of jobs) {
          await handler({ id, data, lastAttempt: retryCount >= retryLimit })
        }
      }
      // Each is registered on its own: pg-boss wakes only the first of the workers that it makes by `localConcurrency`.
      for (let count = 0; count < sideBySide[queue]; count++) {
        workers.push({ queue, id: await boss.work(queue, options, work) })
      }
    }
    for (const { milliseconds, work } of intervals) {
      const run = () => work().catch((error: unknown) => log.warn({ err: error }, 'periodic work failed'))
      timers.push(setInterval(run, milliseconds).unref())
      await run()
    }
  }

  /** Retries, so that a server that started while its database was away works when the database is back. */
  const keepTrying = async (): Promise<void> => {
    while (!halt.signal.aborted) {
      try {
        return await begin()
      } catch (error) {
        log.warn({ err: error }, 'starting the job queue failed; retrying')
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
