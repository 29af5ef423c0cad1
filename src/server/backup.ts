import { parseArgs } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { type Config, ConfigError, readConfig } from './config.ts'
import { reachEmbeddedPostgres } from './db/embedded.ts'
import { backUp, fetchBackup, listBackups, listOffSite, offSiteStorage } from './features/backups/index.ts'

const USAGE = `Copies the database and the uploaded files into one file, reads it back, and says where it is. The server may run meanwhile.
  npm run backup -- --keep 14   days after which older backups are removed; the last one always stays
  npm run backup -- --list      the backups in the folder and in the bucket (PITLANE_BACKUP_URL)
  npm run backup -- --fetch     gets the last backup in the bucket into the folder (PITLANE_BACKUP_DIR), and restores nothing
  npm run backup -- --new-key   prints a new key for PITLANE_BACKUP_KEY and makes no backup`

async function newKey(): Promise<void> {
  const identity = await generateX25519Identity()
  const lines = [
    `${identity}`,
    '',
    'Keep this where this computer cannot lose it: without it an encrypted backup is worth nothing.',
    'As PITLANE_BACKUP_KEY it seals and opens backups. To let this computer only seal them, give it instead',
    await identityToRecipient(identity),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

async function list(config: Config): Promise<void> {
  const local = await listBackups(config.backupDir)
  const bucket = offSiteStorage(config)
  const offSite = bucket ? await listOffSite(bucket) : []
  const names = [...new Set([...local, ...offSite])].sort()
  const locations = (name: string) => [
    ...(local.includes(name) ? ['folder'] : []),
    ...(offSite.includes(name) ? ['bucket'] : []),
  ]
  for (const name of names) process.stdout.write(`${name}  ${locations(name).join(', ')}\n`)
  if (names.length === 0) process.stdout.write('There is no backup.\n')
}

async function main(): Promise<void> {
  const options = {
    keep: { type: 'string', default: '14' },
    'new-key': { type: 'boolean' },
    list: { type: 'boolean' },
    fetch: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const
  const { values } = parseArgs({ options })
  if (values.help) return void process.stdout.write(`${USAGE}\n`)
  if (values['new-key']) return newKey()
  const keepDays = Number(values.keep)
  if (!Number.isInteger(keepDays) || keepDays < 1) throw new ConfigError(['--keep must be a number of days'])
  const config = readConfig()
  if (values.list) return list(config)
  if (values.fetch) return void process.stdout.write(`${await fetchBackup(config)} was fetched.\n`)
  const embedded = config.databaseUrl ? undefined : await reachEmbeddedPostgres(config.dataDir)
  try {
    const { path, bytes, encrypted, removed, sent } = await backUp(
      config.databaseUrl ?? embedded?.ownerUrl ?? '',
      config,
      keepDays,
    )
    const size = `${(bytes / 1_048_576).toFixed(1)} MB`
    const kept = encrypted
      ? 'It is encrypted, and the key of the identity numbers is in it.'
      : `It is not encrypted. Keep it safe, and apart from it ${config.secretsKey ? 'PITLANE_SECRETS_KEY' : 'secrets.key of the data folder'}, without which identity numbers cannot be read.`
    process.stdout.write(`${path} (${size}), read back and whole.\n${kept}\n`)
    if (sent !== undefined) process.stdout.write(`${sent} were sent to the bucket.\n`)
    if (removed > 0) process.stdout.write(`${removed} older than ${keepDays} days were removed.\n`)
  } finally {
    await embedded?.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`No backup was made: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
