import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
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

/** The list of differences. */
export const differenceTable = crudTable(reconciliationResource, {
  table: 'reconciliationDifference',
  ofStores: true,
  columns: { sysOrgCode_dictText: 'storeName', seenTime: 'seenAt', settleTime: 'settledAt' },
  complete: async (_, rows) => rows.map(inUnits),
})

type Row = z.output<typeof reconciliationResource.entity>

/** Converts minor units if the account is money. */
function inUnits(row: Row): Row {
  if (!isMoney(row.account)) return row
  const { stored, expected, difference } = row
  return { ...row, stored: fromMinor(stored), expected: fromMinor(expected), difference: fromMinor(difference) }
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
