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
export interface OfferedTo {
  memberLevel: string | null
}

/** The weekdays of a rule, 1 for Monday; none: every day. */
export const memberDaysOf = ({ memberDay }: Pick<OfferedRule, 'memberDay'>): number[] =>
  memberDay === '' ? [] : memberDay.split(',').map(Number)

/** The weekday (1 for Monday) of a day that is written `yyyy-MM-dd`. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The limits that apply; -1: none. */
const limitsOf = (rule: OfferedRule) => ({
  daily: rule.amountType === 'LIMIT' ? rule.dayLimitCount : -1,
  member: rule.amountType === 'LIMIT' ? rule.memberLimitCount : -1,
  memberDay: rule.memberDay === '' ? -1 : rule.memberDayLimitCount,
})

/** Whether a rule has a daily limit. */
export const countsDaily = (rule: OfferedRule): boolean => limitsOf(rule).daily >= 0

/** Whether a rule has a limit per member. */
export const countsMembers = (rule: OfferedRule): boolean => {
  const { member, memberDay } = limitsOf(rule)
  return member >= 0 || memberDay >= 0
}

/** Intended use of a rule: queued or immediate, and the number of uses, all or none. */
export interface RequestedUse {
  waits?: boolean
  uses?: number
}

/**
 * Returns why a start by a rule would be refused, or null, from the uses known here. Mirrors `use_refusal` in SQL, in the
 * same order; a test compares the two. `member` is null for a guest.
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
