import { sql } from 'kysely'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { storesOf } from '#server/db/store-list.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { CashOutside } from '#shared/features/shifts/shifts.schema.ts'
import { type RequestedDays, requestedDays } from './requested-days.service.ts'
import { cashRules } from './shifts.repository.ts'

const cashOutsideRules = cashRules({
  businessDay: sql`o.day`,
  cashierName: sql`coalesce(u.realname, '')`,
  sysOrgCode: sql`s.org_code`,
})

/** Cash outside shifts by store, business day and user, the newest first. Throws `reports.backwards` or `reports.tooLong`. */
export async function cashOutsideOf(
  { clock }: Pick<Deps, 'clock'>,
  ctx: CallContext,
  trx: Transaction,
  requested: RequestedDays,
): Promise<CashOutside[]> {
  const { from, until } = requestedDays(clock(), requested)
  const stores = storesOf(ctx.user, requested.sysOrgCode)
  const storeCondition = stores ? sql`s.org_code >= ${stores.from} and s.org_code < ${stores.to}` : sql`true`
  const rules = await dataRules(trx, ctx.user, cashOutsideRules, clock())
  const { rows } = await sql<Omit<CashOutside, 'sysOrgCode_dictText'> & { storeName: string }>`
    select s.org_code as sys_org_code, s.name as store_name, o.day as business_day, coalesce(u.realname, '') as person_name,
        count(*)::integer as count, sum(o.amount)::bigint as amount,
        sum(o.amount) <> 0 and o.day >= s.cash_explained_from and not exists (select from reconciliation_difference d
          where d.org_code = s.org_code and d.kind = 'outside' and d.reference = concat_ws(' ', o.day, o.person_id)
            and d.state = 'explained' and d.stored = sum(o.amount)) as is_open
      from store s cross join lateral cash_outside(${from}, ${until}) o
      left join user_account u on u.id = o.person_id
      where ${sql.join([sql`o.org_code = s.org_code`, storeCondition, ...rules], sql` and `)}
      group by s.org_code, s.name, s.cash_explained_from, o.day, o.person_id, u.realname
      order by o.day desc, s.org_code, u.realname`.execute(trx)
  return rows.map(({ storeName, ...row }) => ({
    ...row,
    sysOrgCode_dictText: storeName,
    amount: fromMinor(row.amount),
  }))
}
