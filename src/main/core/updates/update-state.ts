import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '#main/core/storage/durable-file.ts'

/** What the terminal stores about its updates. Older and newer versions read the same file. */
const StoredUpdates = z.object({
  /** A version that is being installed, or was and has not started well yet. */
  trial: z.object({ version: z.string(), from: z.string(), starts: z.number() }).nullable(),
  /** The package of the previous version, for a rollback. */
  rollback: z.object({ version: z.string(), file: z.string() }).nullable(),
  /** Versions that did not start well, or could not be installed; they are not tried again. */
  failed: z.array(z.string()),
  /** Installations that ended without the new version, by its number. */
  attempts: z.record(z.string(), z.number()),
  /** What managers are to see, as `UpdateReport`; another version may know other states. */
  report: z.object({ state: z.string(), version: z.string() }).nullable(),
})
export type StoredUpdates = z.infer<typeof StoredUpdates>

const NOTHING: StoredUpdates = { trial: null, rollback: null, failed: [], attempts: {}, report: null }

export const updatesDir = (dir: string): string => join(dir, 'updates')
const fileIn = (dir: string): string => join(updatesDir(dir), 'state.json')

/** A missing or unreadable file counts as none: the program must start. */
export function readUpdates(dir: string): StoredUpdates {
  try {
    return StoredUpdates.parse(JSON.parse(readFileSync(fileIn(dir), 'utf8')))
  } catch {
    return structuredClone(NOTHING)
  }
}

export function writeUpdates(dir: string, stored: StoredUpdates): void {
  mkdirSync(updatesDir(dir), { recursive: true })
  writeDurably(fileIn(dir), JSON.stringify(stored))
}
