import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { dayBegan } from '#server/db/business-day.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { businessDay } from '#shared/core/time.ts'
import type { ConsumeRule, OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { takesLevelDiscount } from '#shared/features/rules/price.calc.ts'

/** A rule with the time zone and start of day of its store. */
export type RuleOfStore = Selectable<Tables['consumeRule']> &
  Pick<Selectable<Tables['store']>, 'timeZone' | 'dayStartHour'>

type UsesOfRule = Omit<OfferedRule, keyof ConsumeRule>

const countsDaily = ({ limited, dailyLimit }: RuleOfStore): boolean => limited && dailyLimit >= 0
const countsMembers = ({ limited, memberLimit, memberDays, memberDayLimit }: RuleOfStore): boolean =>
  (limited && memberLimit >= 0) || (memberDays.length > 0 && memberDayLimit >= 0)

/**
 * The uses of rules that counters need: today at the store, and by a member. Records are counted only for rules with limits. The SQL
 * function `use_refusal` counts in the same way.
 */
export async function usesOf(
  trx: Transaction,
  rules: readonly RuleOfStore[],
  now: Date,
  memberId?: string,
): Promise<(rule: RuleOfStore) => UsesOfRule> {
  const daily = await countDaily(trx, rules.filter(countsDaily), now)
  const ofMember = memberId ? await countByMember(trx, rules.filter(countsMembers), now, memberId) : null
  const levels = await levelsOf(trx, rules)
  return ({ id, orgCode, memberLevel, timeZone, dayStartHour, ...rule }) => ({
    ...openLevels(levels, orgCode, memberLevel),
    levelDiscounts: lowersPrice(rule) ? discountsAt(levels, orgCode) : [],
    businessDay: businessDay(now, timeZone, dayStartHour),
    usedToday: daily.get(id) ?? 0,
    memberUsed: ofMember?.get(id)?.used ?? 0,
    memberUsedToday: ofMember?.get(id)?.today ?? 0,
  })
}

/** SQL condition: record `p` is a use of its rule. */
const isUse = sql`p.state <> 'CANCELLED' and (p.run_id is not null or not left_unridden(p.id, p.org_code))`

async function countDaily(trx: Transaction, rules: readonly RuleOfStore[], now: Date): Promise<Map<string, number>> {
  if (rules.length === 0) return new Map()
  const { rows } = await sql<{ ruleId: string; used: number }>`
    select p.rule_id, count(*)::integer as used
    from store s join play_record p on p.org_code = s.org_code and p.created_at >= ${dayBegan(now, 's')}
    where s.org_code = any(${rules.map(({ orgCode }) => orgCode)}) and p.rule_id = any(${rules.map(({ id }) => id)}::uuid[])
      and ${isUse}
    group by p.rule_id`.execute(trx)
  return new Map(rows.map(({ ruleId, used }) => [ruleId, used]))
}

async function countByMember(
  trx: Transaction,
  rules: readonly RuleOfStore[],
  now: Date,
  memberId: string,
): Promise<Map<string, { used: number; today: number }>> {
  if (rules.length === 0) return new Map()
  const { rows } = await sql<{ ruleId: string; used: number; today: number }>`
    select p.rule_id, count(*)::integer as used,
      (count(*) filter (where p.created_at >= ${dayBegan(now, 's')}))::integer as today
    from play_record p join store s on s.org_code = p.org_code
    where p.member_id = any(numbers_of(${memberId})) and p.rule_id = any(${rules.map(({ id }) => id)}::uuid[])
      and ${isUse}
    group by p.rule_id`.execute(trx)
  return new Map(rows.map(({ ruleId, ...uses }) => [ruleId, uses]))
}

type Level = Pick<Selectable<Tables['memberLevel']>, 'orgCode' | 'code' | 'name' | 'rank' | 'discount'>

async function levelsOf(trx: Transaction, rules: readonly RuleOfStore[]): Promise<Level[]> {
  const storesWithLevels = rules
    .filter((rule) => rule.memberLevel !== '' || lowersPrice(rule))
    .map(({ orgCode }) => orgCode)
  if (storesWithLevels.length === 0) return []
  return trx
    .selectFrom('memberLevel')
    .select(['orgCode', 'code', 'name', 'rank', 'discount'])
    .where('orgCode', 'in', storesWithLevels)
    .orderBy('rank')
    .execute()
}

const lowersPrice = ({ levelDiscount, consumeType }: Pick<RuleOfStore, 'levelDiscount' | 'consumeType'>): boolean =>
  levelDiscount && takesLevelDiscount(consumeType)

/** The discounts in percent of the levels of a store. */
const discountsAt = (levels: readonly Level[], store: string): OfferedRule['levelDiscounts'] =>
  levels
    .filter(({ orgCode, discount }) => orgCode === store && discount > 0)
    .map(({ code, discount }) => ({ level: code, percent: discount }))

/** The name of the required level of a rule, and all levels that fulfil it. */
function openLevels(levels: readonly Level[], orgCode: string, code: string) {
  const own = levels.filter((level) => level.orgCode === orgCode)
  const needed = own.find((level) => level.code === code)
  return {
    memberLevel_dictText: needed?.name ?? code,
    memberLevels: needed ? own.filter(({ rank }) => rank >= needed.rank).map((level) => level.code) : [],
  }
}

/** SQL condition for rules open to a member by store and level; false for members outside the scope. */
export const openTo = (memberId: string): RawBuilder<SqlBool> => sql`exists (select from member m
  where m.org_code = consume_rule.org_code and m.id = ${memberId} and (consume_rule.member_level = '' or exists (
    select from member_level own join member_level needed on needed.org_code = own.org_code and own.rank >= needed.rank
    where own.org_code = m.org_code and own.code = m.member_level and needed.code = consume_rule.member_level)))`
