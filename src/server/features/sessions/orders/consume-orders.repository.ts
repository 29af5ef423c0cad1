import { type RawBuilder, type Selectable, sql } from 'kysely'
import { dataRules, type RuledList } from '#server/core/auth/auth-rules.ts'
import type { ListSearch } from '#server/core/lists/crud.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { pageOfStores, portionsOf, storesOf } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { type PaymentNumbers, paymentNumbersOf } from '#server/features/payments/index.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import { fromMinor, type Minor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { ChargedPlay, ConsumeOrder } from '#shared/features/sessions/charge.schema.ts'
import {
  type DepositState,
  type ListedOrder,
  consumeOrderList as list,
  type OrderSums,
} from '#shared/features/sessions/consume-orders.contract.ts'

type OrderRow = Selectable<Tables['consumeOrder']>
type ListedRow = OrderRow &
  PaymentNumbers & { storeName: string; nickname: string | null; homeStore: string | null; tickets: string | null }

/** SQL for the ticket numbers of an order's rides. */
const ticketsOf = (row: RawBuilder<unknown>) => sql`left join lateral (
  select string_agg(distinct concat_ws(' / ', nullif(p.ticket_no, ''), nullif(p.terminal_ticket, '')), ', ') as tickets
    from play_record p where p.id = any(${row}.play_ids) and p.org_code = ${row}.org_code) ticket on true`

/** Columns with names different from their fields. */
const columns: Record<string, string> = {
  createTime: 'createdAt',
  payTime: 'paidAt',
  payState: 'state',
  userId: 'memberId',
  consumeRoleName: 'ruleName',
  sysDepartConsumeRoleId: 'ruleId',
  departusername: 'cashierName',
}
const columnOf = (field: string): string => columns[field] ?? field
/** The store is a separate range filter. */
const { sysOrgCode: _, ...filters } = list.filter

/** Fields for data rules; a rule may name the store, unlike the search. */
export const consumeOrderRules: RuledList = {
  permissions: [`${list.permission}:list`],
  fields: list.filter,
  columnOf: (field) => (field === 'sysOrgCode' ? 'orgCode' : columnOf(field)),
}

const depositConditions: Record<DepositState, RawBuilder<unknown>> = {
  none: sql`t.deposit = 0`,
  held: sql`t.deposit > 0 and t.deposit_returned_at is null and t.state in ('paid', 'refunding', 'refunded')`,
  returned: sql`t.deposit_returned_at is not null`,
}

type Search = Record<string, unknown>

function conditionsOf({ depositState, staffName, vehicleId, ...search }: Search): RawBuilder<unknown>[] {
  const conditions = listConditions(filters, search, columnOf)
  const deposit = depositConditions[depositState as DepositState]
  if (deposit) conditions.push(deposit)
  if (staffName) conditions.push(sql`coalesce(nullif(t.cashier_name, ''), t.operator_name) = ${staffName}`)
  if (vehicleId) {
    conditions.push(sql`exists (select from run g where g.play_id = any(t.play_ids) and g.org_code = t.org_code
      and g.continues is null and g.vehicle_id::text = ${vehicleId})`)
  }
  return conditions
}

const storesIn = (user: SignedIn, search: Search) =>
  storesOf(user, typeof search.sysOrgCode === 'string' ? search.sysOrgCode : undefined)

/** A page of consume orders of the stores in scope; the caller adds dictionary texts. */
export async function listConsumeOrders(
  trx: Transaction,
  user: SignedIn,
  search: ListSearch,
  rules: readonly RawBuilder<unknown>[],
): Promise<Page<Omit<ListedOrder, `${keyof typeof list.dict}_dictText`>>> {
  const { pageNo, pageSize, order } = search
  const stores = storesIn(user, search)
  const page = await pageOfStores<ListedRow>(trx, {
    table: 'consume_order',
    column: columnOf(search.column),
    where: [...conditionsOf(search), ...rules],
    order,
    pageNo,
    pageSize,
    ...(stores ? { stores } : {}),
    join: sql`left join lateral (select nickname from member
      where member.id = row.member_id and member.org_code = row.org_code offset 0) member on true ${ticketsOf(sql`row`)} ${paymentNumbersOf(sql`row`)}`,
    columns: sql`member.nickname, home_store_name(row.home_org_code) as home_store, ticket.tickets, pay.pay_order_number,
      pay.serial_number`,
  })
  return { ...page, records: page.records.map(toListedOrder) }
}

