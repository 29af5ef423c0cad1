import type { z } from 'zod'
import { BackupError, type BackupKey, contentOf, readArchive, readPast } from './backup.archive.ts'
import { BackupHeader, BackupTally, HEADER, TALLY } from './backup.format.ts'

export interface BackupContent {
  header: BackupHeader
  tally: BackupTally
}

/** Reads a whole backup and returns a summary of its content. Throws if it is damaged. */
export async function inspectBackup(path: string, key: BackupKey | undefined): Promise<BackupContent> {
  const entries = new Map<string, Buffer>()
  await readArchive(path, key, async ({ name, content }) => {
    if (name === HEADER || name === TALLY) entries.set(name, await contentOf(content))
    else await readPast(content)
  })
  // Only now is the content verified.
  const [header, tally] = [entries.get(HEADER), entries.get(TALLY)]
  if (!header || !tally) throw new BackupError(`${path} is no backup of Pitlane`)
  return { header: parsed(BackupHeader, header, path), tally: parsed(BackupTally, tally, path) }
}

function parsed<T>(schema: z.ZodType<T>, bytes: Buffer, path: string): T {
  const { success, data, error } = schema.safeParse(JSON.parse(bytes.toString('utf8')))
  if (!success) throw new BackupError(`${path}: ${error.issues[0]?.message}`)
  return data
}
