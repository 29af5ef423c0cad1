import type { Insertable, Selectable } from 'kysely'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { applicationResource } from '#shared/features/wallets/applications.contract.ts'

export type ApplicationRow = Selectable<Tables['discountApplication']>

export const applicationTable = crudTable(applicationResource, {
  table: 'discountApplication',
  ofStores: true,
  columns: { userId: 'memberId', laps: 'laps', applyState: 'state', reject: 'answer' },
})

export const insertApplication = (trx: Transaction, row: Insertable<Tables['discountApplication']>) =>
  trx.insertInto('discountApplication').values(row).execute()

/** Locks an application, so that concurrent decisions are serialized. */
export const lockApplication = (trx: Transaction, id: string): Promise<ApplicationRow | undefined> =>
  trx.selectFrom('discountApplication').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

type Decision = Pick<ApplicationRow, 'state' | 'reviewerId' | 'reviewerName' | 'answer' | 'updatedBy' | 'updatedAt'>

export const decideApplication = (trx: Transaction, id: string, decision: Decision) =>
  trx.updateTable('discountApplication').set(decision).where('id', '=', id).execute()

/** Names and phones of members by id. */
export async function memberNamesOf(trx: Transaction, ids: string[]) {
  if (ids.length === 0) return new Map<string, { nickname: string; realname: string; phone: string }>()
  const rows = await trx
    .selectFrom('member')
    .select(['id', 'nickname', 'realname', 'phone'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