function wholeSearch(user: SignedIn, search: Search, rules: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const where = [sql`true`, ...conditionsOf(search), ...rules]
  const stores = storesIn(user, search)
  if (stores) where.push(sql`t.org_code >= ${stores.from} and t.org_code < ${stores.to}`)
  const selected = typeof search.selections === 'string' ? search.selections : ''
  if (selected !== '') where.push(sql`t.id = any(${selected.split(',').filter(isUuid)}::uuid[])`)
  return sql.join(where, sql` and `)
}

/** Totals of the paid orders of a search. */
export async function sumConsumeOrders(
  trx: Transaction,
  user: SignedIn,
  search: Search,
  rules: readonly RawBuilder<unknown>[],
): Promise<OrderSums> {
  const { rows } = await sql<Record<keyof OrderSums, number>>`
    select count(*) filter (where t.consume_type <> 'TESTCARD') as orders,
      count(*) filter (where t.consume_type = 'TESTCARD') as tests, coalesce(sum(t.amount), 0)::bigint as amount,
      coalesce(sum(t.paid_balance), 0)::bigint as balance, coalesce(sum(t.paid_give), 0)::bigint as give,
      coalesce(sum(t.paid_integral), 0)::bigint as integral, coalesce(sum(t.paid_laps), 0)::bigint as laps,
      coalesce(sum(t.paid_coins), 0)::bigint as coins, coalesce(sum(t.paid_visits), 0)::bigint as frequency,
      coalesce(sum(order_money(t)) filter (where t.pay_mode = 'cash'), 0)::bigint as cash,
      coalesce(sum(order_money(t)) filter (where t.pay_mode = 'scan'), 0)::bigint as scan,
      coalesce(sum(t.refunded), 0)::bigint as refunded,
      coalesce(sum(t.deposit) filter (where t.deposit_returned_at is null), 0)::bigint as deposit
    from consume_order t where ${wholeSearch(user, search, rules)} and t.state in ('paid', 'refunding')`.execute(trx)
  const [sums] = rows
  if (!sums) throw new Error('the totals returned no row')
  const { orders, tests, integral, laps, coins, frequency } = sums
  return {
    orders,
    tests,
    integral,
    laps,
    coins,
    frequency,
    amount: fromMinor(sums.amount),
    balance: fromMinor(sums.balance),
    give: fromMinor(sums.give),
    cash: fromMinor(sums.cash),
    scan: fromMinor(sums.scan),
    refunded: fromMinor(sums.refunded),
    deposit: fromMinor(sums.deposit),
  }
}

/** Statements of the export: every order of a search, in batches of one snapshot. */
export const consumeOrderRows = {
  columnOf: consumeOrderRules.columnOf,
  async count(trx: Transaction, user: SignedIn, query: ListSearch, rules: readonly RawBuilder<unknown>[]) {
    const { rows } = await sql<{
      total: number
    }>`select count(*) as total from consume_order t where ${wholeSearch(user, query, rules)}`.execute(trx)
    return rows[0]?.total ?? 0
  },
  async *each(trx: Transaction, user: SignedIn, query: ListSearch, rules: readonly RawBuilder<unknown>[]) {
    const column = sql.ref(`t.${columnOf(query.column)}`)
    const order = query.order === 'asc' ? sql`asc` : sql`desc`
    const select = sql`select t.*, store.name as store_name, member.nickname, home_store_name(t.home_org_code) as home_store, ticket.tickets,
        pay.pay_order_number, pay.serial_number
      from consume_order t join store on store.org_code = t.org_code
      left join member on member.id = t.member_id and member.org_code = t.org_code ${ticketsOf(sql`t`)} ${paymentNumbersOf(sql`t`)}
      where ${wholeSearch(user, query, rules)} order by ${column} ${order}, t.id ${order}`
    for await (const rows of portionsOf<ListedRow>(trx, select)) yield rows.map(toListedOrder)
  },
}

