import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { withClient } from '#server/db/roles.ts'
import { makePasswordsQuick, NO_SHIFTS, ROOM, WHOLE_PRICES } from '#tests/support/room.ts'
import { DEMO_DATABASE, databaseAt, startBuiltServer } from './built-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What every journey copies: a data folder, and the database `demo` of the PostgreSQL that all journeys share. */
    demo: { data: string; postgresUrl: string }
  }
}

/**
 * Creates the demo venue once, as the server's first start does on an empty database. Other tests run meanwhile; its database has its name
 * when it is complete.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-demo-'))
  const data = join(folder, 'data')
  const postgres = await startEmbeddedPostgres({ dataDir: folder, fsync: false })
  project.provide('demo', { data, postgresUrl: postgres.ownerUrl })
  // Without its PostgreSQL each journey fails at once.
  const created = create(postgres.ownerUrl, data).catch(async (error: unknown) => {
    console.error('The demo venue of the journeys could not be created.', error)
    await postgres.stop()
  })
  return async () => {
    await created
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function create(postgresUrl: string, data: string): Promise<void> {
  const unfinished = `${DEMO_DATABASE}_unfinished`
  await withClient(postgresUrl, (owner) => owner.query(`create database ${unfinished}`))
  const url = databaseAt(postgresUrl, unfinished)
  const server = await startBuiltServer(data, { DATABASE_URL: url })
  await server.stop()
  await withClient(url, async (owner) => {
    for (const change of [ROOM, NO_SHIFTS, WHOLE_PRICES]) await owner.query(change)
    await makePasswordsQuick(owner)
  })
  await withClient(postgresUrl, (owner) => owner.query(`alter database ${unfinished} rename to ${DEMO_DATABASE}`))
}
