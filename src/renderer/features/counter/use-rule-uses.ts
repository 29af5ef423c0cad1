import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { countsMembers } from '#shared/features/rules/rule-offer.calc.ts'

/**
 * Adds to each rule with a limit per member how often the member has used it. Fetched for each member and after each start.
 * Offline the counts are not known here; the main process checks them at the start.
 */
export function useRuleUses(
  rules: readonly OfferedRule[],
  userId: string | null,
  online: boolean,
): readonly OfferedRule[] {
  const id = rules.filter(countsMembers).map((rule) => rule.id)
  const uses = useQuery({
    queryKey: ['playRecords', 'ruleUses', userId, id],
    queryFn: async () => {
      const query = { userId: userId ?? '', id: `${id.join(',')},`, pageSize: MAX_PICKED_ROWS }
      return (await client.consumeRules.consumerolelistpcbymember({ query })).result.records
    },
    enabled: online && userId !== null && id.length > 0,
    staleTime: 0,
  })
  if (userId === null || !uses.data) return rules
  const of = new Map(uses.data.map((rule) => [rule.id, rule]))
  return rules.map((rule) => {
    const { memberUsed = 0, memberUsedToday = 0 } = of.get(rule.id) ?? {}
    return { ...rule, memberUsed, memberUsedToday }
  })
}
