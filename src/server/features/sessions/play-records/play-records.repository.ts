import { type RawBuilder, type Selectable, sql } from 'kysely'
import { dataRules, type RuledList } from '#server/core/auth/auth-rules.ts'
import type { ListSearch } from '#server/core/lists/crud.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Scope, Transaction } from '#server/db/database.ts'
import { afterPrefix, pageOfStores, portionsOf, storesOf } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { matchingMembers } from '#server/features/members/index.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { takesLevelDiscount } from '#shared/features/rules/price.calc.ts'
import { chargedPeople, takesPoints } from '#shared/features/sessions/charge.calc.ts'
import type { PlayRecord, RecordRefund } from '#shared/features/sessions/play-before-pay.contract.ts'
import { playRecordFields, playRecordNames } from '#shared/features/sessions/play-record-search.schema.ts'

export type PlayRow = Selectable<Tables['playRecord']>

interface ListedRow extends PlayRow {
  memberLevel: string | null
  storeName: string
  nickname: string | null
  realname: string | null
  refundState: RecordRefund | null
}

export interface PlayRecordSearch {
  pageNo: number
  pageSize: number
  column: string
  order: 'asc' | 'desc'
  stores?: Scope
  /** Conditions of the caller's data rules. */
  rules?: RawBuilder<unknown>[]
  /** Filters in the notation of the API family. */
  [filter: string]: unknown
}

