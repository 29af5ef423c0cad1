import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { analyze } from '#server/db/migrate.ts'
import { appLogin, withClient } from '#server/db/roles.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { makePasswordsQuick, NO_SHIFTS, ROOM } from '#tests/support/room.ts'

export interface TestDatabase {
  /** Connects as the owner: sees every row, may change the tables. */
  ownerUrl: string
  /** Connects as the server does: owns nothing, and row-level security applies. */
  appUrl: string
  /** Straight to PostgreSQL for LISTEN, where `appUrl` leads through a pooler. */
  listenUrl?: string
  /** A standby for lists and reports, as the server connects to it. */
  replicaUrl?: string
  drop(): Promise<void>
}

const TEMPLATE = 'pitlane_template'

/**
 * Gives a test file its own database: all migrations applied, the demo venue seeded. The first caller of a run builds the
 * template, so that tests without a database do not pay for it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(server, async (client) => {
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE])
    if (rowCount === 0) await buildTemplate(server, client)
    // Page by page through the log, as it is done unless one asks for files, it takes three times as long.
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  })
  const ownerUrl = at(server, name)
  return {
    ownerUrl,
    ...(await appAddresses(ownerUrl)),
    drop: async () => {
      await withClient(server, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

/** A database with this version's tables and no demo rows. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(server, (client) => client.query(`create database ${name}`))
  const ownerUrl = at(server, name)
  await prepareDatabase(ownerUrl)
  return {
    ownerUrl,
    ...(await appAddresses(ownerUrl)),
    drop: async () => {
      await withClient(server, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

async function buildTemplate(server: string, client: pg.Client): Promise<void> {
  const unfinished = `${TEMPLATE}_unfinished`
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await client.query(`create database ${unfinished}`)
  const ownerUrl = at(server, unfinished)
  await prepareDatabase(ownerUrl)
  const db = openDatabase((await appLogin(ownerUrl)).poolUrl)
  try {
    await seedDemo(db, { withSales: false })
  } finally {
    await db.close()
  }
  await withClient(ownerUrl, async (owner) => {
    await owner.query(ROOM)
    await owner.query(NO_SHIFTS)
    await makePasswordsQuick(owner)
  })
  await analyze(ownerUrl)
  await client.query(`alter database ${unfinished} rename to ${TEMPLATE}`)
}

/** How the server connects: with `PITLANE_TEST_POOLER=1` through PgBouncer. */
async function appAddresses(ownerUrl: string): Promise<Pick<TestDatabase, 'appUrl' | 'listenUrl'>> {
  const port = inject('poolerPort')
  if (port === null) return { appUrl: (await appLogin(ownerUrl)).poolUrl }
  const pooled = Object.assign(new URL(ownerUrl), { port: String(port), username: '', password: '' }).href
  const { poolUrl, directUrl } = await appLogin(ownerUrl, { appUrl: pooled })
  return { appUrl: poolUrl, listenUrl: directUrl }
}

const at = (url: string, database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href
