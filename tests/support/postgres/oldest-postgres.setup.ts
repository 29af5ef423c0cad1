import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { providePostgres } from './postgres.setup.ts'

/** Where Debian installs PostgreSQL servers, each below its major version. */
const FOLDER = '/usr/lib/postgresql'

/** Debian's oldest PostgreSQL that the server supports; `npm test` installs 15 where the distribution has it. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  const versions = (existsSync(FOLDER) ? readdirSync(FOLDER) : [])
    .map(Number)
    .filter((version) => version >= 15 && existsSync(join(FOLDER, String(version), 'bin', 'postgres')))
    .sort((one, other) => one - other)
  const [oldest] = versions
  if (oldest === undefined) {
    throw new Error(`The tests on the oldest PostgreSQL need one below ${FOLDER}: sudo apt-get install postgresql-15`)
  }
  if (oldest > 15) console.warn(`PostgreSQL 15 is not here; the tests on the oldest PostgreSQL run on ${oldest}.`)
  return providePostgres(project, join(FOLDER, String(oldest), 'bin'))
}
