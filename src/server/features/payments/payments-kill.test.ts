import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { beginOrder, codeEnding, makePaidOrders, orderOf, paidOrders } from '#tests/support/paid-orders.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type Edge, type SteppingWay, steppingWay } from '#tests/support/stepping-way.ts'
import { processPayments } from './payments.job.ts'

const MOST_STATEMENTS = 100
const AMOUNT = 3000
/** For some hundreds of payments on a loaded machine. */
const PATIENCE = 240_000

let way: SteppingWay
let server: TestServer
beforeAll(async () => {
  const database = await createTestDatabase()
  await makePaidOrders(database.ownerUrl)
  way = await steppingWay(database.appUrl)
  server = await startTestServer({}, [paidOrders()], { ...database, appUrl: way.url })
})
afterAll(async () => {
  await server.stop()
  way.close()
})

/** Works as a server does that is started again whenever it died, for so long. */
async function goOn(milliseconds: number, step: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    server.clock.advance(step)
    await processPayments(server.deps).catch(() => undefined)
  }
}

/** What the provider keeps of a payment. */
async function keptOf(id: string): Promise<number> {
  const { rows } = await server.deps.db.scoped(EVERY_STORE, (trx) =>
    sql<{
      kept: number
    }>`select (coalesce((select amount from sandbox_trade where id = ${id} and pays_at <= ${server.clock.now()}
        and (reversed_at is null or behaviour = 'late')), 0)
      - coalesce((select sum(amount) from sandbox_refund where trade_id = ${id}), 0))::integer as kept`.execute(trx),
  )
  return rows[0]?.kept ?? 0
}

/** Lets the server die at each of the statements that end a payment, each time with a new one, until one passes uncut. */
async function everywhere(digit: number, wait: number, lead: number, edge: Edge): Promise<number> {
  for (let statement = 1; statement <= MOST_STATEMENTS; statement++) {
    const id = await beginOrder(server, { payCode: codeEnding(digit), amount: AMOUNT })
    await goOn(wait, 5000)
    way.cutAt(statement, edge)
    server.clock.advance(lead)
    await processPayments(server.deps).catch(() => undefined)
    const wasCut = way.disarm()
    await goOn(60_000 - wait - lead, 7000)
    const { paid = 0, closed = 0 } = (await orderOf(server, id)) ?? {}
    expect({ statement, edge, ends: paid + closed }).toEqual({ statement, edge, ends: 1 })
    // Past the hour after which the provider is asked for the last time.
    await goOn(4_000_000, 1_000_000)
    expect({ statement, edge, kept: await keptOf(id), paid }).toEqual({ statement, edge, kept: paid * AMOUNT, paid })
    expect(await orderOf(server, id)).toMatchObject({ paid, closed })
    if (!wasCut) return statement
  }
  throw new Error('it never passed uncut')
}

describe('a server that is killed between any two statements', { timeout: PATIENCE }, () => {
  it.each([
    ['is paid at once', 0, 0, 1],
    ['nobody pays', 2, 40_000, 6000],
    ['is paid after its reversal', 3, 40_000, 6000],
  ])(
    'ends a payment that %s in time and once, and keeps no money of an order that is closed',
    async (_, digit, wait, lead) => {
      for (const edge of ['unsent', 'unanswered'] as const) {
        expect(await everywhere(digit, wait, lead, edge)).toBeGreaterThan(6)
      }
    },
  )
})
