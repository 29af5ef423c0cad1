import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'

/**
 * Whether an account was created and changed only by headquarters or its own user. A manager may control an account that they created, or
 * whose password or permissions they set. Needs a transaction that sees every store.
 */
export async function isIndependent(trx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_entry e left join user_account by_whom on by_whom.id = e.user_id
    where e.record_kind = '/sys/user' and e.record_id = ${userId} and e.user_id <> ${userId}
      and coalesce(by_whom.identity, '') not in ('-1', '0')
    limit 1`.execute(trx)
  return rows.length === 0
}

/** After a change of a provider, its author cannot settle differences for this long. */
const EXCLUDED_DAYS = 90

/** Whether a user may change the providers of a store, or has changed this one recently. */
export async function mayChangeProvider(
  trx: Transaction,
  { userId, orgCode, provider, day }: { userId: string; orgCode: string; provider: string; day: string },
): Promise<boolean> {
  const { rows } = await sql`
    select where ${userId} in (select people_with('paymentprovider:edit', ${orgCode}))
      or exists (select from payment_provider_change c
        where c.org_code = ${orgCode} and c.provider = ${provider} and c.state = 'done'
          and ${userId} in (c.proposer_id, c.decider_id) and c.decided_at >= ${day}::date - ${EXCLUDED_DAYS}::integer)`.execute(
    trx,
  )
  return rows.length > 0
}
