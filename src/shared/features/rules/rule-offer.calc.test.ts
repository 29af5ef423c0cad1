import { describe, expect, it } from 'vitest'
import { buildRule } from '#tests/support/venue/counter-data.ts'
import { ruleRefusal } from './rule-offer.calc.ts'

const guest = null
const gold = { memberLevel: 'gold' }

/** The code and the figures of a refusal. */
function refused(given: Parameters<typeof buildRule>[0], member: Parameters<typeof ruleRefusal>[1] = guest): unknown {
  const refusal = ruleRefusal(buildRule({ consumeRoleName: '规则', ...given }), member)
  if (!refusal) return null
  const { field: _, rule: _rule, ...figures } = refusal.details
  return [refusal.code.replace('sessions.rule', ''), figures]
}

describe('why a rule is not offered', () => {
  it('is null for a rule without restrictions', () => {
    expect(refused({})).toBeNull()
    expect(refused({}, gold)).toBeNull()
  })

  it('names a rule for the queue, except with a wristband', () => {
    expect(refused({ consumeMode: 'lineup' })).toEqual(['Lineup', {}])
    expect(refused({ consumeMode: 'lineup', useBracelet: 'YES' })).toBeNull()
    expect(refused({ consumeMode: 'immediate' })).toBeNull()
  })

  it('names a rule for immediate starts, and one for too few vehicles at once', () => {
    const code = (given: Parameters<typeof buildRule>[0], use: Parameters<typeof ruleRefusal>[2]) =>
      ruleRefusal(buildRule(given), gold, use)?.code
    expect(code({ consumeMode: 'immediate' }, { isQueued: true })).toBe('sessions.ruleImmediate')
    expect(code({ useBracelet: 'YES' }, { isQueued: true })).toBe('sessions.ruleImmediate')
    expect(code({ consumeMode: 'lineup' }, { isQueued: true })).toBeUndefined()
    const limited = { amountType: 'LIMIT', dayLimitCount: 3, usedToday: 1 } as const
    expect(code(limited, { uses: 2 })).toBeUndefined()
    expect(code(limited, { uses: 3 })).toBe('sessions.ruleUsedUp')
  })

  it('names the weekday of the business day, if it is known', () => {
    // A Monday, and a Sunday.
    expect(refused({ memberDay: '1,7', businessDay: '2026-03-02' })).toBeNull()
    expect(refused({ memberDay: '1,7', businessDay: '2026-03-01' })).toBeNull()
    expect(refused({ memberDay: '1,7', businessDay: '2026-03-03' })).toEqual(['Weekday', { days: [1, 7] }])
    expect(refused({ memberDay: '1,7', businessDay: '' })).toBeNull()
  })

  it('names the required level, which higher levels satisfy and an unknown one does not', () => {
    const rule = { memberLevel: 'gold', memberLevel_dictText: '金卡', memberLevels: ['gold', 'diamond'] }
    expect(refused(rule, gold)).toBeNull()
    expect(refused(rule, { memberLevel: 'diamond' })).toBeNull()
    expect(refused(rule, { memberLevel: '' })).toEqual(['Level', { level: '金卡' }])
    expect(refused(rule, { memberLevel: null })).toBeNull()
    expect(refused(rule)).toEqual(['MembersOnly', {}])
  })

  it('names a reached limit of uses', () => {
    const rule = { amountType: 'LIMIT', dayLimitCount: 3, usedToday: 3 } as const
    expect(refused(rule)).toEqual(['UsedUp', { used: 3, limit: 3 }])
    expect(refused({ ...rule, usedToday: 2 })).toBeNull()
    expect(refused({ ...rule, amountType: 'ALL' })).toBeNull()
    expect(refused({ amountType: 'LIMIT', dayLimitCount: 0 })).toEqual(['UsedUp', { used: 0, limit: 0 }])
  })

  it('names the reached limit of a member, and for a guest that the rule is for members', () => {
    const once = { amountType: 'LIMIT', memberLimitCount: 1, memberUsed: 1 } as const
    expect(refused(once, gold)).toEqual(['MemberLimit', { used: 1, limit: 1 }])
    expect(refused(once)).toEqual(['MembersOnly', {}])
    const onDay = { memberDay: '1', businessDay: '2026-03-02', memberDayLimitCount: 2 }
    expect(refused({ ...onDay, memberUsedToday: 2 }, gold)).toEqual(['MemberDayLimit', { used: 2, limit: 2 }])
    expect(refused({ ...onDay, memberUsed: 9, memberUsedToday: 1 }, gold)).toBeNull()
    expect(refused({ memberDayLimitCount: 0 })).toBeNull()
  })
})
