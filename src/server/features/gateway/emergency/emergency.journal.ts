import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Deps } from '#server/core/slice.ts'
import type { Stop } from './emergency-stop.model.ts'

const Journaled = z.array(
  z.object({
    id: z.uuid(),
    orgCode: z.string(),
    vehicleIds: z.array(z.string()).nullable(),
    vehicleType: z.string().nullable(),
    stoppedBy: z.string(),
    stoppedAt: z.iso.datetime(),
  }),
)

/**
 * A folder with one file for each emergency stop that is not known to be in the database. A stop is on disk before any vehicle receives it,
 * so that a server that was killed before it wrote the stop to the database finds it again. Copies of the server may share the folder.
 */
export interface EmergencyJournal {
  read(): Stop[]
  /** Adds a stop with its entry for each store; synced to disk when it returns. */
  add(id: string, stops: readonly Stop[]): void
  remove(id: string): void
}

export function openEmergencyJournal(folder: string, log: Deps['log']): EmergencyJournal {
  // A new folder is durable only when its parent is synced.
  const made = mkdirSync(folder, { recursive: true })
  if (made !== undefined) syncFolder(dirname(made))
  const pathOf = (id: string): string => join(folder, `${id}.json`)
  const stopsIn = (name: string): Stop[] => {
    try {
      return Journaled.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    } catch (error) {
      log.error({ err: error, file: name }, 'an emergency stop in the journal could not be read')
      return []
    }
  }
  return {
    read: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .flatMap(stopsIn),
    add(id, stops) {
      // Written under a temporary name, so that a partial file is never read.
      const temporary = join(folder, `${id}.${process.pid}.tmp`)
      writeFileSync(temporary, JSON.stringify(stops), { mode: 0o600, flush: true })
      renameSync(temporary, pathOf(id))
      syncFolder(folder)
    },
    remove: (id) => rmSync(pathOf(id), { force: true }),
  }
}

/** Makes a new directory entry durable; not needed and not possible on Windows. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
