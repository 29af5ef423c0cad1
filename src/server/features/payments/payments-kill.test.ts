import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { cutPoints } from '#tests/support/faults/cut-points.ts'
import { type Edge, type SteppingWay, steppingWay } from '#tests/support/faults/stepping-way.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { beginOrder, codeEnding, makePaidOrders, orderOf, paidOrders } from '#tests/support/venue/paid-orders.ts'
import { processPayments } from './payments.job.ts'

const AMOUNT = 3000
/** Enough for some hundreds of payments on a loaded machine. */
const TIMEOUT_MS = 240_000

let way: SteppingWay
let server: TestServer
beforeAll(async () => {
  const database = await createTestDatabase()
  await makePaidOrders(database.ownerUrl)
  way = await steppingWay(database.appUrl)
  server = await startTestServer({}, [paidOrders()], { ...database, appUrl: way.url })
})
nameSampleOnFailure()
afterAll(async () => {
  await server.stop()
  way.close()
})

/** Processes payments for this time, as a server that is restarted after each crash. */
async function processFor(milliseconds: number, step: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    server.clock.advance(step)
    await processPayments(server.deps).catch(() => undefined)
  }
}

/** The net amount that the provider has of a payment. */
async function netAmountOf(id: string): Promise<number> {
  const { rows } = await server.deps.db.scoped(EVERY_STORE, (trx) =>
    sql<{
      kept: number
    }>`select (coalesce((select amount from sandbox_trade where id = ${id} and pays_at <= ${server.clock.now()}
        and (reversed_at is null or behaviour = 'late')), 0)
      - coalesce((select sum(amount) from sandbox_refund where trade_id = ${id}), 0))::integer as kept`.execute(trx),
  )
  return rows[0]?.kept ?? 0
}

/** Kills the server at the statements that end a payment (`cutPoints`), with a new payment each time, until one completes. */
async function killAtEachStatement(digit: number, wait: number, lead: number, edge: Edge): Promise<number> {
  for (const statement of cutPoints(edge, ['payments'])) {
    const id = await beginOrder(server, { payCode: codeEnding(digit), amount: AMOUNT })
    await processFor(wait, 5000)
    way.cutAt(statement, edge)
    server.clock.advance(lead)
    await processPayments(server.deps).catch(() => undefined)
    const [wasCut, passed] = [way.disarm(), way.passed()]
    // Until then other work passes by the locked row.
    await way.rolledBack()
    await processFor(60_000 - wait - lead, 7000)
    const { paid = 0, closed = 0 } = (await orderOf(server, id)) ?? {}
    expect({ statement, edge, ends: paid + closed }).toEqual({ statement, edge, ends: 1 })
    // After the hour at which the provider is queried the last time.
    await processFor(4_000_000, 1_000_000)
    expect({ statement, edge, kept: await netAmountOf(id), paid }).toEqual({
      statement,
      edge,
      kept: paid * AMOUNT,
      paid,
    })
    expect(await orderOf(server, id)).toMatchObject({ paid, closed })
    if (!wasCut) return passed
  }
  return 0
}

describe('a server that is killed between any two statements', { timeout: TIMEOUT_MS }, () => {
  it.each([
    ['is paid at once', 0, 0, 1],
    ['nobody pays', 2, 40_000, 6000],
    ['is paid after its reversal', 3, 40_000, 6000],
  ])(
    'ends a payment that %s in time and once, and keeps no money of an order that is closed',
    async (_, digit, wait, lead) => {
      for (const edge of ['unsent', 'unanswered'] as const) {
        expect(await killAtEachStatement(digit, wait, lead, edge)).toBeGreaterThan(5)
      }
    },
  )
})
