import { PgBoss } from 'pg-boss'
import { withClient } from '#server/db/roles.ts'

/** The schema of pg-boss; it holds none of our tables. */
export const JOBS_SCHEMA = 'pgboss'

/** The queues of background jobs, with their retry settings. */
export const queues = {
  /** Single messages to users: tried seven times within about an hour. */
  messages: {
    policy: 'standard',
    retryLimit: 6,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds: 60,
  },
  /**
   * Scheduled jobs: each key runs at most once at a time. A job of a copy that died is found by its heartbeat; it expires only after
   * a day, because sending a large backup to its bucket takes hours.
   */
  scheduled: {
    policy: 'exclusive',
    deleteAfterSeconds: 86_400,
    retryLimit: 1,
    retryDelay: 60,
    heartbeatSeconds: 60,
    expireInSeconds: 86_400,
  },
} as const
export type QueueName = keyof typeof queues

/** How many jobs of a queue a copy of the server runs side by side, so that a long scheduled one delays no other. */
export const sideBySide: Record<QueueName, number> = { messages: 1, scheduled: 4 }

/**
 * Creates or updates the tables of pg-boss as the owner of the database, and grants the server's role their use.
 *
 * The server's role has no right to create tables, so pg-boss cannot do this itself.
 */
export async function prepareJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: JOBS_SCHEMA,
    application_name: 'pitlane migration',
    max: 1,
    migrate: true,
    supervise: false,
    schedule: false,
  })
  // Errors reject the call in which they occur, so the event needs no handling.
  boss.on('error', () => undefined)
  await boss.start()
  try {
    for (const [name, options] of Object.entries(queues)) {
      await boss.createQueue(name, options)
      const { policy: _, ...changeable } = options
      await boss.updateQueue(name, changeable)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  await withClient(ownerUrl, (owner) =>
    owner.query(`
      grant usage on schema ${JOBS_SCHEMA} to pitlane_app;
      grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to pitlane_app;
      grant usage, select on all sequences in schema ${JOBS_SCHEMA} to pitlane_app;
    `),
  )
}
