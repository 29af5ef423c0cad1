import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, systemClock } from '#main/core/clocks/clock.ts'
import { type Database, EVERY_STORE, isUnavailable, openDatabase } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { startVenueServer, type VenueServer } from '#tests/simulate/venue-server.ts'
import { type Venue, venueOf } from '#tests/support/venue/venue.ts'
import type { CoinScene } from '#tests/walks/acts-of-coins.ts'
import { sellCoins } from '#tests/walks/place.ts'
import { type Goods, sellGoods } from '#tests/walks/stock.ts'
import { type Copies, startCopies } from './copies.ts'
import type { Machines } from './machines.ts'
import type { Programs } from './programs.ts'

export const STORE = 'A01A01'
const VEHICLES = 200
const MEMBERS = 3
const TRIES = 10
/** Ten tries take half a minute: longer than a primary is away. */
const RETRY_MS = 100

/** A venue whose server runs in its own process, so that it can be killed, with a clock to which days can be added. */
export interface ChaosVenue {
  programs: Programs
  server: Pick<VenueServer, 'url' | 'logs' | 'unasked' | 'up' | 'tell' | 'kill' | 'stop'>
  /** The same server if it has several copies, with what can happen around them. */
  copies: Copies | null
  db: Database
  builders: Venue
  /** Its goods and coin machines, which all days share. */
  goods: Goods
  coins: Pick<CoinScene, 'coinMachines' | 'coinRule' | 'tasks'>
  /** Members with value in their wallets and no password, for one day. */
  members(): Promise<string[]>
  /** How far its clock is ahead of this computer's, in ms. */
  ahead(): number
  /** Moves the clock of everybody forward. */
  pass(milliseconds: number): Promise<void>
  stop(): Promise<void>
}

/** What is around the copies of a venue's server. */
interface Around {
  machines: Machines
  /** How far the clocks of the copies may be apart, in ms. */
  apart: number
}

/** Opens a venue over a seeded database in which a day of one counter never reaches a limit. */
export async function openVenue(databaseUrl: string, programs: Programs, cluster?: Around): Promise<ChaosVenue> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-chaos-'))
  let ahead = 0
  const db = patient(openDatabase(databaseUrl, { size: 3 }))
  const limits = { hungOrderLimit: 10_000, trialLimit: -1, offlineMemberCap: 20_000, offlineTerminalCap: 100_000 }
  await db.scoped(EVERY_STORE, (trx) => trx.updateTable('store').set(limits).where('orgCode', '=', STORE).execute())
  // Rides last longer than a day here, and must not prevent a counter from selling.
  const vehicles = Array.from({ length: VEHICLES }, (_, at) => ({ id: newId(), orgCode: STORE, name: `R${at}` }))
  await db.scoped(EVERY_STORE, (trx) => trx.insertInto('vehicle').values(vehicles).execute())
  const builders = venueOf({ deps: { db }, clock: { now: () => new Date(Date.now() + ahead) } })
  const [goods, coins] = [await sellGoods(builders), { ...(await sellCoins(builders)), tasks: new Map() }]
  const common = { directUrl: databaseUrl, dataDir, ahead: () => ahead, program: programs.server }
  const copies = cluster ? await startCopies({ ...common, ...cluster }) : null
  const server = copies ?? (await startVenueServer(databaseUrl, dataDir, () => ahead, programs.server))
  return {
    programs,
    server,
    copies,
    db,
    builders,
    goods,
    coins,
    async members() {
      const rich = Array.from({ length: MEMBERS }, () => builders.member({ balance: 300_000, give: 100_000 }))
      return Promise.all(rich)
    },
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

/** Retries checks where a busy machine refused a connection: only errors of the venue's own programs matter. */
function patient(db: Database): Database {
  return {
    ...db,
    async scoped(...asked) {
      for (let tries = 1; ; tries++)
        try {
          return await db.scoped(...asked)
        } catch (error) {
          if (tries === TRIES || !isUnavailable(error)) throw error
          await delay(tries * tries * RETRY_MS)
        }
    },
  }
}

/** The clock of a venue computer that nobody has set. */
export function clockOf(venue: ChaosVenue): { clock: Clock } {
  const ahead = venue.ahead()
  return { clock: { ...systemClock, now: () => Date.now() + ahead } }
}
