import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { type Pooler, startPooler } from '#tests/cluster/pooler.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's address of this run's PostgreSQL; only tests/support/postgres/postgres.ts reads it. */
    postgresUrl: string
    /** The port of the PgBouncer in front of it, with `PITLANE_TEST_POOLER=1`. */
    poolerPort: number | null
  }
}

/** Starts one PostgreSQL for the whole run; every test file clones its database from a template in it. */
export const setup = (project: TestProject): Promise<() => Promise<void>> => providePostgres(project)

/** The same with the binaries of a folder; those of the npm package by default. */
export async function providePostgres(project: TestProject, binaries?: string): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, fsync: false, binaries })
  project.provide('postgresUrl', postgres.ownerUrl)
  const pooler = process.env.PITLANE_TEST_POOLER === '1' ? await startTestPooler(postgres.ownerUrl, dataDir) : null
  project.provide('poolerPort', pooler?.port ?? null)
  return async () => {
    await pooler?.kill()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A PgBouncer for all databases of a PostgreSQL, and for all roles that sign in there. */
function startTestPooler(ownerUrl: string, dataDir: string): Promise<Pooler> {
  const { hostname: host, port, username: user, password } = new URL(ownerUrl)
  return startPooler({
    folder: join(dataDir, 'pooler'),
    primary: { host, port: Number(port) },
    database: '*',
    auth: { user, password, query: 'select usename, passwd from pg_shadow where usename = $1' },
    poolSize: 30,
    waitSeconds: 60,
  })
}
