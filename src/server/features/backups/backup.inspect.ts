import type { z } from 'zod'
import { BackupError, type BackupKey, contentOf, readArchive, readPast } from './backup.archive.ts'
import { BackupHeader, BackupTally, HEADER, TALLY } from './backup.format.ts'

export interface BackupContent {
  header: BackupHeader
  tally: BackupTally
}

/** Reads all of a backup and answers what is in it, or refuses it. */
export async function inspectBackup(path: string, key: BackupKey | undefined): Promise<BackupContent> {
  let header: BackupHeader | undefined
  let tally: BackupTally | undefined
  await readArchive(path, key, async ({ name, content }) => {
    if (name === HEADER) header = parsed(BackupHeader, await contentOf(content), path)
    else if (name === TALLY) tally = parsed(BackupTally, await contentOf(content), path)
    else await readPast(content)
  })
  if (!header || !tally) throw new BackupError(`${path} is no backup of Pitlane`)
  return { header, tally }
}

function parsed<T>(schema: z.ZodType<T>, bytes: Buffer, path: string): T {
  const { success, data, error } = schema.safeParse(JSON.parse(bytes.toString('utf8')))
  if (!success) throw new BackupError(`${path}: ${error.issues[0]?.message}`)
  return data
}
