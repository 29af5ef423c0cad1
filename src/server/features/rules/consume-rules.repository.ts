import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Page, toPage } from '#shared/core/envelope.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { ConsumeRule, ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

export type RuleRow = Selectable<Tables['consumeRule']>

const yesNo = (is: boolean): 'YES' | 'NO' => (is ? 'YES' : 'NO')

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
  consumeMode: row.useMode,
  useBracelet: yesNo(row.useBracelet),
  braceletCount: row.braceletCount,
  amountType: row.limited ? 'LIMIT' : 'ALL',
  dayLimitCount: row.dailyLimit,
  memberLimitCount: row.memberLimit,
  memberDay: row.memberDays.join(','),
  memberDayLimitCount: row.memberDayLimit,
  gatherFace: yesNo(row.gatherFace),
  cuExp: row.experience,
  isRanking: yesNo(row.ranked),
  codeCount: row.codeUses,
  codeMinutes: row.codeMinutes,
  coinPrice: fromMinor(row.coinPrice),
  coinCount: row.coinCount,
  couponValue: fromMinor(row.couponValue),
  platformProductId: row.platformProduct,
})

/** All active rules of a store, as its counter offers them. */
export async function rulesOfStore(trx: Transaction, orgCode: string): Promise<ConsumeRule[]> {
  const active = trx.selectFrom('consumeRule').selectAll().where('active', '=', true).where('orgCode', '=', orgCode)
  const rows = await active.orderBy('indexNumber').orderBy('id').execute()
  return rows.map(toConsumeRule)
}

export interface RuleSearch {
  pageNo: number
  pageSize: number
  order: 'asc' | 'desc'
  id: readonly string[]
  types?: readonly ConsumeType[] | undefined
  consumeRoleName?: string | undefined
  toolType?: string | undefined
  memberLevel?: string | undefined
  sysOrgCode?: string | undefined
}

/** A page of the active rules of the stores in scope, or of one of them, for pickers. */
export async function searchRules(trx: Transaction, search: RuleSearch): Promise<Page<ConsumeRule>> {
  const { id, types, toolType, memberLevel, sysOrgCode, order, pageNo, pageSize } = search
  let found = trx.selectFrom('consumeRule').where('active', '=', true)
  if (id.length > 0) found = found.where(sql`id::text`, 'in', inLowerCase(id))
  if (types) found = found.where('consumeType', 'in', types)
  if (toolType) found = found.where('toolType', '=', toolType)
  if (memberLevel) found = found.where('memberLevel', '=', memberLevel)
  if (sysOrgCode) found = found.where('orgCode', '=', sysOrgCode)
  const part = search.consumeRoleName?.replace(/[*%]/g, '')
  if (part) found = found.where('name', 'ilike', `%${escapeLike(part)}%`)
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('indexNumber', order)
    .orderBy('orgCode')
    .orderBy('id')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return toPage(rows.map(toConsumeRule), total, pageNo, pageSize)
}

/** As the database writes ids; one that is none finds nothing. */
const inLowerCase = (ids: readonly string[]): string[] => ids.map((id) => id.toLowerCase())

/** A rule that may still be used, or null. */
export async function findRule(trx: Transaction, id: string): Promise<RuleRow | null> {
  const query = trx.selectFrom('consumeRule').selectAll().where('id', '=', id).where('active', '=', true)
  return (await query.executeTakeFirst()) ?? null
}
