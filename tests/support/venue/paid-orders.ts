import { sql } from 'kysely'
import type { PaidOrders, Registry, Slice } from '#server/core/slice.ts'
import { scopeOf } from '#server/db/database.ts'
import { withClient } from '#server/db/roles.ts'
import { processPayments, startPayment } from '#server/features/payments/index.ts'
import { newId } from '#shared/core/id.ts'
import type { TestCopy, TestServer } from '#tests/support/server.ts'
import { STORE } from './venue.ts'

const KIND = 'test'

/** Creates the table of orders that exist in tests only; each counts how often it was notified of its payment's end. */
export const makePaidOrders = (ownerUrl: string): Promise<unknown> =>
  withClient(ownerUrl, (owner) =>
    owner.query(`create table test_order (id uuid primary key, store text not null, amount bigint not null,
      paid integer not null default 0, closed integer not null default 0, transaction_id text not null default '')`),
  )

/**
 * Registers those orders at a copy of the server; `refuses` selects notifications that they refuse, `undoes` whether they undo
 * a refused refund.
 */
export const paidOrders =
  (refuses: (end: 'paid' | 'closed' | 'refunded') => boolean = () => false, undoes = () => false): Slice =>
  (_app, { registry }) => {
    const end =
      (which: 'paid' | 'closed'): PaidOrders['paid'] =>
      async (trx, orderId, { transactionId }) => {
        if (refuses(which)) throw new Error(`the order does not take that it was ${which}`)
        const column = sql.ref(which)
        await sql`update test_order set ${column} = ${column} + 1, transaction_id = ${transactionId}
          where id = ${orderId}`.execute(trx)
      }
    const orders = registry.paidOrders as Map<string, PaidOrders>
    orders.set(KIND, { kind: KIND, paid: end('paid'), closed: end('closed') })
    const ends = registry.refundEnds as Registry['refundEnds'][number][]
    ends.push(async (_trx, { isDone }) => {
      if (refuses('refunded')) throw new Error('the order does not take that it was refunded')
      return !isDone && undoes()
    })
  }

interface Begun {
  /** The sandbox acts by the last digit. */
  payCode?: string
  amount?: number
  orgCode?: string
  operatorId?: string
}

/** Makes an order with its payment, like a slice: in one transaction. */
export async function beginOrder(
  { deps }: Pick<TestCopy, 'deps'>,
  { payCode = '101234567890123450', amount = 3000, orgCode = STORE, operatorId = newId() }: Begun = {},
): Promise<string> {
  const orderId = newId()
  await deps.db.scoped(scopeOf(orgCode), async (trx) => {
    await sql`insert into test_order (id, store, amount) values (${orderId}, ${orgCode}, ${amount})`.execute(trx)
    const who = { operatorId, operatorName: '收银员', cashierId: null, terminalId: null }
    await startPayment(deps, trx, { orderKind: KIND, orderId, orgCode, amount, payCode, subject: '卡丁车', ...who })
  })
  return orderId
}

/** A code in WeChat Pay's format that ends in this digit. */
export const codeEnding = (digit: number): string => `13${'4'.repeat(15)}${digit}`

/** The notifications of an order about its payment, and the payment itself. */
export async function orderOf({ deps }: Pick<TestServer, 'deps'>, id: string) {
  const { rows } = await sql<{ paid: number; closed: number; transactionId: string }>`
    select paid, closed, transaction_id from test_order where id = ${id}`.execute(deps.db.kysely)
  return rows[0]
}

/** Moves the clock on in small steps, while the server processes its payments. */
export async function passes(server: TestServer, milliseconds: number, copy: TestCopy = server): Promise<void> {
  const step = milliseconds > 60_000 ? 5000 : 1000
  for (let left = milliseconds; left > 0; left -= step) {
    server.clock.advance(Math.min(step, left))
    await processPayments(copy.deps)
  }
}
