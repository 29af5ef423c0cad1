import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { RuledList } from '#server/core/auth/auth-rules.ts'
import { crudTable } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import type { FieldKind, Fields } from '#shared/core/fields.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { ShiftCauses, ShiftSum } from '#shared/features/shifts/shift-report.calc.ts'
import { shiftResource } from '#shared/features/shifts/shifts.contract.ts'
import type { ShiftEntry } from '#shared/features/shifts/shifts.schema.ts'

export type ShiftRow = Selectable<Tables['shift']>
export type Person = Pick<SignedIn, 'id' | 'realname'>

/** The list of shifts, with late cash. */
export const shiftTable = crudTable(shiftResource, {
  table: 'shift',
  ofStores: true,
  columns: {
    sysOrgCode_dictText: 'storeName',
    shiftState: 'state',
    openTime: 'openedAt',
    closeTime: 'closedAt',
    closeBy: 'closedByName',
    floatAmount: 'openingFloat',
    countedAmount: 'counted',
    expectedAmount: 'expected',
    differenceAmount: 'difference',
  },
  codecs: { lateAmount: { toWire: () => null, toColumn: () => undefined } },
  complete: withLate,
})

/** The data rules of the list of shifts, for calls that name a shift. */
export const shiftRules = (deps: Pick<Deps, 'clock'>) => listRules(deps, shiftResource, shiftTable)

const fields: Fields = shiftResource.filter

/** SQL types of field kinds. */
const types: Record<FieldKind, string> = {
  text: 'text',
  number: 'integer',
  money: 'bigint',
  time: 'timestamptz',
  date: 'date',
  flag: 'boolean',
  yesNo: 'boolean',
  id: 'uuid',
}

/** Data rules of the list of shifts for a list of cash without a shift; fields that it has no column for are null. */
export const cashRules = (columns: Record<string, RawBuilder<unknown>>): RuledList => ({
  permissions: ['shift:list'],
  fields,
  columnOf: (field) => columns[field] ?? sql`null::${sql.raw(types[fields[field] ?? 'text'])}`,
})

/** Adds to closed shifts the cash of orders that arrived after closing. */
async function withLate<R extends { id: string; shiftState: string }>(trx: Transaction, rows: readonly R[]) {
  const closed = rows.filter(({ shiftState }) => shiftState === 'closed').map(({ id }) => id)
  const { rows: found } = await sql<{ id: string; late: number }>`
    select s.id, (select coalesce(sum(l.delta), 0)::bigint from ledger_line l
      where l.shift_id = s.id and l.org_code = s.org_code and l.account = 'cash' and l.seq > s.closed_seq) as late
    from shift s where s.id = any(${closed}::uuid[])`.execute(trx)
  const late = new Map(found.map(({ id, late: sum }) => [id, fromMinor(sum)]))
  return rows.map((row) => ({ ...row, lateAmount: late.get(row.id) ?? null }))
}

export async function findShift(trx: Transaction, id: string): Promise<ShiftRow> {
  const shift = await trx.selectFrom('shift').selectAll().where('id', '=', id).executeTakeFirst()
  if (!shift) throw new AppError('common.recordNotFound')
  return shift
}

/** The time zone of a store, for papers and workbooks. */
export const timeZoneOf = async (trx: Transaction, orgCode: string): Promise<string> =>
  (await trx.selectFrom('store').select('timeZone').where('orgCode', '=', orgCode).executeTakeFirstOrThrow()).timeZone

/** The open shift of a counter, by the rule of the ledger; null if there is none. */
export async function openShiftOf(
  trx: Transaction,
  { orgCode, terminalId, operatorId }: { orgCode: string; terminalId: string | null; operatorId: string },
): Promise<ShiftRow | null> {
  const { rows } = await sql<{ id: string | null }>`
    select shift_at(${orgCode}, ${terminalId}, ${operatorId}, null) as id`.execute(trx)
  const id = rows[0]?.id
  return id ? findShift(trx, id) : null
}

/** Cash movements of a drawer, the oldest first. */
export async function entriesOf(trx: Transaction, shiftId: string): Promise<ShiftEntry[]> {
  const rows = await trx
    .selectFrom('shiftEntry')
    .select(['id', 'kind', 'amount', 'reason', 'createdAt', 'createdBy'])
    .where('shiftId', '=', shiftId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(({ amount, createdAt, createdBy, ...entry }) => ({
    ...entry,
    amount: fromMinor(amount),
    createTime: toWireTime(createdAt),
    createBy: createdBy,
  }))
}

/** Sums of the ledger of a shift by kind of cause and account. */
export async function sumsOf(trx: Transaction, { id, orgCode }: Pick<ShiftRow, 'id' | 'orgCode'>): Promise<ShiftSum[]> {
  const { rows } = await sql<ShiftSum>`
    -- A clearing entry counts as that of the wallet that it stands for.
    select cause_kind, case account when 'clearing' then project else account::text end as account,
        sum(case account when 'clearing' then -delta else delta end)::bigint as amount
      from ledger_line where shift_id = ${id} and org_code = ${orgCode} group by 1, 2 order by 1, 2`.execute(trx)
  return rows
}

/** The number of causes of a shift by kind, and their deposits by tender. */
export async function causesOf(
  trx: Transaction,
  { id, orgCode }: Pick<ShiftRow, 'id' | 'orgCode'>,
): Promise<ShiftCauses[]> {
  const { rows } = await sql<ShiftCauses>`
    select cause_kind, case when deposit is not null then tender end as tender, count(*)::integer as count,
        count(deposit)::integer as deposits, coalesce(sum(deposit), 0)::bigint as deposit
      from (select cause_kind, min(account) filter (where account in ('cash', 'scan')) as tender,
          sum(delta) filter (where account = 'deposit') as deposit
        from ledger_line where shift_id = ${id} and org_code = ${orgCode} group by cause_kind, cause_id) cause
      group by 1, 2 order by 1, 2`.execute(trx)
  return rows
}

/** The number of runs of charges in a shift. */
export async function runsOf(trx: Transaction, { id, orgCode }: Pick<ShiftRow, 'id' | 'orgCode'>): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    select count(*)::integer as runs
      from (select distinct cause_id from ledger_line
        where shift_id = ${id} and org_code = ${orgCode} and cause_kind = 'consume') cause
      join play_record p on p.consume_id = cause.cause_id and p.org_code = ${orgCode}
      join run g on g.play_id = p.id and g.org_code = p.org_code`.execute(trx)
  return rows[0]?.runs ?? 0
}

/** Closes a shift with its count; returns it with the expected cash. */
export async function endShift(
  trx: Transaction,
  shift: Pick<ShiftRow, 'id' | 'orgCode'>,
  { counted, by, remark, now }: { counted: number; by: Person; remark: string; now: Date },
): Promise<ShiftRow> {
  const { rows } = await sql<ShiftRow>`
    select * from end_shift(${shift.id}, ${shift.orgCode}, ${counted}, ${by.id}, ${by.realname}, ${remark}, ${now})`.execute(
    trx,
  )
  const [closed] = rows
  if (!closed) throw new AppError('common.recordNotFound')
  return closed
}
