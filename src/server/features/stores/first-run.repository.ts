import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { FirstRunStep } from '#shared/features/stores/first-run.contract.ts'

export interface StoreToSetUp {
  id: string
  orgCode: string
  name: string
  timeZone: string
}

/** How much there is of what each step is about. */
export type SetupCounts = Record<Exclude<FirstRunStep, 'store'>, number>

export const storesInScope = (trx: Transaction): Promise<StoreToSetUp[]> =>
  trx
    .selectFrom('store')
    .select(['id', 'orgCode', 'name', 'timeZone'])
    .where('kind', '=', 'store')
    .where('status', '<>', '0')
    .orderBy('orgCode')
    .execute()

/** Staff are people who serve at a counter, whatever else they are. */
export async function countSetup(trx: Transaction, { id, orgCode }: StoreToSetUp): Promise<SetupCounts> {
  const { rows } = await sql<SetupCounts>`select
    (select count(*) from user_store b join user_account u on u.id = b.user_id
      where b.store_id = ${id} and u.identity = '3' and u.status = 1 and u.deleted_at is null)::int as staff,
    (select count(*) from member_level where org_code = ${orgCode})::int as levels,
    (select count(*) from consume_rule where org_code = ${orgCode} and active)::int as rules,
    (select count(*) from vehicle where org_code = ${orgCode})::int as vehicles,
    (select count(*) from terminal where org_code = ${orgCode} and state = 'enrolled')::int as terminal,
    (select count(*) from terminal where org_code = ${orgCode} and first_printed_at is not null)::int as printer`.execute(
    trx,
  )
  return rows[0] ?? { staff: 0, levels: 0, rules: 0, vehicles: 0, terminal: 0, printer: 0 }
}

export const skipsOf = (trx: Transaction, orgCode: string) =>
  trx.selectFrom('storeSetupSkip').selectAll().where('orgCode', '=', orgCode).execute()

interface Skip {
  orgCode: string
  step: FirstRunStep
  skippedBy: string
  skippedAt: Date
}

export async function keepSkip(trx: Transaction, skip: Skip): Promise<void> {
  await trx
    .insertInto('storeSetupSkip')
    .values(skip)
    .onConflict((conflict) => conflict.columns(['orgCode', 'step']).doNothing())
    .execute()
}

export async function dropSkip(trx: Transaction, orgCode: string, step: FirstRunStep): Promise<void> {
  await trx.deleteFrom('storeSetupSkip').where('orgCode', '=', orgCode).where('step', '=', step).execute()
}

/** Lets somebody choose the store to work in, which they can see already. */
export async function addPerson(trx: Transaction, userId: string, storeId: string): Promise<void> {
  await trx
    .insertInto('userStore')
    .values({ userId, storeId })
    .onConflict((conflict) => conflict.columns(['userId', 'storeId']).doNothing())
    .execute()
}
