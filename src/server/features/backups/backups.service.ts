import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { storageOf } from '#server/core/files/files.ts'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import { BackupError, type BackupKey, readBackupKey, sumOfFile, writeArchive } from './backup.archive.ts'
import { exportAll } from './backup.export.ts'
import { inspectBackup } from './backup.inspect.ts'
import { isFinished, nameOf, oldOf } from './backup.names.ts'
import { offSiteStorage, sendOffSite } from './off-site.service.ts'

const HALF = /^pitlane-.*\.half$/
const HALF_IS_FORGOTTEN_MS = 86_400_000
const MAX_REASON_LENGTH = 500

export type BackupConfig = Pick<Config, 'dataDir' | 'filesS3' | 'backupDir' | 'backupS3' | 'backupKey' | 'secretsKey'>

export interface BackupDone {
  path: string
  bytes: number
  encrypted: boolean
  /** How many older ones were removed. */
  removed: number
  /** How many were sent to the bucket; undefined where none is set. */
  sent: number | undefined
}

/**
 * Writes a backup file, verifies it by reading it back, and only then renames it to its final name. Removes backups older than the
 * days to keep, but never the last one. Then it is sent to the bucket, if there is one; a backup that is only here is a failed run. The
 * result is stored in the database, also of a failure.
 */
export async function backUp(ownerUrl: string, config: BackupConfig, keepDays: number): Promise<BackupDone> {
  const startedAt = new Date()
  try {
    const done = await write(ownerUrl, config, startedAt)
    const removed = await removeOld(config.backupDir, keepDays, startedAt)
    const sent = await sendAway(config, keepDays, startedAt, done.path)
    await note(ownerUrl, { startedAt, ...done, reason: '' })
    return { ...done, removed, sent }
  } catch (error) {
    const reason = reasonOf(error)
    const failed = { startedAt, path: '', bytes: 0, encrypted: config.backupKey !== undefined, reason }
    // The cause of the failure must be reported, and not an error of storing it.
    await note(ownerUrl, failed).catch(() => undefined)
    throw error
  }
}

/** Sends it to the bucket, if there is one. Throws, and names the file, where that fails. */
async function sendAway(config: BackupConfig, keepDays: number, now: Date, path: string): Promise<number | undefined> {
  const bucket = offSiteStorage(config)
  if (!bucket) return undefined
  try {
    return await sendOffSite(bucket, config.backupDir, { keepDays, now })
  } catch (error) {
    throw new BackupError(`${path} is whole, but only on this computer: ${reasonOf(error)}`)
  }
}

async function write(ownerUrl: string, config: BackupConfig, at: Date): Promise<Omit<BackupDone, 'removed' | 'sent'>> {
  const { backupDir } = config
  const key = config.backupKey === undefined ? undefined : await readBackupKey(config.backupKey)
  await mkdir(backupDir, { recursive: true, mode: 0o700 })
  const name = nameOf(at, key !== undefined)
  const path = join(backupDir, name)
  const partialPath = join(backupDir, `${name}.${newId()}.half`)
  const secretsKey = key && (await secretsKeyOf(config))
  try {
    const archive = await writeArchive(partialPath, key)
    let written: string
    try {
      await exportAll({ ownerUrl, storage: storageOf(config), secretsKey }, archive)
      written = await archive.end()
    } catch (error) {
      await archive.abort(error as Error)
      throw error
    }
    await verify(partialPath, key, written)
    await rename(partialPath, path)
    await flushFolder(backupDir)
  } catch (error) {
    await rm(partialPath, { force: true })
    throw error
  }
  const { size: bytes } = await stat(path)
  return { path, bytes, encrypted: key !== undefined }
}

/** Its message, and that of its cause, such as what the storage of files has answered. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

/** Verifies the written file; a machine without the private key can only compare its bytes. */
async function verify(path: string, key: BackupKey | undefined, written: string): Promise<void> {
  if (!key || key.identity) await inspectBackup(path, key)
  else if ((await sumOfFile(path)) !== written) throw new Error(`${path} does not hold what was written`)
}

async function secretsKeyOf({ secretsKey, dataDir }: BackupConfig): Promise<Buffer | undefined> {
  if (secretsKey) return secretsKey
  const text = await readFile(join(dataDir, 'secrets.key'), 'utf8').catch(() => null)
  return text === null ? undefined : Buffer.from(text.trim(), 'base64')
}

/** Flushes a folder, so that a renamed file survives a power cut. Windows cannot flush folders. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** Removes older backups, and old incomplete files. */
async function removeOld(folder: string, keepDays: number, now: Date): Promise<number> {
  const names = await readdir(folder)
  for (const name of names.filter((one) => HALF.test(one))) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && found.mtimeMs < now.getTime() - HALF_IS_FORGOTTEN_MS) await rm(join(folder, name), { force: true })
  }
  const old = oldOf(names.filter(isFinished).sort(), keepDays, now)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old.length
}

interface Run {
  startedAt: Date
  path: string
  bytes: number
  encrypted: boolean
  reason: string
}

const note = (ownerUrl: string, { startedAt, path, bytes, encrypted, reason }: Run): Promise<unknown> =>
  withClient(ownerUrl, (owner) =>
    owner.query(
      `insert into backup_run (id, started_at, ended_at, state, file_name, bytes, encrypted, reason)
       values ($1, $2, now(), $3, $4, $5, $6, $7)`,
      [newId(), startedAt, path === '' ? 'failed' : 'done', path, bytes, encrypted, reason.slice(0, MAX_REASON_LENGTH)],
    ),
  )
