import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { FirstRunStep } from '#shared/features/stores/first-run.contract.ts'

export interface StoreToSetUp {
  id: string
  orgCode: string
  name: string
  timeZone: string
  acceptsCash: 'YES' | 'NO'
}

/** The number of records that each step requires. */
export type SetupCounts = Record<Exclude<FirstRunStep, 'store'>, number>

export const storesInScope = (trx: Transaction): Promise<StoreToSetUp[]> =>
  trx
    .selectFrom('store')
    .select(['id', 'orgCode', 'name', 'timeZone', 'acceptsCash'])
    .where('kind', '=', 'store')
    .where('status', '<>', '0')
    .orderBy('orgCode')
    .execute()

const nothing: SetupCounts = {
  staff: 0,
  levels: 0,
  rules: 0,
  recharge: 0,
  vehicles: 0,
  payments: 0,
  terminal: 0,
  printer: 0,
  sale: 0,
}

/** The actions that taking money at a counter requires. */
const SELLS = 'consume:add'

/** Staff are cashiers who may sell there, by a role or a department role. Test runs do not count as sales. */
export async function countSetup(trx: Transaction, { id, orgCode }: StoreToSetUp): Promise<SetupCounts> {
  const { rows } = await sql<SetupCounts>`select
    (select count(*) from user_store b join user_account u on u.id = b.user_id
      where b.store_id = ${id} and u.identity = '3' and u.status = 1 and u.deleted_at is null
        and exists (
          select from user_role r join role_permission g on g.role_id = r.role_id join permission p on p.id = g.permission_id
            where r.user_id = u.id and p.perms = ${SELLS}
          union all
          select from store_role_user r join store_role s on s.id = r.role_id and s.store_id = ${id}
            join store_role_permission g on g.role_id = s.id join permission p on p.id = g.permission_id
            where r.user_id = u.id and p.perms = ${SELLS}))::int as staff,
    (select count(*) from member_level where org_code = ${orgCode})::int as levels,
    (select count(*) from consume_rule where org_code = ${orgCode} and active)::int as rules,
    (select count(*) from recharge_rule where org_code = ${orgCode} and active)::int as recharge,
    (select count(*) from vehicle where org_code = ${orgCode})::int as vehicles,
    (select count(*) from payment_provider where org_code = ${orgCode} and enabled)::int as payments,
    (select count(*) from terminal where org_code = ${orgCode} and state = 'enrolled')::int as terminal,
    (select count(*) from terminal where org_code = ${orgCode} and first_printed_at is not null)::int as printer,
    (exists (select from consume_order where org_code = ${orgCode} and paid_at is not null and consume_type <> 'TESTCARD')
      or exists (select from recharge_order where org_code = ${orgCode} and paid_at is not null))::int as sale`.execute(
    trx,
  )
  return rows[0] ?? nothing
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

/** Lets a user choose a store that they can already see as their current store. */
export async function addPerson(trx: Transaction, userId: string, storeId: string): Promise<void> {
  await trx
    .insertInto('userStore')
    .values({ userId, storeId })
    .onConflict((conflict) => conflict.columns(['userId', 'storeId']).doNothing())
    .execute()
}
