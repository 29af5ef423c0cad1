import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Page, toPage } from '#shared/core/envelope.ts'
import { fromMinor, type Minor } from '#shared/core/money.ts'
import type { ConsumeRule, ConsumeType, OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { takesLevelDiscount } from '#shared/features/rules/price.calc.ts'
import { openTo, type RuleOfStore, usesOf } from './rule-uses.repository.ts'

export type RuleRow = Selectable<Tables['consumeRule']>

const yesNo = (is: boolean): 'YES' | 'NO' => (is ? 'YES' : 'NO')

export const toConsumeRule = (row: RuleRow): ConsumeRule => ({
  id: row.id,
  sysOrgCode: row.orgCode,
  consumeRoleName: row.name,
  consumeTypeRole: row.consumeType,
  toolType: row.toolType,
  projectType: row.projectType,
  priceMode: row.priceMode,
  oncePeople: row.oncePeople,
  price: fromMinor(row.price),
  deposit: fromMinor(row.deposit),
  integral: row.integral,
  coins: row.coins,
  coinPrice: fromMinor(row.coinPrice),
  coinCount: row.coinCount,
  frequency: row.frequency,
  duration: row.minutes,
  countCycleNumber: row.laps,
  memberLevel: row.memberLevel,
  levelDiscount: yesNo(row.levelDiscount && takesLevelDiscount(row.consumeType)),
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
  selfService: yesNo(row.selfService),
  needsAgreement: yesNo(row.needsAgreement),
  codeCount: row.codeUses,
  codeMinutes: row.codeMinutes,
  couponValue: fromMinor(row.couponValue),
  platformProductId: row.platformProduct,
})

const active = (trx: Transaction) =>
  trx.selectFrom('consumeRule').innerJoin('store', 'store.orgCode', 'consumeRule.orgCode').where('active', '=', true)

/** Whether a rule of the table `consumeRule` starts rides; the others are offered nowhere, or sell coins. */
export const startsRides = sql<boolean>`starts_rides(consume_rule)`

/** All active rules of a store that start rides, with the uses that its counter shows. */
export async function rulesOfStore(trx: Transaction, orgCode: string, now: Date): Promise<OfferedRule[]> {
  const own = active(trx).where('consumeRule.orgCode', '=', orgCode).where(startsRides)
  return withUses(trx, await withClock(own).orderBy('indexNumber').orderBy('consumeRule.id').execute(), now)
}

const withClock = (found: ReturnType<typeof active>) =>
  found.selectAll('consumeRule').select(['store.timeZone', 'store.dayStartHour'])

async function withUses(trx: Transaction, rules: RuleOfStore[], now: Date, memberId?: string): Promise<OfferedRule[]> {
  const uses = await usesOf(trx, rules, now, memberId)
  return rules.map((rule) => ({ ...toConsumeRule(rule), ...uses(rule) }))
}

export interface RuleSearch {
  pageNo: number
  pageSize: number
  order: 'asc' | 'desc'
  id: readonly string[]
  /** Finds the rules of coin output instead of those that start rides. */
  sellsCoins: boolean
  types?: readonly ConsumeType[] | undefined
  consumeRoleName?: string | undefined
  toolType?: string | undefined
  memberLevel?: string | undefined
  sysOrgCode?: string | undefined
  /** A member id, to find only rules open to that member. */
  userId?: string | undefined
}

/** A page of the active rules of the stores in scope, or of one store, for pickers. */
export async function searchRules(trx: Transaction, search: RuleSearch, now: Date): Promise<Page<OfferedRule>> {
  const { id, sellsCoins, types, toolType, memberLevel, sysOrgCode, userId, order, pageNo, pageSize } = search
  let found = active(trx).where(sellsCoins ? sql<boolean>`sells_coins(consume_rule)` : startsRides)
  if (id.length > 0) found = found.where(sql`consume_rule.id::text`, 'in', inLowerCase(id))
  if (types) found = found.where('consumeType', 'in', types)
  if (toolType) found = found.where('toolType', '=', toolType)
  if (memberLevel) found = found.where('memberLevel', '=', memberLevel)
  if (sysOrgCode) found = found.where('consumeRule.orgCode', '=', sysOrgCode)
  if (userId) found = found.where(openTo(userId))
  const part = search.consumeRoleName?.replace(/[*%]/g, '')
  if (part) found = found.where('consumeRule.name', 'ilike', `%${escapeLike(part)}%`)
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await withClock(found)
    .orderBy('consumeRule.indexNumber', order)
    .orderBy('consumeRule.orgCode')
    .orderBy('consumeRule.id')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return toPage(await withUses(trx, rows, now, userId), total, pageNo, pageSize)
}

/** Ids in the database's notation; an invalid one finds nothing. */
const inLowerCase = (ids: readonly string[]): string[] => ids.map((id) => id.toLowerCase())

/** The discount of a member's current level on one charge by a rule, in minor units. */
export async function discountBy(trx: Transaction, rule: RuleRow, memberId: string | null): Promise<Minor> {
  const { price, levelDiscount, consumeType, orgCode } = rule
  if (memberId === null || !levelDiscount || !takesLevelDiscount(consumeType)) return 0
  const { rows } = await sql<{ discount: Minor }>`
    select member_discount(${price}::bigint, true, ${orgCode}, ${memberId}) as discount`.execute(trx)
  return rows[0]?.discount ?? 0
}

/** An active rule that starts rides, or null. */
export async function findRule(trx: Transaction, id: string): Promise<RuleRow | null> {
  const query = trx
    .selectFrom('consumeRule')
    .selectAll()
    .where('id', '=', id)
    .where('active', '=', true)
    .where(startsRides)
  return (await query.executeTakeFirst()) ?? null
}
