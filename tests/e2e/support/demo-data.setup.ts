import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { withClient } from '#server/db/roles.ts'
import { NO_SHIFTS, ROOM, WHOLE_PRICES } from '#tests/support/room.ts'
import { DEMO_DATABASE, databaseAt, startBuiltServer } from './built-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What every journey copies: a data folder, and the database `demo` of the PostgreSQL that all journeys share. */
    demo: { data: string; postgresUrl: string }
  }
}

/** Creates the demo venue once, as the server's first start does on an empty database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-demo-'))
  const data = join(folder, 'data')
  const postgres = await startEmbeddedPostgres({ dataDir: folder, fsync: false })
  const remove = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await withClient(postgres.ownerUrl, (owner) => owner.query(`create database ${DEMO_DATABASE}`))
    const demoUrl = databaseAt(postgres.ownerUrl, DEMO_DATABASE)
    const server = await startBuiltServer(data, { DATABASE_URL: demoUrl })
    await server.stop()
    await withClient(demoUrl, async (owner) => {
      for (const change of [ROOM, NO_SHIFTS, WHOLE_PRICES]) await owner.query(change)
    })
  } catch (error) {
    await remove()
    throw error
  }
  project.provide('demo', { data, postgresUrl: postgres.ownerUrl })
  return remove
}
