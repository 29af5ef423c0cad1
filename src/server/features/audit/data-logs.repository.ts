import { type RawBuilder, sql } from 'kysely'
import { columnOfField } from '#server/core/columns.ts'
import { listConditions } from '#server/core/list.ts'
import type { Transaction } from '#server/db/database.ts'
import { type Page, toPage } from '#shared/core/envelope.ts'
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
const MOST_VERSIONS = 500

const toDataLog = ({ id, recordKind, recordId, after, version, username, createdAt }: Row): DataLog => ({
  id: String(id),
  dataTable: recordKind,
  dataId: recordId,
  dataContent: JSON.stringify(after),
  dataVersion: version,
  createBy: username,
  createTime: toWireTime(createdAt),
})

/** Entries of the audit trail that say what a record was afterwards; which version that is follows from those before. */
async function read(trx: Transaction, where: RawBuilder<unknown>, page: RawBuilder<unknown>): Promise<DataLog[]> {
  const { rows } = await sql<Row>`select t.*, (select count(*) from audit_entry o where o.record_kind = t.record_kind
      and o.record_id = t.record_id and o.after is not null and o.id <= t.id) as version
    from audit_entry t where t.after is not null and ${where} ${page}`.execute(trx)
  return rows.map(toDataLog)
}

export async function pageOfDataLogs(trx: Transaction, query: DataLogSearch): Promise<Page<DataLog>> {
  const { pageNo, pageSize } = query
  const conditions = listConditions(dataLogFilter, query, (field) => columns[field] ?? columnOfField(field))
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  const order = sql.raw(query.order)
  const page = sql`order by t.id ${order} limit ${pageSize} offset ${(pageNo - 1) * pageSize}`
  const records = await read(trx, where, page)
  const count = await sql<{ total: number }>`
    select count(*) as total from audit_entry t where t.after is not null and ${where}`.execute(trx)
  return toPage(records, count.rows[0]?.total ?? 0, pageNo, pageSize)
}

export const comparedLogs = (trx: Transaction, ids: readonly string[]): Promise<DataLog[]> =>
  read(trx, sql`t.id = any(${ids}::bigint[])`, sql`order by t.id`)

export const versionsOf = (
  trx: Transaction,
  { dataTable, dataId }: { dataTable: string; dataId: string },
): Promise<DataLog[]> =>
  read(
    trx,
    sql`t.record_kind = ${dataTable} and t.record_id = ${dataId}`,
    sql`order by t.id desc limit ${MOST_VERSIONS}`,
  )
