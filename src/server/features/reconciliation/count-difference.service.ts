import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'

/**
 * Records a counted difference of a drawer in the transaction of the count, so that it can be explained at once and not only after the
 * nightly run, which finds the same row. Records nothing for a correct count.
 */
export async function openCountDifference(
  { clock, realtime }: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
): Promise<void> {
  const at = clock()
  const { rows } = await sql`
    insert into reconciliation_difference
        (id, org_code, kind, reference, account, stored, expected, person_id, person_name, created_at, seen_at)
      select ${newId()}::uuid, s.org_code, 'count', s.id::text, 'cash', s.counted, coalesce(l.value, 0), s.cashier_id, s.cashier_name, ${at}, ${at}
        from shift s
        cross join lateral (
          select sum(one.delta)::bigint as value from ledger_line one
            where one.shift_id = s.id and one.org_code = s.org_code and one.account = 'cash'
        ) l
        where s.id = ${id} and s.org_code = ${orgCode} and s.counted <> coalesce(l.value, 0)
      on conflict on constraint reconciliation_difference_once do nothing
      returning id`.execute(trx)
  if (rows.length > 0) ctx.afterCommit(() => realtime.publish({ topic: 'reconciliation', orgCode }))
}
