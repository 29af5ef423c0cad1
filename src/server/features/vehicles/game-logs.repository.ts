import { type RawBuilder, sql } from 'kysely'
import type { RuledList } from '#server/core/auth/auth-rules.ts'
import type { ListSearch } from '#server/core/lists/crud.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { pageOfStores, portionsOf, storesOf } from '#server/db/store-list.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { chargedPeople } from '#shared/features/sessions/charge.calc.ts'
import { type GameLog, gameLogList as list } from '#shared/features/vehicles/game-logs.contract.ts'

interface ListedRow {
  id: string
  orgCode: string
  storeName: string
  startedAt: Date
  endsAt: Date | null
  endedAt: Date | null
  state: GameLog['state']
  vehicleId: string
  vehicleName: string | null
  runMode: GameLog['consumeVehicleMode']
  laps: number
  lapsDone: number
  extended: number
  endedHow: GameLog['endedHow']
  racer: string
  startedBy: string
  stoppedBy: string
  playId: string
  /** State of its ride; null if there is none. */
  playState: GameLog['playState']
  minutes: number | null
  people: number | null
  ticketNo: string | null
  memberId: string | null
  nickname: string | null
  realname: string | null
  phone: string | null
  ruleId: string | null
  ruleName: string | null
  consumeType: GameLog['consumeType']
  price: number | null
  priceMode: 'one' | 'every' | null
  terminalName: string | null
  operatorName: string | null
  cashierName: string | null
  offline: boolean | null
  remark: string | null
}

/** Columns of the run; the other fields are of its ride. */
const ownColumns: Record<string, string> = {
  id: 'id',
  sysOrgCode: 'orgCode',
  startTime: 'startedAt',
  endTime: 'endedAt',
  state: 'state',
  vehicleId: 'vehicleId',
  consumeVehicleMode: 'runMode',
  playId: 'playId',
  startedBy: 'startedBy',
  stoppedBy: 'stoppedBy',
  endedHow: 'endedHow',
}
const rideColumns: Record<string, string> = {
  userId: 'memberId',
  roleName: 'ruleName',
  playState: 'state',
}
const columnOf = (field: string): string => ownColumns[field] ?? field

const filterPart = (isOwn: boolean) =>
  Object.fromEntries(
    Object.entries(list.filter).filter(([name]) => name !== 'sysOrgCode' && Object.hasOwn(ownColumns, name) === isOwn),
  )
const ownFields = filterPart(true)
const recordFields = filterPart(false)

/** Fields of runs for data rules and advanced queries. */
export const gameLogList: RuledList = {
  permissions: [`${list.permission}:list`],
  fields: { ...ownFields, sysOrgCode: 'text' },
  columnOf,
}

/** SQL conditions of a search on runs and their rides. */
function conditionsOf(query: Record<string, unknown>): RawBuilder<unknown>[] {
  const { superQueryParams: _, superQueryMatchType: __, ...plain } = query
  const rideConditions = listConditions(recordFields, plain, (field) => rideColumns[field] ?? field)
  const conditions = listConditions(ownFields, query, columnOf)
  if (rideConditions.length === 0) return conditions
  return [
    ...conditions,
    sql`(t.org_code, t.play_id) in (select t.org_code, t.id from play_record t where ${sql.join(rideConditions, sql` and `)})`,
  ]
}

const joined = (row: 't' | 'row') => sql`
  left join vehicle v on v.id = ${sql.ref(`${row}.vehicle_id`)} and v.org_code = ${sql.ref(`${row}.org_code`)}
  left join lateral (select p.* from play_record p
    where p.id = ${sql.ref(`${row}.play_id`)} and p.org_code = ${sql.ref(`${row}.org_code`)} offset 0) p on true
  left join lateral (select nickname, realname, phone from member m
    where m.id = p.member_id and m.org_code = p.org_code offset 0) m on true`

const columns = sql`v.name as vehicle_name, p.state as play_state, p.minutes, p.people, p.ticket_no, p.member_id, p.rule_id,
  p.rule_name, p.consume_type, p.price, p.price_mode, p.terminal_name, p.operator_name, p.cashier_name, p.offline, p.remark,
  m.nickname, m.realname, m.phone`

/** A page of the runs of the stores in scope; the caller adds dictionary texts. */
export async function listGameLogs(
  trx: Transaction,
  user: SignedIn,
  search: ListSearch,
  rules: readonly RawBuilder<unknown>[],
  seesPhones: boolean,
): Promise<Page<GameLog>> {
  const { pageNo, pageSize, order } = search
  const stores = storesOf(user, typeof search.sysOrgCode === 'string' ? search.sysOrgCode : undefined)
  const where = [...conditionsOf(search), ...rules]
  const page = await pageOfStores<ListedRow>(trx, {
    table: 'run',
    column: 'started_at',
    where,
    order,
    pageNo,
    pageSize,
    ...(stores ? { stores } : {}),
    join: joined('row'),
    columns,
  })
  return { ...page, records: page.records.map((row) => toGameLog(row, seesPhones)) }
}

