import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  /** Connects as the owner: sees every row, may change the tables. */
  ownerUrl: string
  /** Connects as the server does: owns nothing, and row-level security applies. */
  appUrl: string
  drop(): Promise<void>
}

const TEMPLATE = 'pitlane_template'
const APP_ROLE = 'pitlane_app'
const APP_PASSWORD = 'pitlane-test'

/**
 * Gives a test file a database of its own: all migrations applied, the demo venue seeded.
 *
 * The template is built by whoever asks first in a run, so that tests without a database do not pay for it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(server, async (client) => {
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE])
    if (rowCount === 0) await buildTemplate(server, client)
    await client.query(`create database ${name} template ${TEMPLATE}`)
  })
  const ownerUrl = at(server, name)
  return {
    ownerUrl,
    appUrl: Object.assign(new URL(ownerUrl), { username: APP_ROLE, password: APP_PASSWORD }).href,
    drop: () => withClient(server, (client) => client.query(`drop database ${name} with (force)`)),
  }
}

async function buildTemplate(server: string, client: pg.Client): Promise<void> {
  const unfinished = `${TEMPLATE}_unfinished`
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await client.query(`create database ${unfinished}`)
  const migrations = '#server/db/migrate.ts'
  const { migrate } = await import(migrations)
  await migrate(at(server, unfinished))
  await client.query(`alter role ${APP_ROLE} login password '${APP_PASSWORD}'`)
  await client.query(`alter database ${unfinished} rename to ${TEMPLATE}`)
}

const at = (url: string, database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
