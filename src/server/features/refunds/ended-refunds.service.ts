import { sql } from 'kysely'
import type { Deps, EndedRefund } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'

const MAX_TROUBLE_LENGTH = 300

/**
 * Ends a refund that waited for its provider, in the transaction that records the result; ignores refunds of other slices. A refused refund
 * is undone. Returns whether it was undone.
 */
export async function refundEnded(trx: Transaction, ended: EndedRefund, deps: Deps): Promise<boolean> {
  const trouble = ended.trouble.slice(0, MAX_TROUBLE_LENGTH)
  const { rows } = await sql<{ orgCode: string | null }>`
    select end_refund(${ended.id}, ${ended.isDone}, ${trouble}, ${deps.clock()}) as org_code`.execute(trx)
  const orgCode = rows[0]?.orgCode
  if (!orgCode) return false
  for (const topic of ['refunds', 'recharges', 'playRecords', 'wallets']) {
    await deps.realtime.publish({ topic, orgCode }, trx)
  }
  return !ended.isDone
}
