import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's address of this run's PostgreSQL; only tests/support/postgres/postgres.ts reads it. */
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for the whole run; every test file clones its database from a template in it. */
export const setup = (project: TestProject): Promise<() => Promise<void>> => providePostgres(project)

/** The same with the binaries of a folder; those of the npm package by default. */
export async function providePostgres(project: TestProject, binaries?: string): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, fsync: false, binaries })
  project.provide('postgresUrl', postgres.ownerUrl)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
