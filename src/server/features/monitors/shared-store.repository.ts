import { sql } from 'kysely'
import { JOBS_SCHEMA, queues } from '#server/core/jobs/jobs.schema.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

/** How long figures of the database are used again: several readers must not burden it. */
const FRESH_MS = 5000

/** What all copies of the server share. */
export interface SharedStore {
  version: string
  startedAt: Date
  connections: number
  mostConnections: number
  databaseBytes: number
  jobBytes: number
  /** How full the queue of notifications is, from 0 to 1. */
  notifyUse: number
  /** Signed-in users and members on all copies. */
  signedIn: number
  /** Of the last 24 hours. */
  signIns: number
  refusedSignIns: number
  endedSignIns: number
  /** Of every queue, in every state of `JOB_STATES`. */
  jobs: { queue: string; state: string; count: number }[]
}

/** Of jobs that wait, run or have failed, as pg-boss names them. */
const JOB_STATES = ['created', 'retry', 'active', 'failed']

/** Counts of zero too: a series that begins with the first failure shows an alert rule no change. */
const withZeros = (counted: SharedStore['jobs']): SharedStore['jobs'] =>
  Object.keys(queues).flatMap((queue) =>
    JOB_STATES.map((state) => {
      const found = counted.find((one) => one.queue === queue && one.state === state)
      return found ?? { queue, state, count: 0 }
    }),
  )

/** Reads the figures of the database, at most every five seconds. */
export function sharedStore({ db, clock }: Pick<Deps, 'db' | 'clock'>): () => Promise<SharedStore> {
  const read = () =>
    db.scoped(
      EVERY_STORE,
      async (trx) => {
        const now = clock()
        const since = new Date(now.getTime() - 86_400_000)
        const jobTable = sql.lit(`${JOBS_SCHEMA}.job`)
        const { rows } = await sql<Omit<SharedStore, 'jobs'>>`
          select current_setting('server_version') as version, pg_postmaster_start_time() as started_at,
            (select count(*) from pg_stat_activity where datname = current_database()) as connections,
            current_setting('max_connections')::integer as most_connections,
            pg_database_size(current_database()) as database_bytes,
            (select coalesce(sum(pg_total_relation_size(relid)), 0)::bigint from pg_partition_tree(${jobTable}::regclass)) as job_bytes,
            pg_notification_queue_usage() as notify_use,
            (select count(*) from access_token where revoked_at is null and expires_at > ${now}) as signed_in,
            (select count(*) from access_token where created_at > ${since}) as sign_ins,
            (select count(*) from login_log where created_at > ${since} and outcome = 'refused') as refused_sign_ins,
            (select count(*) from access_token where revoked_at > ${since} or expires_at between ${since} and ${now}) as ended_sign_ins`.execute(
          trx,
        )
        const jobs = await sql<SharedStore['jobs'][number]>`
          select name as queue, state::text as state, count(*) as count from ${sql.table(`${JOBS_SCHEMA}.job`)}
          where state < 'completed' or state = 'failed' group by 1, 2`.execute(trx)
        return { ...(rows[0] as Omit<SharedStore, 'jobs'>), jobs: withZeros(jobs.rows) }
      },
      'reads',
    )
  let readAt = Number.NEGATIVE_INFINITY
  let last: Promise<SharedStore> | undefined
  return () => {
    if (!last || performance.now() - readAt > FRESH_MS) {
      readAt = performance.now()
      last = read()
      // A failure is not kept.
      last.catch(() => {
        last = undefined
      })
    }
    return last
  }
}