function everySearched(user: SignedIn, query: ListSearch, rules: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const where = [sql`true`, ...conditionsOf(query), ...rules]
  const stores = storesOf(user, typeof query.sysOrgCode === 'string' ? query.sysOrgCode : undefined)
  if (stores) where.push(sql`t.org_code >= ${stores.from} and t.org_code < ${stores.to}`)
  const selected = typeof query.selections === 'string' ? query.selections.split(',').filter(isUuid) : []
  if (query.selections) where.push(sql`t.id = any(${selected}::uuid[])`)
  return sql`from run t join store s on s.org_code = t.org_code ${joined('t')} where ${sql.join(where, sql` and `)}`
}

/** Statements of the export: every run of a search, in batches of one snapshot, with masked phones. */
export const gameLogRows = {
  columnOf,
  async count(trx: Transaction, user: SignedIn, query: ListSearch, rules: readonly RawBuilder<unknown>[]) {
    const { rows } = await sql<{
      total: number
    }>`select count(*) as total ${everySearched(user, query, rules)}`.execute(trx)
    return rows[0]?.total ?? 0
  },
  async *each(trx: Transaction, user: SignedIn, query: ListSearch, rules: readonly RawBuilder<unknown>[]) {
    const order = query.order === 'asc' ? sql`asc` : sql`desc`
    const select = sql`select t.*, s.name as store_name, ${columns} ${everySearched(user, query, rules)}
      order by t.started_at ${order}, t.id ${order}`
    for await (const rows of portionsOf<ListedRow>(trx, select)) yield rows.map((row) => toGameLog(row, false))
  },
}

/** One run. Throws `common.recordNotFound`, also if data rules hide it. */
export async function findGameLog(
  trx: Transaction,
  id: string,
  rules: readonly RawBuilder<unknown>[],
  seesPhones: boolean,
): Promise<GameLog> {
  if (!isUuid(id)) throw new AppError('common.recordNotFound')
  const where = [sql`t.id = ${id}`, ...rules]
  const { rows } = await sql<ListedRow>`select t.*, s.name as store_name, ${columns}
    from run t join store s on s.org_code = t.org_code ${joined('t')} where ${sql.join(where, sql` and `)}`.execute(trx)
  if (!rows[0]) throw new AppError('common.recordNotFound')
  return toGameLog(rows[0], seesPhones)
}

function toGameLog(row: ListedRow, seesPhones: boolean): GameLog {
  const people = row.people ?? 1
  const phone = row.phone ?? ''
  return {
    id: row.id,
    sysOrgCode: row.orgCode,
    sysOrgCode_dictText: row.storeName,
    startTime: toWireTime(row.startedAt),
    dueTime: row.endsAt && toWireTime(row.endsAt),
    endTime: row.endedAt && toWireTime(row.endedAt),
    seconds: row.endedAt && Math.max(0, Math.round((row.endedAt.getTime() - row.startedAt.getTime()) / 1000)),
    state: row.state,
    state_dictText: row.state,
    endedHow: row.endedHow,
    endedHow_dictText: row.endedHow || null,
    vehicleId: row.vehicleId,
    vehicleName: row.vehicleName ?? '',
    consumeVehicleMode: row.runMode,
    consumeVehicleMode_dictText: row.runMode,
    countCycleNumber: row.laps,
    lapsDone: row.lapsDone,
    extended: row.extended,
    duration: row.runMode === 'timermode' ? (row.minutes ?? 0) + row.extended : 0,
    racer: row.racer,
    people,
    playId: row.playId,
    playState: row.playState,
    playState_dictText: row.playState,
    ticketNo: row.ticketNo ?? '',
    userId: row.memberId,
    userNickname: row.nickname ?? '',
    userTruenmae: row.realname ?? '',
    userPhone: seesPhones ? phone : maskPhone(phone),
    ruleId: row.ruleId,
    roleName: row.ruleName ?? '',
    consumeType: row.consumeType,
    consumeType_dictText: row.consumeType,
    price: fromMinor((row.price ?? 0) * chargedPeople(row.priceMode ?? 'one', people)),
    terminalName: row.terminalName ?? '',
    startedBy: row.startedBy,
    operatorName: row.operatorName ?? '',
    cashierName: row.cashierName ?? '',
    stoppedBy: row.stoppedBy,
    offline: row.offline ?? false,
    remark: row.remark ?? '',
  }
}
