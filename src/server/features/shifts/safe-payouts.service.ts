import { sql } from 'kysely'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { storesOf } from '#server/db/store-list.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { SafePayout } from '#shared/features/shifts/shifts.schema.ts'
import { type RequestedDays, requestedDays } from './requested-days.service.ts'
import { cashRules } from './shifts.repository.ts'

type Row = Omit<SafePayout, 'sysOrgCode_dictText' | 'createTime'> & { storeName: string; createdAt: Date }

const safePayoutRules = cashRules({
  businessDay: sql`p.business_day`,
  cashierName: sql`p.operator_name`,
  sysOrgCode: sql`p.org_code`,
})

/** Payouts from the safe, the newest first. Throws `reports.backwards` or `reports.tooLong`. */
export async function safePayoutsOf(
  { clock }: Pick<Deps, 'clock'>,
  ctx: CallContext,
  trx: Transaction,
  requested: RequestedDays,
): Promise<SafePayout[]> {
  const { from, until } = requestedDays(clock(), requested)
  const stores = storesOf(ctx.user, requested.sysOrgCode)
  const storeCondition = stores ? sql`p.org_code >= ${stores.from} and p.org_code < ${stores.to}` : sql`true`
  const rules = await dataRules(trx, ctx.user, safePayoutRules, clock())
  const { rows } = await sql<Row>`
    select p.cause_id as id, p.cause_kind, p.org_code as sys_org_code, s.name as store_name, p.business_day, p.created_at,
        p.operator_name as create_by, p.amount, p.reason
      from safe_payout p join store s on s.org_code = p.org_code
      where p.business_day between ${from} and ${until} and ${sql.join([storeCondition, ...rules], sql` and `)}
      order by p.created_at desc, p.cause_id`.execute(trx)
  return rows.map(({ storeName, createdAt, ...row }) => ({
    ...row,
    sysOrgCode_dictText: storeName,
    createTime: toWireTime(createdAt),
    amount: fromMinor(row.amount),
  }))
}
