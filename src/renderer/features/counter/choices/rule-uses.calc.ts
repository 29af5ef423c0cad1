import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'

/** Rules with the number of times that a member has used them. */
export interface MemberUses {
  userId: string
  rules: readonly Pick<OfferedRule, 'id' | 'memberUsed' | 'memberUsedToday'>[]
}

/** Adds to each rule how often the member has used it, where that is known. */
export function withMemberUses(
  rules: readonly OfferedRule[],
  userId: string | null,
  uses: MemberUses | null,
): readonly OfferedRule[] {
  if (!uses || uses.userId !== userId) return rules
  const of = new Map(uses.rules.map((rule) => [rule.id, rule]))
  return rules.map((rule) => {
    const { memberUsed = 0, memberUsedToday = 0 } = of.get(rule.id) ?? {}
    return { ...rule, memberUsed, memberUsedToday }
  })
}
