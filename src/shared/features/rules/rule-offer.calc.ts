import type { ErrorCode } from '#shared/core/errors.ts'
import type { OfferedRule } from './consume-rules.contract.ts'

/** Why a rule may not be used, as the server would refuse the start. */
export interface OfferRefusal {
  code: Extract<
    ErrorCode,
    `sessions.rule${'Lineup' | 'Immediate' | 'Weekday' | 'MembersOnly' | 'Level' | 'UsedUp' | 'MemberLimit' | 'MemberDayLimit'}`
  >
  details: { field: 'ruleId'; rule: string; days?: number[]; level?: string; used?: number; limit?: number }
}

/** Who would use a rule; the level is null where nobody here knows it. */
export interface OfferedTo {
  memberLevel: string | null
}

/** The weekdays of a rule, 1 for Monday; none: every day. */
export const memberDaysOf = ({ memberDay }: Pick<OfferedRule, 'memberDay'>): number[] =>
  memberDay === '' ? [] : memberDay.split(',').map(Number)

/** The weekday (1 for Monday) of a day that is written `yyyy-MM-dd`. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The limits that bind; -1 is none. */
const limitsOf = (rule: OfferedRule) => ({
  daily: rule.amountType === 'LIMIT' ? rule.dayLimitCount : -1,
  member: rule.amountType === 'LIMIT' ? rule.memberLimitCount : -1,
  memberDay: rule.memberDay === '' ? -1 : rule.memberDayLimitCount,
})

/** Whether a rule counts its uses of a day. */
export const countsDaily = (rule: OfferedRule): boolean => limitsOf(rule).daily >= 0

/** Whether a rule counts how often each member uses it. */
export const countsMembers = (rule: OfferedRule): boolean => {
  const { member, memberDay } = limitsOf(rule)
  return member >= 0 || memberDay >= 0
}

/** How a rule would be used: waiting in line instead of at once, and how often together, all or none. */
export interface RequestedUse {
  waits?: boolean
  uses?: number
}

/**
 * Why a start by a rule would be refused, or null; by what is known here of its uses. The same as `use_refusal` in SQL, in the
 * same order; a test holds them together. `member` is null for a guest.
 */
export function ruleRefusal(
  rule: OfferedRule,
  member: OfferedTo | null,
  { waits = false, uses = 1 }: RequestedUse = {},
): OfferRefusal | null {
  const refuse = (code: OfferRefusal['code'], more: Partial<OfferRefusal['details']> = {}): OfferRefusal => ({
    code,
    details: { field: 'ruleId', rule: rule.consumeRoleName, ...more },
  })
  const isWorn = rule.useBracelet === 'YES'
  if (rule.consumeMode === 'lineup' && !isWorn && !waits) return refuse('sessions.ruleLineup')
  if ((rule.consumeMode === 'immediate' || isWorn) && waits) return refuse('sessions.ruleImmediate')
  const days = memberDaysOf(rule)
  if (rule.businessDay !== '' && days.length > 0 && !days.includes(weekdayOf(rule.businessDay)))
    return refuse('sessions.ruleWeekday', { days })
  const limits = limitsOf(rule)
  if (member === null) {
    if (rule.memberLevel !== '' || countsMembers(rule)) return refuse('sessions.ruleMembersOnly')
  } else if (!reaches(rule, member.memberLevel))
    return refuse('sessions.ruleLevel', { level: rule.memberLevel_dictText || rule.memberLevel })
  if (limits.daily >= 0 && rule.usedToday + uses > limits.daily)
    return refuse('sessions.ruleUsedUp', { used: rule.usedToday, limit: limits.daily })
  if (limits.member >= 0 && rule.memberUsed + uses > limits.member)
    return refuse('sessions.ruleMemberLimit', { used: rule.memberUsed, limit: limits.member })
  if (limits.memberDay >= 0 && rule.memberUsedToday + uses > limits.memberDay)
    return refuse('sessions.ruleMemberDayLimit', { used: rule.memberUsedToday, limit: limits.memberDay })
  return null
}

const reaches = ({ memberLevel, memberLevels }: OfferedRule, own: string | null): boolean =>
  memberLevel === '' || own === null || own === memberLevel || memberLevels.includes(own)
