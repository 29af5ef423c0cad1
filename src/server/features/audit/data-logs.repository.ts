import { type RawBuilder, sql } from 'kysely'
import { columnOfField } from '#server/core/lists/columns.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { Transaction } from '#server/db/database.ts'
import { pageOfTable } from '#server/db/store-list.ts'
import type { Page } from '#shared/core/envelope.ts'
import { toWireTime } from '#shared/core/time.ts'
import { type DataLog, type DataLogSearch, dataLogFilter } from '#shared/features/audit/logs.contract.ts'

interface Row {
  id: number
  recordKind: string
  recordId: string
  after: unknown
  version: number
  username: string
  createdAt: Date
}

const columns: Record<string, string> = { dataTable: 'recordKind', dataId: 'recordId', createBy: 'username' }
const MAX_VERSIONS = 500

const toDataLog = ({ id, recordKind, recordId, after, version, username, createdAt }: Row): DataLog => ({
  id: String(id),
  dataTable: recordKind,
  dataId: recordId,
  dataContent: JSON.stringify(after),
  dataVersion: version,
  createBy: username,
  createTime: toWireTime(createdAt),
})

/** The version number of an entry, counted from the earlier entries of its record. */
const version = sql`(select count(*) from audit_entry o where o.record_kind = t.record_kind
  and o.record_id = t.record_id and o.after is not null and o.id <= t.id) as version`

/** Entries of the audit trail that contain a record's new state. */
async function read(
  trx: Transaction,
  where: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
  content: RawBuilder<unknown> = sql`t.after`,
): Promise<DataLog[]> {
  const { rows } = await sql<Row>`select t.*, ${version}, ${content}
    from audit_entry t where t.after is not null and ${where} ${page}`.execute(trx)
  return rows.map(toDataLog)
}

export async function pageOfDataLogs(trx: Transaction, query: DataLogSearch): Promise<Page<DataLog>> {
  const { pageNo, pageSize, order } = query
  const conditions = listConditions(dataLogFilter, query, (field) => columns[field] ?? columnOfField(field))
  const where = [sql`t.after is not null`, ...conditions]
  const list = { table: 'audit_entry', where, column: 'id', order, pageNo, pageSize, columns: version }
  const page = await pageOfTable<Row>(trx, list)
  return { ...page, records: page.records.map(toDataLog) }
}

/**
 * The whole state of an entry's record: each field as last changed. Entries have the changed fields only, of which a comparison
 * would show nothing that both have.
 */
const wholeState = sql`(select jsonb_object_agg(f.key, f.value) from (
  select distinct on (e.key) e.key, e.value from audit_entry o,
    jsonb_each(case when jsonb_typeof(o.after) = 'object' then o.after else '{}' end) e
  where o.record_kind = t.record_kind and o.record_id = t.record_id and o.id <= t.id
  order by e.key, o.id desc) f)`

/** Two entries with the whole states of their records. */
export const comparedLogs = (trx: Transaction, ids: readonly string[]): Promise<DataLog[]> =>
  read(trx, sql`t.id = any(${ids}::bigint[])`, sql`order by t.id`, sql`coalesce(${wholeState}, t.after) as after`)

export const versionsOf = (
  trx: Transaction,
  { dataTable, dataId }: { dataTable: string; dataId: string },
): Promise<DataLog[]> =>
  read(
    trx,
    sql`t.record_kind = ${dataTable} and t.record_id = ${dataId}`,
    sql`order by t.id desc limit ${MAX_VERSIONS}`,
  )
