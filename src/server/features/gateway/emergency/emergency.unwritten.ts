import type { Deps } from '#server/core/slice.ts'
import type { EmergencyJournal } from './emergency.journal.ts'
import { type Stop, stopKey } from './emergency-stop.model.ts'

/** The emergency stops that are not known to be in the database. They are in the journal too, until they are removed here. */
export function createUnwrittenStops(journal: EmergencyJournal, log: Deps['log']) {
  const stops = new Map(journal.read().map((stop) => [stopKey(stop), stop]))

  return {
    all: (): Stop[] => [...stops.values()],
    /** Call before a stop is published. A disk failure must not keep vehicles driving. */
    add(id: string, each: readonly Stop[]): void {
      for (const stop of each) stops.set(stopKey(stop), stop)
      try {
        journal.add(id, each)
      } catch (error) {
        log.error({ err: error }, 'an emergency stop could not be written to the journal')
      }
    },
    /** Removes stops, by key, that are in the database or released. One leaves the journal when no store of it is left. */
    remove(keys: Iterable<string>): void {
      const ids = new Set<string>()
      for (const key of keys) {
        const stop = stops.get(key)
        if (stop && stops.delete(key)) ids.add(stop.id)
      }
      for (const { id } of stops.values()) ids.delete(id)
      try {
        for (const id of ids) journal.remove(id)
      } catch (error) {
        log.error({ err: error }, 'an emergency stop could not be removed from the journal')
      }
    },
  }
}
