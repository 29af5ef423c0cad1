import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'

/**
 * Whether an account was made and changed by headquarters, or by its own person, only. An account that a manager has made, or whose
 * password or rights a manager has set, may be that manager once more. Needs the scope of every store, because trails of all count.
 */
export async function isIndependent(trx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_entry e left join user_account by_whom on by_whom.id = e.user_id
    where e.record_kind = '/sys/user' and e.record_id = ${userId} and e.user_id <> ${userId}
      and coalesce(by_whom.identity, '') not in ('-1', '0')
    limit 1`.execute(trx)
  return rows.length === 0
}

/** How long a change of a provider keeps who made it from settling differences. */
const KEPT_DAYS = 90

/** Whether somebody may change the providers of a store, or has changed this one lately. */
export async function mayChangeProvider(
  trx: Transaction,
  { userId, orgCode, provider, day }: { userId: string; orgCode: string; provider: string; day: string },
): Promise<boolean> {
  const { rows } = await sql`
    select where ${userId} in (select people_with('paymentprovider:edit', ${orgCode}))
      or exists (select from payment_provider_change c
        where c.org_code = ${orgCode} and c.provider = ${provider} and c.state = 'done'
          and ${userId} in (c.proposer_id, c.decider_id) and c.decided_at >= ${day}::date - ${KEPT_DAYS}::integer)`.execute(
    trx,
  )
  return rows.length > 0
}
