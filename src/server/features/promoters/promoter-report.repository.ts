import { type RawBuilder, sql } from 'kysely'
import type { CallContext } from '#server/core/slice.ts'
import type { Scope, Transaction } from '#server/db/database.ts'
import { storesOf } from '#server/db/store-list.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { PromoterFigure } from '#shared/features/promoters/promoters.contract.ts'
import { type Days, daysOf } from '#shared/features/statistics/period.calc.ts'
import type { FigurePeriod } from '#shared/features/statistics/statistics.contract.ts'

interface Asked {
  period?: FigurePeriod | undefined
  from?: string | undefined
  until?: string | undefined
  sysOrgCode?: string | undefined
}

/** What each promoter that the rules of the list show referred in the requested business days; those without anything are left out. */
export async function promoterReport(
  trx: Transaction,
  { user }: Pick<CallContext, 'user'>,
  { sysOrgCode, ...asked }: Asked,
  { rules, at }: { rules: readonly RawBuilder<unknown>[]; at: Date },
): Promise<Days & { rows: PromoterFigure[] }> {
  const stores: Scope | undefined = storesOf(user, sysOrgCode)
  const inStores = stores ? sql`p.org_code >= ${stores.from} and p.org_code < ${stores.to}` : sql`true`
  const isListed =
    rules.length === 0
      ? sql`true`
      : sql`exists (select from listed_promoter t where t.id = p.id and t.org_code = p.org_code and ${sql.join([...rules], sql` and `)})`
  const { rows: clock } = await sql<{ today: string }>`
    select business_day(p.org_code, ${at})::text as today from store p where ${inStores} and p.kind = 'store' order by p.org_code limit 1`.execute(
    trx,
  )
  const days = daysOf(asked, clock[0]?.today ?? at.toISOString().slice(0, 10))
  // A business day begins and ends within two days of the calendar's. The range of times is for the index of commissions.
  const happened = (time: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`${time} >= ${days.from}::date - 2
    and ${time} < ${days.until}::date + 3 and ${day} between ${days.from} and ${days.until}`
  const { rows } = await sql<PromoterFigure>`
    select p.id as promoter_id, p.name as promoter_name, b.brought, c.paid_value, c.commission_money, c.commission_points, o.paid_out
      from promoter p
      cross join lateral (select count(*)::integer as brought from promoted_member b
        where b.promoter_id = p.id and b.org_code = p.org_code and ${happened(sql`b.bound_at`, sql`business_day(b.org_code, b.bound_at)`)}) b
      cross join lateral (select coalesce(sum(c.paid), 0)::bigint as paid_value,
          coalesce(sum(c.share - c.deducted) filter (where c.unit <> 'integral'), 0)::bigint as commission_money,
          coalesce(sum(c.share - c.deducted) filter (where c.unit = 'integral'), 0)::bigint as commission_points
        from commission c where c.promoter_id = p.id and c.org_code = p.org_code and ${happened(sql`c.created_at`, sql`c.business_day`)}) c
      cross join lateral (select coalesce(sum(o.amount), 0)::bigint as paid_out from promoter_payout o
        where o.promoter_id = p.id and o.org_code = p.org_code and o.state = 'paid'
          and ${happened(sql`o.decided_at`, sql`business_day(o.org_code, o.decided_at)`)}) o
      where ${inStores} and ${isListed} and (b.brought > 0 or c.paid_value > 0 or o.paid_out > 0)
      order by c.paid_value desc, b.brought desc, p.name, p.id limit 500`.execute(trx)
  return {
    ...days,
    rows: rows.map((row) => ({
      ...row,
      paidValue: fromMinor(row.paidValue),
      commissionMoney: fromMinor(row.commissionMoney),
      paidOut: fromMinor(row.paidOut),
    })),
  }
}
