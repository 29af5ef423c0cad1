import type { Notice } from '#renderer/core/notice.ts'
import { normalizedRule } from '#shared/features/rules/consume-rules.calc.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import {
  type ConsumeRuleFields,
  consumeRuleFields,
  newConsumeRule,
} from '#shared/features/rules/consume-rules.schema.ts'

/** The rule of an unfinished form: empty or invalid values use the defaults. */
export function draftOf(given: Readonly<Record<string, unknown>>): ConsumeRuleFields {
  const base: ConsumeRuleFields = { ...newConsumeRule, consumeRoleName: '', consumeTypeRole: 'BALANCE' }
  const fitting = Object.entries(consumeRuleFields.shape).filter(
    ([name, field]) => field.safeParse(given[name]).success,
  )
  const values = Object.fromEntries(fitting.map(([name, field]) => [name, field.parse(given[name])]))
  return normalizedRule({ ...base, ...values })
}

/** The rule as counters receive it. */
export const offeredAs = (
  rule: Omit<ConsumeRuleFields, 'toolType' | 'isActive'> & { toolType: string },
): OfferedRule => ({
  ...rule,
  id: '',
  sysOrgCode: '',
  indexNumber: 1,
  memberLevel_dictText: '',
  memberLevels: [],
  levelDiscounts: [],
  businessDay: '',
  usedToday: 0,
  memberUsed: 0,
  memberUsedToday: 0,
})

/** The length of a ride by the rule. */
export const lengthsOf = ({
  countCycleNumber,
  duration,
}: Pick<ConsumeRuleFields, 'countCycleNumber' | 'duration'>): Notice[] => [
  ...(countCycleNumber > 0 ? [{ key: 'rule.laps', values: { count: countCycleNumber } } as const] : []),
  ...(duration > 0 ? [{ key: 'rule.minutes', values: { count: duration } } as const] : []),
]

/** The other conditions of a rule, as shown to members. */
export function conditionsOf(rule: ConsumeRuleFields, level: string): Notice[] {
  const conditions: Notice[] = []
  if (rule.memberDay !== '') {
    conditions.push({ key: 'consumeRule.onDays' })
  }
  if (rule.memberDayLimitCount > 0) {
    conditions.push({ key: 'consumeRule.dayUses', values: { count: rule.memberDayLimitCount } })
  }
  if (rule.memberLimitCount > 0)
    conditions.push({ key: 'consumeRule.memberUses', values: { count: rule.memberLimitCount } })
  if (rule.dayLimitCount > 0) conditions.push({ key: 'consumeRule.allUses', values: { count: rule.dayLimitCount } })
  if (rule.memberLevel !== '') conditions.push({ key: 'consumeRule.fromLevel', values: { level } })
  if (rule.consumeMode !== 'both') conditions.push({ key: `consumeRule.useMode.${rule.consumeMode}` })
  if (rule.useBracelet === 'YES') conditions.push({ key: 'consumeRule.bands', values: { count: rule.braceletCount } })
  if (rule.gatherFace === 'YES') conditions.push({ key: 'consumeRule.gatherFace' })
  if (rule.cuExp > 0) conditions.push({ key: 'consumeRule.gains', values: { count: rule.cuExp } })
  return conditions
}
