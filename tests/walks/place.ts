import { type Database, openDatabase } from '#server/db/database.ts'
import type { demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { startTestServer, type TestClient, type TestCopy, type TestServer } from '#tests/support/server.ts'
import { type SteppingWay, steppingWay } from '#tests/support/stepping-way.ts'
import { enrolledTerminal } from '#tests/support/terminal-key.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue.ts'

/** What is sold at the place of a walk. */
export interface OfferedRule {
  id: string
  consumeType: ConsumeType
}

export interface OfferedRecharge {
  id: string
  kind: 'recharge' | 'card'
  /** Of a custom amount, where the counter says how much. */
  isCustom: boolean
}

/** Where walks happen: two copies of the server, whose way to PostgreSQL can be cut anywhere, and who works there. */
export interface Place {
  server: TestServer
  copies: readonly TestCopy[]
  way: SteppingWay
  venue: Venue
  /** A way to the database that is never cut, for whoever checks. */
  checks: Database
  rules: readonly OfferedRule[]
  recharges: readonly OfferedRecharge[]
  /** Signs everybody in anew at both copies. */
  signIn(): Promise<People>
  stop(): Promise<void>
}

/** Each person's clients, one for each copy of the server. */
export type People = Record<'manager' | 'cashier' | 'counter', readonly Worker[]>
export type Worker = TestClient

/** Amounts that do not divide well, so that what rounding loses would be seen. */
const RULES = [
  { consumeType: 'BALANCE', price: 3333, experience: 5 },
  { consumeType: 'BALANCE', price: 777, priceMode: 'one' },
  { consumeType: 'BALANCE', price: 1250, limited: true, memberLimit: 3 },
  { consumeType: 'INTEGRAL', integral: 20 },
  { consumeType: 'BALANCEANDINTEGRAL', price: 1001, integral: 7 },
  { consumeType: 'FREQUENCY', frequency: 1, projectType: 'kart' },
  { consumeType: 'FREQUENCY', frequency: 2, projectType: 'currency', priceMode: 'one' },
  { consumeType: 'QUAN', laps: 3, minutes: 0 },
  { consumeType: 'GROUPCOUPON' },
  { consumeType: 'NOCARDCONSUME', price: 2999, deposit: 5000 },
  { consumeType: 'NOCARDCONSUME', price: 0, deposit: 2000 },
  { consumeType: 'NOCARDCONSUME', price: 1999 },
  { consumeType: 'PLAYFREELY', projectType: 'kart', priceMode: 'one' },
  { consumeType: 'TESTCARD', priceMode: 'one' },
] as const

const FOREVER = { validityType: 'forever', validDays: 0 } as const
const DAYS = { validityType: 'fixedDays', validDays: 1 } as const

const RECHARGES = [
  { ...FOREVER, recharge: 10_000, price: 10_000, give: 1111, integral: 50 },
  { ...DAYS, recharge: 7777, price: 7777, give: 777, integral: 33, laps: 7, frequency: 3, projectType: 'kart' },
  { ...DAYS, recharge: 3000, price: 5000, integral: 40, laps: 9, frequency: 4, projectType: 'kart' },
  { ...FOREVER, amountType: 'custom', recharge: 100, price: 0 },
] as const
const CARDS = [
  { days: 0, plays: 3, price: 1000 },
  { days: 2, plays: 2, price: 999 },
  { days: 30, plays: -1, price: 6990 },
] as const

export async function openPlace(): Promise<Place> {
  const database = await createTestDatabase()
  const way = await steppingWay(database.appUrl)
  const server = await startTestServer({}, [], { ...database, appUrl: way.url })
  const copies = [server, await server.startCopy()]
  const venue = venueOf(server)
  const checks = openDatabase(database.appUrl, { size: 2 })
  await venue.setHungLimit(100_000)

  const rules: OfferedRule[] = []
  for (const rule of RULES) {
    const { id } = await venue.rule({ laps: 3, minutes: 1, ...rule })
    rules.push({ id, consumeType: rule.consumeType })
  }
  const now = () => server.clock.now().getTime()
  const terminal = await enrolledTerminal(server, await server.signIn('manager', STORE), { now })
  const people = async (username: keyof typeof demoUsers, at?: string): Promise<Worker[]> => {
    const { token, user } = await server.signIn(username, at)
    return copies.map((copy) => ({ ...copy.client(token), token, user }))
  }
  return {
    server,
    copies,
    way,
    venue,
    checks,
    rules,
    recharges: await sellRecharges(venue),
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
      return { manager, cashier, counter }
    },
    async stop() {
      await checks.close()
      await server.stop()
      way.close()
    },
  }
}

async function sellRecharges(venue: Venue): Promise<OfferedRecharge[]> {
  const offered: OfferedRecharge[] = []
  const dates = { validOn: null, offeredFrom: null, offeredUntil: null }
  await venue.inEveryStore(async (trx) => {
    for (const [index, offer] of RECHARGES.entries()) {
      const row = { id: newId(), orgCode: STORE, name: `充值${index}`, salesMethod: 'storedValue' as const }
      const values = { amountType: 'fixed' as const, ...row, ...dates, ...offer }
      await trx.insertInto('rechargeRule').values(values).execute()
      offered.push({ id: row.id, kind: 'recharge', isCustom: values.amountType === 'custom' })
    }
    for (const [index, offer] of CARDS.entries()) {
      const row = { id: newId(), orgCode: STORE, name: `畅玩${index}`, projectType: 'kart', ...offer }
      await trx.insertInto('playCardRule').values(row).execute()
      offered.push({ id: row.id, kind: 'card', isCustom: false })
    }
  })
  return offered
}
