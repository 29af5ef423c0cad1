import type { ErrorCode } from '#shared/core/errors.ts'
import type { OfferedRule } from './consume-rules.contract.ts'

/** Why a rule may not be used, with the code of the server's refusal. */
export interface OfferRefusal {
  code: Extract<
    ErrorCode,
    `sessions.rule${'Lineup' | 'Immediate' | 'Weekday' | 'MembersOnly' | 'Level' | 'UsedUp' | 'MemberLimit' | 'MemberDayLimit'}`
  >
  details: { field: 'ruleId'; rule: string; days?: number[]; level?: string; used?: number; limit?: number }
}

/** The member who would use a rule; the level is null if unknown. */
export interface OfferedMember {
  memberLevel: string | null
}

/** The weekdays on which a rule may be used, 1 for Monday; empty: every day. */
export const memberDaysOf = ({ memberDay }: Pick<OfferedRule, 'memberDay'>): number[] =>
  memberDay === '' ? [] : memberDay.split(',').map(Number)

/** The weekday (1 for Monday) of a day that is written `yyyy-MM-dd`. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The limits on uses of a rule; -1: no limit. */
const limitsOf = (rule: OfferedRule) => ({
  daily: rule.amountType === 'LIMIT' ? rule.dayLimitCount : -1,
  member: rule.amountType === 'LIMIT' ? rule.memberLimitCount : -1,
  memberDay: rule.memberDay === '' ? -1 : rule.memberDayLimitCount,
})

/** Whether a rule has a daily limit. */
export const hasDailyLimit = (rule: OfferedRule): boolean => limitsOf(rule).daily >= 0

/** Whether a rule has a limit per member. */
export const hasMemberLimit = (rule: OfferedRule): boolean => {
  const { member, memberDay } = limitsOf(rule)
  return member >= 0 || memberDay >= 0
}

/** The intended use of a rule: whether the rides are queued, and how many uses it takes, all or none. */
export interface RequestedUse {
  isQueued?: boolean
  uses?: number
}

/**
 * Returns why a start by a rule would be refused, or null. It knows the uses that came with the rule only. Mirrors `use_refusal` in SQL, in the
 * same order; a test compares the two. `member` is null for a guest.
 */
export function ruleRefusal(
  rule: OfferedRule,
  member: OfferedMember | null,
  { isQueued: waits = false, uses = 1 }: RequestedUse = {},
): OfferRefusal | null {
  const refuse = (code: OfferRefusal['code'], more: Partial<OfferRefusal['details']> = {}): OfferRefusal => ({
    code,
    details: { field: 'ruleId', rule: rule.consumeRoleName, ...more },
  })
  const hasWristband = rule.useBracelet === 'YES'
  if (rule.consumeMode === 'lineup' && !hasWristband && !waits) return refuse('sessions.ruleLineup')
  if ((rule.consumeMode === 'immediate' || hasWristband) && waits) return refuse('sessions.ruleImmediate')
  const days = memberDaysOf(rule)
  if (rule.businessDay !== '' && days.length > 0 && !days.includes(weekdayOf(rule.businessDay)))
    return refuse('sessions.ruleWeekday', { days })
  const limits = limitsOf(rule)
  if (member === null) {
    if (rule.memberLevel !== '' || hasMemberLimit(rule)) return refuse('sessions.ruleMembersOnly')
  } else if (!hasLevel(rule, member.memberLevel))
    return refuse('sessions.ruleLevel', { level: rule.memberLevel_dictText || rule.memberLevel })
  if (limits.daily >= 0 && rule.usedToday + uses > limits.daily)
    return refuse('sessions.ruleUsedUp', { used: rule.usedToday, limit: limits.daily })
  if (limits.member >= 0 && rule.memberUsed + uses > limits.member)
    return refuse('sessions.ruleMemberLimit', { used: rule.memberUsed, limit: limits.member })
  if (limits.memberDay >= 0 && rule.memberUsedToday + uses > limits.memberDay)
    return refuse('sessions.ruleMemberDayLimit', { used: rule.memberUsedToday, limit: limits.memberDay })
  return null
}

const hasLevel = ({ memberLevel, memberLevels }: OfferedRule, own: string | null): boolean =>
  memberLevel === '' || own === null || own === memberLevel || memberLevels.includes(own)
