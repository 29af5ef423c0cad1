import { type Selectable, sql } from 'kysely'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import {
  type ReconciliationRun,
  reconciliationResource,
} from '#shared/features/reconciliation/reconciliation.contract.ts'
import { isMoney } from '#shared/features/reconciliation/reconciliation.schema.ts'

const MAX_RUNS = 60

const table = crudTable(reconciliationResource, {
  table: 'reconciliationDifference',
  ofStores: true,
  columns: { sysOrgCode_dictText: 'storeName', seenTime: 'seenAt', settleTime: 'settledAt' },
})

type Row = ReturnType<typeof table.toRow>

/** Converts minor units if the account is money. */
const inUnits = <R extends Row>(row: R): R => {
  if (!isMoney(row.account)) return row
  const { stored, expected, difference } = row
  return { ...row, stored: fromMinor(stored), expected: fromMinor(expected), difference: fromMinor(difference) }
}

/** The list of differences. */
export const differenceTable: typeof table = {
  ...table,
  async page(...args) {
    const page = await table.page(...args)
    return { ...page, records: page.records.map(inUnits) }
  },
  async *each(...args: Parameters<typeof table.each>) {
    for await (const rows of table.each(...args)) yield rows.map(inUnits)
  },
  get: async (trx, id) => inUnits(await table.get(trx, id)),
}

/** Locks a difference. */
export const lockDifference = (
  trx: Transaction,
  id: string,
): Promise<Selectable<Tables['reconciliationDifference']> | undefined> =>
  trx.selectFrom('reconciliationDifference').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The latest runs, the newest first. */
export async function lastRuns(trx: Transaction): Promise<ReconciliationRun[]> {
  const { rows } = await sql<Selectable<Tables['reconciliationRun']> & { storeName: string }>`
    select r.*, s.name as store_name from reconciliation_run r join store s on s.org_code = r.org_code
      order by r.started_at desc, r.id desc limit ${MAX_RUNS}`.execute(trx)
  return rows.map(({ orgCode, storeName, startedAt, endedAt, startedBy, ...run }) => ({
    ...run,
    sysOrgCode: orgCode,
    sysOrgCode_dictText: storeName,
    startTime: toWireTime(startedAt),
    endTime: toWireTime(endedAt),
    startBy: startedBy,
  }))
}
