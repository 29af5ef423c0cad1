import { PgBoss } from 'pg-boss'
import { withClient } from '#server/db/roles.ts'

/** The queue's own schema; nothing of ours lives in it. */
export const JOBS_SCHEMA = 'pgboss'

/** What is worked off in the background, and how stubbornly. */
export const queues = {
  /** Single messages to people: tried seven times within about an hour. */
  messages: {
    policy: 'standard',
    retryLimit: 6,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds: 60,
  },
  /** Jobs by the clock: each at most once at a time, known by its key. */
  scheduled: {
    policy: 'exclusive',
    deleteAfterSeconds: 86_400,
    retryLimit: 1,
    retryDelay: 60,
    heartbeatSeconds: 60,
    expireInSeconds: 3600,
  },
} as const
export type QueueName = keyof typeof queues

/**
 * Makes or updates the queue's tables as the owner of the database, and lets the server's own role use them.
 *
 * The server's role may create nothing, so that pg-boss cannot do this by itself.
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
  // What goes wrong here rejects the call that it goes wrong in.
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
