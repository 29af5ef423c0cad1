import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, systemClock } from '#main/core/clock.ts'
import { type Database, EVERY_STORE, openDatabase } from '#server/db/database.ts'
import { startVenueServer, type VenueServer } from '#tests/simulate/venue-server.ts'

export const STORE = 'A01A01'

/** A venue whose server runs in a process of its own, so that it can be killed, by a clock that days can be added to. */
export interface ChaosVenue {
  server: VenueServer
  db: Database
  /** How far its time is ahead of this computer's. */
  ahead(): number
  /** Lets time pass for everybody. */
  pass(milliseconds: number): Promise<void>
  stop(): Promise<void>
}

/** Opens a venue over a seeded database, where a day of one counter never reaches a limit. */
export async function openVenue(databaseUrl: string): Promise<ChaosVenue> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-chaos-'))
  let ahead = 0
  const db = openDatabase(databaseUrl, { size: 3 })
  const limits = { hungOrderLimit: 10_000, trialLimit: -1, offlineMemberCap: 20_000, offlineTerminalCap: 100_000 }
  await db.scoped(EVERY_STORE, (trx) => trx.updateTable('store').set(limits).where('orgCode', '=', STORE).execute())
  const server = await startVenueServer(databaseUrl, dataDir, () => ahead)
  return {
    server,
    db,
    ahead: () => ahead,
    async pass(milliseconds) {
      ahead += milliseconds
      await server.tell({})
    },
    async stop() {
      await server.stop()
      await db.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The clock of a computer in the venue that nobody has set. */
export function clockOf(venue: ChaosVenue): { clock: Clock } {
  const ahead = venue.ahead()
  return { clock: { ...systemClock, now: () => Date.now() + ahead } }
}
