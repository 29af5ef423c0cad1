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
import type { Stop } from './emergency-stop.ts'

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
 * A folder with the emergency stops that are not known to be in the database, a file for each. A stop is on the disk before any vehicle
 * hears of it, so that a server that is killed before it has written the stop finds it again. Copies of the server may share the folder.
 */
export interface EmergencyJournal {
  read(): Stop[]
  /** Adds a stop, as it is in each of its stores; on the disk when it returns. */
  add(id: string, stops: readonly Stop[]): void
  remove(id: string): void
}

export function openEmergencyJournal(folder: string, log: Deps['log']): EmergencyJournal {
  // A folder lasts when the one that it is in is on the disk.
  const made = mkdirSync(folder, { recursive: true })
  if (made !== undefined) syncFolder(dirname(made))
  const pathOf = (id: string): string => join(folder, `${id}.json`)
  const stopsIn = (name: string): Stop[] => {
    try {
      return Journaled.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    } catch (error) {
      log.error({ err: error, file: name }, 'an emergency stop in the journal cannot be read')
      return []
    }
  }
  return {
    read: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .flatMap(stopsIn),
    add(id, stops) {
      // Under another name until it is whole.
      const temporary = join(folder, `${id}.${process.pid}.tmp`)
      writeFileSync(temporary, JSON.stringify(stops), { mode: 0o600, flush: true })
      renameSync(temporary, pathOf(id))
      syncFolder(folder)
    },
    remove: (id) => rmSync(pathOf(id), { force: true }),
  }
}

/** Makes a new name last; Windows cannot open folders and does this by itself. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
