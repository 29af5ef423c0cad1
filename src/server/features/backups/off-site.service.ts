import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { s3Storage } from '#server/core/files/s3-storage.ts'
import type { Storage } from '#server/core/files/storage.ts'
import { BackupError, contentOf, sumOfFile } from './backup.archive.ts'
import { isEncrypted, isFinished, listBackups, oldOf } from './backup.names.ts'

/** A server takes at most 5 GB in one upload; a part that failed is sent again as a whole. */
const PART_BYTES = 256 * 1_048_576
/** Written last: a backup without it is incomplete. */
const PARTS = 'parts.json'
/** Parts that are younger may belong to a backup that another copy of the server is sending. */
const ABANDONED_MS = 24 * 3600_000

const PartList = z.object({ bytes: z.number(), sha256: z.string(), parts: z.number() })

export type OffSiteConfig = Pick<Config, 'backupS3' | 'backupDir' | 'dataDir'>

/** The bucket for backups; undefined if none is set. */
export const offSiteStorage = ({ backupS3, dataDir }: OffSiteConfig): Storage | undefined =>
  backupS3 && s3Storage(backupS3, { temporary: join(dataDir, 'tmp') })

const partName = (name: string, index: number): string => `${name}/${String(index + 1).padStart(6, '0')}`

/** The complete backups in a bucket, the oldest first, and when the last part of each other one arrived. */
async function lookInto(storage: Storage): Promise<{ present: string[]; incomplete: Map<string, Date> }> {
  const present: string[] = []
  const incomplete = new Map<string, Date>()
  for await (const { path, modifiedAt } of storage.list('')) {
    const [name = '', file] = path.split('/')
    if (!isFinished(name)) continue
    if (file === PARTS) present.push(name)
    else if (modifiedAt > (incomplete.get(name) ?? new Date(0))) incomplete.set(name, modifiedAt)
  }
  for (const name of present) incomplete.delete(name)
  return { present: present.sort(), incomplete }
}

/** The names of the complete backups in a bucket, the oldest first. */
export const listOffSite = async (storage: Storage): Promise<string[]> => (await lookInto(storage)).present

/**
 * Sends all encrypted backups of the folder that the bucket has not, also those of nights when it did not answer. Removes old ones there,
 * and the parts of those that were interrupted and are no longer here. Returns how many it sent. A key that may not delete leaves them to
 * the bucket's own rules.
 */
export async function sendOffSite(
  storage: Storage,
  folder: string,
  { keepDays, now, partBytes = PART_BYTES }: { keepDays: number; now: Date; partBytes?: number },
): Promise<number> {
  const { present, incomplete } = await lookInto(storage)
  // The folder may have others from before there was a key.
  const local = await listBackups(folder)
  const missing = local.filter((name) => isEncrypted(name) && !present.includes(name))
  for (const name of missing) await send(storage, join(folder, name), partBytes)
  for (const name of oldOf([...present, ...missing].sort(), keepDays, now))
    await forget(storage, name).catch(() => undefined)
  // What an interruption left of a backup that is no longer here can never become whole.
  for (const [name, at] of incomplete)
    if (!local.includes(name) && now.getTime() - at.getTime() > ABANDONED_MS)
      await forget(storage, name).catch(() => undefined)
  return missing.length
}

async function send(storage: Storage, path: string, partBytes: number): Promise<void> {
  const name = basename(path)
  const { size } = await stat(path)
  const parts = Math.max(1, Math.ceil(size / partBytes))
  for (let index = 0; index < parts; index++) {
    const range = { start: index * partBytes, end: Math.min(size, (index + 1) * partBytes) - 1 }
    const part = partName(name, index)
    // One that arrived before an interruption need not be sent again.
    if ((await storage.find(part))?.size === range.end - range.start + 1) continue
    await storage.write(part, createReadStream(path, range))
  }
  const list = JSON.stringify({ bytes: size, sha256: await sumOfFile(path), parts } satisfies z.infer<typeof PartList>)
  await storage.write(`${name}/${PARTS}`, Readable.from([Buffer.from(list)]))
}

/** The list goes first: what is left of an interruption is no backup. */
async function forget(storage: Storage, name: string): Promise<void> {
  await storage.remove(`${name}/${PARTS}`)
  for await (const { path } of storage.list(`${name}/`)) await storage.remove(path)
}

/** Fetches a backup from the bucket into a folder, by its name or the last one, and returns its path. Throws if it is damaged. */
export async function fetchOffSite(storage: Storage, folder: string, wanted: string | undefined): Promise<string> {
  const names = await listOffSite(storage)
  const name = wanted ?? names.at(-1)
  if (name === undefined || !names.includes(name)) {
    throw new BackupError(wanted === undefined ? 'the bucket has no backup' : `the bucket has no backup ${wanted}`)
  }
  const content = await storage.open(`${name}/${PARTS}`)
  if (!content) throw new BackupError(`the bucket has no backup ${name}`)
  const { bytes, sha256, parts } = PartList.parse(JSON.parse((await contentOf(content)).toString('utf8')))
  const path = join(folder, name)
  const partialPath = `${path}.fetched.half`
  const sum = createHash('sha256')
  const all = async function* (): AsyncIterable<Buffer> {
    for (let index = 0; index < parts; index++) {
      const part = await storage.open(partName(name, index))
      if (!part) throw new BackupError(`part ${index + 1} of ${name} is missing in the bucket`)
      for await (const chunk of part as AsyncIterable<Buffer>) {
        sum.update(chunk)
        yield chunk
      }
    }
  }
  try {
    await pipeline(all(), createWriteStream(partialPath, { mode: 0o600, flush: true }))
    if ((await stat(partialPath)).size !== bytes || sum.digest('hex') !== sha256) {
      throw new BackupError(`${name} in the bucket is damaged or not whole`)
    }
    await rename(partialPath, path)
  } catch (error) {
    await rm(partialPath, { force: true })
    throw error
  }
  return path
}

/** Fetches a backup from the bucket of the settings into the folder of backups, and returns its path. */
export async function fetchBackup(config: OffSiteConfig, name?: string): Promise<string> {
  const bucket = offSiteStorage(config)
  if (!bucket) {
    throw new BackupError('set PITLANE_BACKUP_URL, PITLANE_BACKUP_ACCESS_KEY and PITLANE_BACKUP_ACCESS_SECRET')
  }
  await mkdir(config.backupDir, { recursive: true, mode: 0o700 })
  return fetchOffSite(bucket, config.backupDir, name)
}
