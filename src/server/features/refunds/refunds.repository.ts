import { type RawBuilder, type Selectable, sql } from 'kysely'
import { dataRules, type RuledList } from '#server/core/auth/auth-rules.ts'
import { crudTable, type ListSearch } from '#server/core/lists/crud.ts'
import { splitStaff, withStaffSearch } from '#server/core/lists/staff-search.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { storesOf } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { fromMinor } from '#shared/core/money.ts'
import { type RefundSums, refundResource } from '#shared/features/refunds/refunds.schema.ts'

export type RefundRow = Selectable<Tables['refundOrder']>

export const refundTable = crudTable(refundResource, {
  table: 'refundOrder',
  ofStores: true,
  columns: {
    refundState: 'state',
    roleName: 'ruleName',
    userId: 'memberId',
    departusername: 'cashierName',
    endTime: 'endedAt',
    createBy: 'operatorName',
  },
})

/** Statements for lists and workbooks of refunds. */
export const refundRows = withStaffSearch(refundTable)

/** Fields of refunds for data rules. */
export const refundRules: RuledList = {
  permissions: ['refund:list'],
  fields: refundResource.filter,
  columnOf: refundTable.columnOf,
}

/** Throws `common.recordNotFound` for a refund that data rules hide from the caller. */
export async function requireListedRefund(trx: Transaction, user: SignedIn, id: string, now: Date): Promise<void> {
  const rules = await dataRules(trx, user, refundRules, now)
  if (rules.length > 0) await refundTable.requireRows(trx, [id], rules)
}

/** Totals of all refunds of a search. */
export async function sumRefunds(
  trx: Transaction,
  user: SignedIn,
  search: ListSearch,
  rules: readonly RawBuilder<unknown>[],
): Promise<RefundSums> {
  const [{ sysOrgCode, ...query }, more] = splitStaff(search, rules)
  const where = [sql`t.state <> 'refused'`, ...refundTable.conditions(query), ...more]
  const stores = storesOf(user, typeof sysOrgCode === 'string' ? sysOrgCode : undefined)
  if (stores) where.push(sql`t.org_code >= ${stores.from} and t.org_code < ${stores.to}`)
  const money = (which: RawBuilder<unknown>, amount = sql`t.amount - t.coupon`) =>
    sql`coalesce(sum(${amount}) filter (where ${which}), 0)::bigint`
  const { rows } = await sql<Record<keyof RefundSums, number>>`
    select count(*)::integer as refunds, (count(*) filter (where t.state = 'refunding'))::integer as pending,
      ${money(sql`true`, sql`t.amount`)} as amount, ${money(sql`t.pay_way = 'cash'`)} as cash, ${money(sql`t.pay_way = 'scan'`)} as scan,
      ${money(sql`t.pay_way = 'balance'`)} as balance
    from refund_order t where ${sql.join(where, sql` and `)}`.execute(trx)
  const { refunds = 0, pending = 0, amount = 0, cash = 0, scan = 0, balance = 0 } = rows[0] ?? {}
  return {
    refunds,
    pending,
    amount: fromMinor(amount),
    cash: fromMinor(cash),
    scan: fromMinor(scan),
    balance: fromMinor(balance),
  }
}
