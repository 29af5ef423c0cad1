import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { storageOf } from '#server/core/files/files.ts'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import { type BackupKey, readBackupKey, sumOfFile, writeArchive } from './backup.archive.ts'
import { exportAll } from './backup.export.ts'
import { inspectBackup } from './backup.inspect.ts'

/** The name of a finished backup; files with other names are incomplete or not ours. */
const NAME = /^pitlane-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz(\.age)?$/
const HALF = /^pitlane-.*\.half$/
const HALF_IS_FORGOTTEN_MS = 86_400_000
const DAY_MS = 86_400_000
const LONGEST_REASON = 500

export type BackupConfig = Pick<Config, 'dataDir' | 'filesS3' | 'backupDir' | 'backupKey' | 'secretsKey'>

export interface BackupDone {
  path: string
  bytes: number
  encrypted: boolean
  /** How many older ones were removed. */
  removed: number
}

/**
 * Writes a backup file, verifies it by reading it back, and only then renames it to its final name. Removes backups older than the
 * days to keep, but never the last one. The result is stored in the database, also of a failure.
 */
export async function backUp(ownerUrl: string, config: BackupConfig, keepDays: number): Promise<BackupDone> {
  const startedAt = new Date()
  try {
    const done = await write(ownerUrl, config, startedAt)
    const removed = await removeOld(config.backupDir, keepDays, startedAt)
    await note(ownerUrl, { startedAt, ...done, reason: '' })
    return { ...done, removed }
  } catch (error) {
    const reason = reasonOf(error)
    const failed = { startedAt, path: '', bytes: 0, encrypted: config.backupKey !== undefined, reason }
    // The cause of the failure must be reported, and not an error of storing it.
    await note(ownerUrl, failed).catch(() => undefined)
    throw error
  }
}

async function write(ownerUrl: string, config: BackupConfig, at: Date): Promise<Omit<BackupDone, 'removed'>> {
  const { backupDir } = config
  const key = config.backupKey === undefined ? undefined : await readBackupKey(config.backupKey)
  await mkdir(backupDir, { recursive: true, mode: 0o700 })
  const path = join(backupDir, nameOf(at, key))
  const half = join(backupDir, `${nameOf(at, key)}.${newId()}.half`)
  const secretsKey = key && (await secretsKeyOf(config))
  try {
    const archive = await writeArchive(half, key)
    let written: string
    try {
      await exportAll({ ownerUrl, storage: storageOf(config), secretsKey }, archive)
      written = await archive.end()
    } catch (error) {
      await archive.abort(error as Error)
      throw error
    }
    await verify(half, key, written)
    await rename(half, path)
    await flushFolder(backupDir)
  } catch (error) {
    await rm(half, { force: true })
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

const nameOf = (at: Date, key: BackupKey | undefined): string =>
  `pitlane-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz${key ? '.age' : ''}`

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
  const before = now.getTime() - keepDays * DAY_MS
  const finished = names.filter((name) => NAME.test(name)).sort()
  const old = finished.slice(0, -1).filter((name) => madeAt(name).getTime() < before)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old.length
}

const madeAt = (name: string): Date => {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  return new Date(`${day}T${hour}:${minute}:${second}Z`)
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
      [newId(), startedAt, path === '' ? 'failed' : 'done', path, bytes, encrypted, reason.slice(0, LONGEST_REASON)],
    ),
  )
