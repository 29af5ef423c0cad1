import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { storageOf } from './core/files/files.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { fetchBackup, readBackupKey, restoreBackup } from './features/backups/index.ts'
import { prepareDatabase } from './prepare.ts'

const USAGE = `Restores a backup into an empty database: that of DATABASE_URL or, without it, of the data folder (PITLANE_DATA_DIR).
  npm run restore -- backups/pitlane-2026-01-31T04-20-00Z.tar.gz
  npm run restore -- --off-site          the last backup in the bucket of PITLANE_BACKUP_URL, fetched into PITLANE_BACKUP_DIR
  npm run restore -- --off-site pitlane-2026-01-31T04-20-00Z.tar.gz.age`

async function main(): Promise<void> {
  const options = { help: { type: 'boolean' }, 'off-site': { type: 'boolean' } } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const [given, ...more] = positionals
  const isOffSite = values['off-site'] === true
  if (values.help || more.length > 0 || (given === undefined && !isOffSite))
    return void process.stdout.write(`${USAGE}\n`)
  const config = readConfig()
  const key = config.backupKey === undefined ? undefined : await readBackupKey(config.backupKey)
  const storage = storageOf(config)
  // Before anything is written.
  await storage.check()
  const path = isOffSite ? await fetchBackup(config, given) : (given ?? '')
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir })
  const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl ?? ''
  try {
    const prepare = () => prepareDatabase(ownerUrl, undefined, { restoring: true })
    const { header, tally } = await restoreBackup(path, key, {
      ownerUrl,
      dataDir: config.dataDir,
      storage,
      prepare,
    })
    const rows = Object.values(tally.rows).reduce((sum, count) => sum + count, 0)
    const lines = [
      `Everything of ${header.createdAt} is back: ${rows} rows of ${header.tables.length} tables, ${tally.files} files.`,
      'What happened after that moment is not. Start the server now, and tell the counters.',
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
  } finally {
    await embedded?.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`The restore failed: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
