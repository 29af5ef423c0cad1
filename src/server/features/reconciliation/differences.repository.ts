import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { coinChecks } from './coin-checks.repository.ts'
import { eventChecks } from './event-checks.repository.ts'
import type { FoundDifference } from './found.types.ts'
import { orderChecks } from './order-checks.repository.ts'
import { paymentChecks } from './payment-checks.repository.ts'
import { promoterChecks } from './promoter-checks.repository.ts'
import { cashOutside, shiftChecks } from './shift-checks.repository.ts'
import { smsChecks } from './sms-checks.repository.ts'
import { stockChecks } from './stock-checks.repository.ts'

/**
 * Compares all records of money, stock and SMS of the stores in scope and returns the differences; empty if consistent. Each check is its own statement
 * with its own snapshot.
 */
export async function findDifferences(trx: Transaction): Promise<FoundDifference[]> {
  const found: FoundDifference[] = (await replayLedger(trx)).map(({ check, id, replayed, ...one }) => ({
    ...one,
    kind: check,
    reference: id,
    expected: replayed,
    personId: null,
  }))
  for (const check of [
    ...orderChecks,
    ...coinChecks,
    ...eventChecks,
    ...paymentChecks,
    ...shiftChecks,
    ...stockChecks,
    ...promoterChecks,
    ...smsChecks,
  ]) {
    const { rows } =
      await sql<FoundDifference>`select * from (${check}) found order by org_code, reference, account`.execute(trx)
    found.push(...rows)
  }
  return found
}

/** Cash outside any shift, which was never counted. */
export async function findCashOutside(trx: Transaction): Promise<FoundDifference[]> {
  const { rows } = await sql<FoundDifference>`${cashOutside} order by org_code, reference`.execute(trx)
  return rows
}
