import type { Selectable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { ConsumeRule, ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

export type RuleRow = Selectable<Tables['consumeRule']>

export const toConsumeRule = (row: RuleRow): ConsumeRule => ({
  id: row.id,
  sysOrgCode: row.orgCode,
  consumeRoleName: row.name,
  consumeTypeRole: row.consumeType,
  toolType: row.toolType,
  projectType: row.projectType,
  muiltMode: row.priceMode,
  price: fromMinor(row.price),
  deposit: fromMinor(row.deposit),
  integral: row.integral,
  frequency: row.frequency,
  duration: row.minutes,
  countCycleNumber: row.laps,
  memberLevel: row.memberLevel,
  indexNumber: row.indexNumber,
})

/** Active rules of the stores in scope, or of one of them, as a counter offers them. */
export async function listRules(
  trx: Transaction,
  types?: readonly ConsumeType[],
  orgCode?: string,
): Promise<ConsumeRule[]> {
  let query = trx.selectFrom('consumeRule').selectAll().where('active', '=', true)
  if (types) query = query.where('consumeType', 'in', types)
  if (orgCode) query = query.where('orgCode', '=', orgCode)
  const rows = await query.orderBy('indexNumber').orderBy('orgCode').orderBy('id').execute()
  return rows.map(toConsumeRule)
}

/** A rule that may still be used, or null. */
export async function findRule(trx: Transaction, id: string): Promise<RuleRow | null> {
  const query = trx.selectFrom('consumeRule').selectAll().where('id', '=', id).where('active', '=', true)
  return (await query.executeTakeFirst()) ?? null
}