/** Columns with names different from their fields. */
const columns: Record<string, string> = {
  createTime: 'createdAt',
  gameLogId: 'runId',
  playState: 'state',
  userId: 'memberId',
  roleName: 'ruleName',
  sysOrgCode: 'orgCode',
  consumeVehicleMode: 'runMode',
  countCycleNumber: 'laps',
  duration: 'minutes',
}
const columnOf = (field: string): string => columns[field] ?? field
/** The store is a separate range filter. */
const { sysOrgCode: _, ...ofRecords } = playRecordFields
const filters = { ...ofRecords, ...playRecordNames }
const ofMember = (name: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${name} from member m where m.id = t.member_id and m.org_code = t.org_code)`
const names: Record<string, RawBuilder<unknown>> = {
  userNickname: ofMember(sql`m.nickname`),
  userTruenmae: ofMember(sql`m.realname`),
}

/** Sort expressions of fields that are no columns. */
const expressions: Record<string, RawBuilder<unknown>> = {
  ...names,
  price: sql`t.price * case t.price_mode when 'one' then 1 else t.people end`,
}

/** SQL conditions of a search. A ticket number may be the server's or a terminal's own. */
function conditionsOf({
  ticketNo,
  keyword,
  staffName,
  cancelledBy,
  ...others
}: Record<string, unknown>): RawBuilder<unknown>[] {
  const conditions = listConditions(filters, others, (field) => names[field] ?? columnOf(field))
  if (staffName) conditions.push(sql`coalesce(nullif(t.cashier_name, ''), t.operator_name) = ${staffName}`)
  if (cancelledBy) {
    // A ride without payment is a void of its order.
    conditions.push(sql`t.state = 'CANCELLED' and t.consume_id is null
      and t.settled_by in (select u.id from user_account u where u.realname = ${cancelledBy})`)
  }
  const word = typeof keyword === 'string' ? keyword.trim() : ''
  if (word !== '') conditions.push(keywordCondition(word))
  const numbered = (column: string) => listConditions({ ticketNo: 'text' }, { ticketNo }, () => column)
  const [server] = numbered('ticketNo')
  const [terminal] = numbered('terminalTicket')
  return server && terminal ? [...conditions, sql`(${server} or ${terminal})`] : conditions
}

/** At least eight characters of an id, as screens show its last eight. */
const isPartOfId = (text: string): boolean => /^[0-9a-f-]{8,36}$/i.test(text)

/** A condition for keywords of customers: ticket number, name, phone or vehicle. */
function keywordCondition(word: string): RawBuilder<unknown> {
  const ticket = word.toUpperCase()
  const begins = (column: 'ticket_no' | 'terminal_ticket') =>
    sql`(${sql.ref(`t.${column}`)} >= ${ticket} and ${sql.ref(`t.${column}`)} < ${afterPrefix(ticket)})`
  // Not LIKE: the text is not a pattern.
  const contains = (column: 'racer' | 'vehicle_name') =>
    sql`strpos(lower(${sql.ref(`t.${column}`)}), ${word.toLowerCase()}) > 0`
  return sql`(${begins('ticket_no')} or ${begins('terminal_ticket')} or ${contains('racer')} or ${contains('vehicle_name')}
    ${isPartOfId(word) ? sql`or strpos(t.id::text, ${word.toLowerCase()}) > 0` : sql``}
    or (t.org_code, t.member_id) in (${matchingMembers(word)}))`
}

/** Fields for data rules; a rule may name the store, unlike the search. */
export const playRecordList: RuledList = {
  permissions: ['playbeforepay:list'],
  fields: playRecordFields,
  columnOf: (field) => (field === 'sysOrgCode' ? 'orgCode' : columnOf(field)),
}

/** Locks a record that data rules do not hide from the user. Throws `common.recordNotFound`. */
export async function lockListedPlay(trx: Transaction, user: SignedIn, id: string, now: Date): Promise<PlayRow> {
  const rules = await dataRules(trx, user, playRecordList, now)
  const play = await trx
    .selectFrom('playRecord as t')
    .selectAll()
    .where('id', '=', id)
    .where(sql<boolean>`${sql.join([sql`true`, ...rules], sql` and `)}`)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!play) throw new AppError('common.recordNotFound')
  return play
}

/** SQL for the refund state of the order that settled a ride. */
const refundOf = (record: RawBuilder<unknown>) => sql`left join lateral (select case
    when exists (select from refund_order r where r.order_kind = 'consume' and r.order_id = o.id and r.org_code = o.org_code
      and r.voids and r.state <> 'refused') then 'voided'
    when o.state in ('refunding', 'refunded') then o.state
    when o.refunded > 0 then 'part' end as refund_state
  from consume_order o where o.id = ${record}.consume_id and o.org_code = ${record}.org_code offset 0) given on true`

/** Statements of the export: every ride of a search, in batches of one snapshot. */
export const playRecordRows = {
  columnOf: playRecordList.columnOf,
  async count(trx: Transaction, user: SignedIn, query: ListSearch, rules: readonly RawBuilder<unknown>[]) {
    const where = wholeSearch(user, query, rules)
    const { rows } = await sql<{
      total: number
    }>`select count(*) as total from play_record t where ${where}`.execute(trx)
    return rows[0]?.total ?? 0
  },
  async *each(trx: Transaction, user: SignedIn, query: ListSearch, rules: readonly RawBuilder<unknown>[]) {
    const column = expressions[query.column] ?? sql.ref(`t.${playRecordList.columnOf(query.column)}`)
    const order = query.order === 'asc' ? sql`asc` : sql`desc`
    const select = sql`select t.*, store.name as store_name, member.nickname, member.realname, member.member_level, given.refund_state
      from play_record t join store on store.org_code = t.org_code
      left join member on member.id = t.member_id and member.org_code = t.org_code ${refundOf(sql`t`)}
      where ${wholeSearch(user, query, rules)} order by ${column} ${order}, t.id ${order}`
    for await (const rows of portionsOf<ListedRow>(trx, select)) yield rows.map(toPlayRecord)
  },
}

function wholeSearch(user: SignedIn, query: ListSearch, rules: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const where = [sql`true`, ...conditionsOf(query), ...rules]
  const stores = storesOf(user, typeof query.sysOrgCode === 'string' ? query.sysOrgCode : undefined)
  if (stores) where.push(sql`t.org_code >= ${stores.from} and t.org_code < ${stores.to}`)
  const selected = typeof query.selections === 'string' ? query.selections : ''
  if (selected !== '') where.push(sql`t.id = any(${selected.split(',').filter(isUuid)}::uuid[])`)
  return sql.join(where, sql` and `)
}

/** Columns with an index for sorting; rides of one state are sorted newest first. */
const SERVED = ['createdAt', 'state', 'id']
const TIES = { of: 'state', by: 'createdAt' }

/** A page of play records of the stores in scope (spec §2); the caller adds dictionary texts. */
export async function listPlayRecords(trx: Transaction, search: PlayRecordSearch): Promise<Page<PlayRecord>> {
  const { pageNo, pageSize, order, stores, rules = [] } = search
  const where = [...conditionsOf(search), ...rules]
  const page = await pageOfStores<ListedRow>(trx, {
    table: 'play_record',
    where,
    order,
    pageNo,
    pageSize,
    stores,
    column: columnOf(search.column),
    expression: expressions[search.column],
    served: SERVED,
    ties: TIES,
    // Lateral, so that the few members of a page are looked up by id, not by a scan.
    join: sql`left join lateral (select nickname, realname, member_level from member
      where member.id = row.member_id and member.org_code = row.org_code offset 0) member on true ${refundOf(sql`row`)}`,
    columns: sql`member.nickname, member.realname, member.member_level, given.refund_state`,
  })
  return { ...page, records: page.records.map(toPlayRecord) }
}

const toPlayRecord = (row: ListedRow): PlayRecord => ({
  id: row.id,
  sysOrgCode: row.orgCode,
  sysOrgCode_dictText: row.storeName,
  createTime: toWireTime(row.createdAt),
  playState: row.state,
  playState_dictText: row.state,
  refundState: row.refundState ?? 'none',
  ticketNo: row.ticketNo,
  terminalTicket: row.terminalTicket,
  gameLogId: row.runId,
  rechargeId: row.rechargeId,
  consumeId: row.consumeId,
  userId: row.memberId,
  userNickname: row.nickname ?? '',
  userTruenmae: row.realname ?? '',
  racer: row.racer,
  ruleId: row.ruleId,
  roleName: row.ruleName,
  consumeType: row.consumeType,
  consumeType_dictText: row.consumeType,
  consumeVehicleMode: row.runMode,
  consumeVehicleMode_dictText: row.runMode,
  countCycleNumber: row.laps,
  duration: row.minutes,
  people: row.people,
  price: fromMinor(row.price * chargedPeople(row.priceMode, row.people)),
  discount: fromMinor(row.discount * chargedPeople(row.priceMode, row.people)),
  priceMode: row.priceMode,
  levelDiscount: row.levelDiscount && takesLevelDiscount(row.consumeType) ? 'YES' : 'NO',
  memberLevel: row.memberLevel ?? '',
  coins: row.consumeType === 'COIN' ? row.coins * chargedPeople(row.priceMode, row.people) : 0,
  integral: takesPoints(row.consumeType) ? row.integral * chargedPeople(row.priceMode, row.people) : 0,
  frequency: row.consumeType === 'FREQUENCY' ? row.frequency * chargedPeople(row.priceMode, row.people) : 0,
  deposit: fromMinor(row.consumeType === 'NOCARDCONSUME' ? row.deposit : 0),
  vehicleId: row.vehicleId ?? '',
  vehicleName: row.vehicleName,
  terminalName: row.terminalName,
  cashierName: row.cashierName,
  operatorName: row.operatorName,
  offline: row.offline,
  ruleConflict: row.ruleConflict,
  remark: row.remark,
})
