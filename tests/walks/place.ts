import { type Database, openDatabase } from '#server/db/database.ts'
import { withClient } from '#server/db/roles.ts'
import type { demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { type SteppingWay, steppingWay } from '#tests/support/faults/stepping-way.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { startTestServer, type TestClient, type TestCopy, type TestServer } from '#tests/support/server.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { HOME } from '#tests/support/visitors.ts'
import type { MachineTask } from './acts-of-coins.ts'
import type { People } from './scene.ts'
import { type Stock, sell } from './stock.ts'

/** The setting of walks: two copies of the server, whose connections to PostgreSQL can be cut at any point, and their users. */
export interface Place {
  server: TestServer
  copies: readonly TestCopy[]
  way: SteppingWay
  venue: Venue
  /** A connection to the database that is never cut, for the checks. */
  checks: Database
  /** Updates PostgreSQL's statistics, so that the checks afterwards do not run on bad plans. */
  count(): Promise<unknown>
  rules: Stock['rules']
  recharges: Stock['recharges']
  rates: Stock['rates']
  gifts: Stock['gifts']
  places: Stock['places']
  /** Coin machines, the rule that coins are sold by, and what the machines remember of outputs. */
  coinMachines: readonly string[]
  coinRule: string
  tasks: Map<string, MachineTask>
  products: Stock['products']
  soldBatch: Stock['soldBatch']
  userPromoter: Stock['userPromoter']
  /** The rule that members recharge by on the member page; the price in fen. */
  selfRecharge: { ruleId: string; price: number }
  /** Signs all users in again at both copies. */
  signIn(): Promise<People>
  stop(): Promise<void>
}

const COIN_MACHINES = 3
const SELF_RECHARGE = { recharge: 3333, price: 3333, give: 321, integral: 11, frequency: 0, laps: 0 }

/** Creates coin machines, and the rule that coins are sold by. */
export async function sellCoins(venue: Venue): Promise<Pick<Place, 'coinMachines' | 'coinRule'>> {
  const output = { consumeType: 'NOCARDCONSUME', toolType: 'COIN', price: 0, laps: 0, minutes: 0 } as const
  // A price that does not divide evenly by the coins.
  const { id: coinRule } = await venue.rule({ ...output, coinPrice: 1001, coinCount: 7 })
  const rows = Array.from({ length: COIN_MACHINES }, (_, index) => {
    const id = newId()
    return { id, orgCode: STORE, serialNumber: id, name: `出币机 ${index}`, deviceType: 'COIN', createdBy: '' }
  })
  await venue.inEveryStore((trx) => trx.insertInto('device').values(rows).execute())
  return { coinRule, coinMachines: rows.map(({ id }) => id) }
}

export async function openPlace(): Promise<Place> {
  const database = await createTestDatabase()
  const way = await steppingWay(database.appUrl)
  const server = await startTestServer({}, [], { ...database, appUrl: way.url })
  const copies = [server, await server.startCopy()]
  const venue = venueOf(server)
  const checks = openDatabase(database.appUrl, { size: 2 })
  await venue.setHungLimit(100_000)

  const now = () => server.clock.now().getTime()
  const terminal = await enrolledTerminal(server, await server.signIn('manager', STORE), { now })
  const people = async (username: keyof typeof demoUsers, at?: string): Promise<TestClient[]> => {
    const { token, user } = await server.signIn(username, at)
    return copies.map((copy) => ({ ...copy.client(token), token, user }))
  }
  return {
    server,
    copies,
    way,
    venue,
    checks,
    count: () => withClient(database.ownerUrl, (owner) => owner.query('analyze')),
    ...(await sell(venue)),
    ...(await sellCoins(venue)),
    selfRecharge: {
      ruleId: await venue.rechargeRule({ ...SELF_RECHARGE, selfService: true }),
      price: SELF_RECHARGE.price,
    },
    tasks: new Map(),
    async signIn() {
      const [manager, cashier, other] = [
        await people('manager', STORE),
        await people('cashier'),
        await people('cashier2'),
      ]
      const counter = other.map((one, index) => {
        const client = copies[index]?.client(one.token, undefined, terminal.sign)
        if (!client) throw new Error('a copy of the server is missing')
        return { ...client, token: one.token, user: one.user }
      })
      return { owner: await people('hq'), manager, cashier, counter, home: await people('manager2', HOME) }
    },
    async stop() {
      await checks.close()
      await server.stop()
      way.close()
    },
  }
}