/** The part of an order's amount that is paid in money: all but what a coupon pays. Same as `order_money` in SQL. */
export const moneyOf = ({ consumeType, amount, goods }: Pick<OrderRow, 'consumeType' | 'amount' | 'goods'>): Minor =>
  consumeType === 'GROUPCOUPON' ? goods : amount

function depositStateOf({ deposit, depositReturnedAt, state }: OrderRow): DepositState {
  if (depositReturnedAt !== null) return 'returned'
  return deposit > 0 && state !== 'nopay' && state !== 'closed' ? 'held' : 'none'
}

/** Wallet payments are no revenue: the revenue was the recharge. What a coupon paid is none either, and is refunded last. */
function revenueOf(order: OrderRow): Minor {
  const { payMode, state, refunded } = order
  const isPaid = state === 'paid' || state === 'refunding' || state === 'refunded'
  return isPaid && (payMode === 'cash' || payMode === 'scan') ? Math.max(0, moneyOf(order) - refunded) : 0
}

const toListedOrder = (row: ListedRow) => ({
  id: row.id,
  sysOrgCode: row.orgCode,
  sysOrgCode_dictText: row.storeName,
  createTime: toWireTime(row.createdAt),
  payTime: row.paidAt && toWireTime(row.paidAt),
  payState: row.state,
  payMode: row.payMode,
  consumeType: row.consumeType,
  usageMode: row.usageMode,
  sysDepartConsumeRoleId: row.ruleId ?? '',
  consumeRoleName: row.ruleName,
  // Of a visitor: the number, and the store.
  userId: row.memberId ?? row.homeMemberId ?? '',
  userNickname: row.nickname ?? row.homeStore ?? '',
  racer: row.racer,
  people: row.people,
  countOrder: row.consumeType === 'PRODUCT' ? 0 : Math.max(1, row.playIds.length),
  tickets: row.tickets ?? '',
  playIds: row.playIds,
  amount: fromMinor(row.amount),
  discount: fromMinor(row.discount),
  revenue: fromMinor(revenueOf(row)),
  refunded: fromMinor(row.refunded),
  deposit: fromMinor(row.deposit),
  depositState: depositStateOf(row),
  payOrderNumber: row.payOrderNumber ?? '',
  serialNumber: row.serialNumber ?? '',
  operatorName: row.operatorName,
  departusername: row.cashierName,
  terminalName: row.terminalName,
  remark: row.remark,
})

/** An order with its rides, which screens poll during a payment. Throws `common.recordNotFound`, also if data rules hide it. */
export async function findConsumeOrder(trx: Transaction, user: SignedIn, id: string, now: Date): Promise<ConsumeOrder> {
  const rules = await dataRules(trx, user, consumeOrderRules, now)
  const order = await trx
    .selectFrom('consumeOrder as t')
    .selectAll()
    .where('id', '=', id)
    .where(sql<boolean>`${sql.join([sql`true`, ...rules], sql` and `)}`)
    .executeTakeFirst()
  if (!order) throw new AppError('common.recordNotFound')
  const { rows } = await sql<{ play: ChargedPlay }>`select charged_play(p, null) as play
    from unnest(${order.playIds}::uuid[]) with ordinality as of (id, ordinal)
    join play_record p on p.id = of.id and p.org_code = ${order.orgCode} order by of.ordinal`.execute(trx)
  const { state: payState, payMode } = order
  const plays = rows.map(({ play }) => play)
  return { id, payState, payMode, amount: fromMinor(order.amount), deposit: fromMinor(order.deposit), plays }
}

/** Throws `common.recordNotFound` for an order that data rules hide, before it is refunded. */
export async function requireListedOrder(trx: Transaction, user: SignedIn, id: string, now: Date): Promise<void> {
  if ((await dataRules(trx, user, consumeOrderRules, now)).length > 0) await findConsumeOrder(trx, user, id, now)
}
