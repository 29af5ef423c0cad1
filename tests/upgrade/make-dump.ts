// Writes the database of this version, with data, as plain SQL: the starting point of the upgrade test of later versions. Run it
// once for each release, on Debian with postgresql-15: node tests/upgrade/make-dump.ts
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVERY_STORE, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { appLogin } from '#server/db/roles.ts'
import { seedAccess } from '#server/db/seed/access.ts'
import { seedMessages } from '#server/db/seed/messages.ts'
import { seedVenue } from '#server/db/seed/venue.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { recordFunctions } from './functions.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'
/** The same in every dump, so that two dumps can be compared. */
const NOW = new Date('2026-01-31T12:00:00Z')

/** Statements that newer clients and other servers do not accept. */
const FOREIGN = /^(\\(un)?restrict .*|SET transaction_timeout.*)$/gm

const dataDir = mkdtempSync(join(tmpdir(), 'pitlane-dump-'))
const postgres = await startEmbeddedPostgres({ dataDir, fsync: false, binaries: BINARIES })
try {
  await prepareDatabase(postgres.ownerUrl)
  const db = openDatabase((await appLogin(postgres.ownerUrl)).poolUrl)
  await db.scoped(EVERY_STORE, async (trx) => {
    await seedAccess(trx)
    await seedVenue(trx, NOW, { records: 40 })
    await seedMessages(trx, NOW)
  })
  await db.close()
  const options = [
    '--no-owner',
    '--schema=public',
    '--inserts',
    '--rows-per-insert=100',
    `--dbname=${postgres.ownerUrl}`,
  ]
  const dump = execFileSync(join(BINARIES, 'pg_dump'), options, { encoding: 'utf8', maxBuffer: 1e9 })
  // Every database already has this schema.
  const statements = dump.replace(FOREIGN, '').replace(/^CREATE SCHEMA public;$/m, '')
  writeFileSync(new URL('previous.sql', import.meta.url), statements)
  await recordFunctions(postgres.ownerUrl)
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
