// Records the SQL functions that the server of this release calls (functions.jsonl), to which later migrations are held. make-dump.ts does
// so at each release; before the first one, or where a change is meant: node tests/upgrade/record-functions.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { recordFunctions } from './functions.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'pitlane-functions-'))
const postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
try {
  await prepareDatabase(postgres.ownerUrl)
  await recordFunctions(postgres.ownerUrl)
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
