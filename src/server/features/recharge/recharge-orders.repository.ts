import { type RawBuilder, type Selectable, sql } from 'kysely'
import { dataRules, type RuledList } from '#server/core/auth/auth-rules.ts'
import { crudTable, type ListSearch } from '#server/core/lists/crud.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { storesOf } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { matchingMembers } from '#server/features/members/index.ts'
import { fromMinor } from '#shared/core/money.ts'
import { type RechargeSums, rechargeOrderResource } from '#shared/features/recharge/recharge-orders.schema.ts'

export type RechargeRow = Selectable<Tables['rechargeOrder']>
type Conditions = readonly RawBuilder<unknown>[]

export const rechargeOrderTable = crudTable(rechargeOrderResource, {
  table: 'rechargeOrder',
  ofStores: true,
  columns: {
    userId: 'memberId',
    isNew: 'newMember',
    rechargeKind: 'kind',
    roleName: 'ruleName',
    payState: 'state',
    consumePayMode: 'payMode',
    recharge: 'balance',
    changwanDays: 'cardDays',
    changwanCount: 'cardPlays',
    changWanEndTime: 'cardUntil',
    departusername: 'cashierName',
    payTime: 'paidAt',
    createBy: 'operatorName',
  },
})

/** Fields of recharge orders for data rules. */
export const rechargeOrderRules: RuledList = {
  permissions: ['recharge:list'],
  fields: rechargeOrderResource.filter,
  columnOf: rechargeOrderTable.columnOf,
}

/** Throws `common.recordNotFound` for an order that data rules hide from the caller, before it is printed or refunded. */
export async function requireListedRecharge(trx: Transaction, user: SignedIn, id: string, now: Date): Promise<void> {
  const rules = await dataRules(trx, user, rechargeOrderRules, now)
  if (rules.length > 0) await rechargeOrderTable.requireRows(trx, [id], rules)
}

/** Conditions for orders of members who match a keyword: number, card, phone or name. */
export const memberConditions = (keyword: unknown): RawBuilder<unknown>[] =>
  typeof keyword === 'string' && keyword !== '' ? [sql`(t.org_code, t.member_id) in (${matchingMembers(keyword)})`] : []

/** Totals of all orders of a search, without refunded ones. */
export async function sumsOf(
  trx: Transaction,
  user: SignedIn,
  { sysOrgCode, ...query }: ListSearch,
  more: Conditions,
): Promise<RechargeSums> {
  const where = [sql`true`, ...rechargeOrderTable.conditions(query), ...more]
  const stores = storesOf(user, typeof sysOrgCode === 'string' ? sysOrgCode : undefined)
  if (stores) where.push(sql`t.org_code >= ${stores.from} and t.org_code < ${stores.to}`)
  const isPaid = sql`t.state in ('paid', 'refunding')`
  const money = (column: string, more = sql`true`) =>
    sql`coalesce(sum(t.${sql.ref(column)}) filter (where ${isPaid} and ${more}), 0)::bigint`
  const { rows } = await sql<Record<keyof RechargeSums, number>>`
    select count(*)::integer as orders, (count(*) filter (where ${isPaid}))::integer as paid,
      ${money('amount')} as amount, ${money('amount', sql`t.pay_mode = 'cash'`)} as cash,
      ${money('amount', sql`t.pay_mode = 'wechat'`)} as scan, ${money('refunded')} as refunded,
      ${money('balance')} as recharge, ${money('give')} as give
    from recharge_order t where ${sql.join(where, sql` and `)}`.execute(trx)
  const { orders = 0, paid = 0, amount = 0, cash = 0, scan = 0, refunded = 0, recharge = 0, give = 0 } = rows[0] ?? {}
  return {
    orders,
    paid,
    amount: fromMinor(amount),
    cash: fromMinor(cash),
    scan: fromMinor(scan),
    refunded: fromMinor(refunded),
    recharge: fromMinor(recharge),
    give: fromMinor(give),
  }
}

/** Names and phones of members by id. */
export async function membersOf(trx: Transaction, ids: readonly string[]) {
  const distinctIds = [...new Set(ids)]
  if (distinctIds.length === 0) return new Map<string, { nickname: string; realname: string; phone: string }>()
  const rows = await trx
    .selectFrom('member')
    .select(['id', 'nickname', 'realname', 'phone'])
    .where('id', 'in', distinctIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks an order until the transaction ends. */
export const lockOrder = (trx: Transaction, id: string): Promise<RechargeRow | undefined> =>
  trx.selectFrom('rechargeOrder').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const changeOrder = (
  trx: Transaction,
  { id, orgCode }: Pick<RechargeRow, 'id' | 'orgCode'>,
  set: Partial<Pick<RechargeRow, 'state' | 'paidAt' | 'closedAt' | 'memberId' | 'cardUntil'>>,
) => trx.updateTable('rechargeOrder').set(set).where('id', '=', id).where('orgCode', '=', orgCode).execute()
