import { sql } from 'kysely'
import type { Deps, EndedRefund } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'

const LONGEST_TROUBLE = 300

/** Ends the refund that waited for its provider, in the transaction that knows its answer; refunds of others are left alone. A refused one is undone. */
export async function refundEnded(trx: Transaction, ended: EndedRefund, deps: Deps): Promise<boolean> {
  const trouble = ended.trouble.slice(0, LONGEST_TROUBLE)
  const { rows } = await sql<{ orgCode: string | null }>`
    select end_refund(${ended.id}, ${ended.isDone}, ${trouble}, ${deps.clock()}) as org_code`.execute(trx)
  const orgCode = rows[0]?.orgCode
  if (!orgCode) return false
  for (const topic of ['refunds', 'recharges', 'playRecords', 'wallets']) {
    await deps.realtime.publish({ topic, orgCode }, trx)
  }
  return !ended.isDone
}
