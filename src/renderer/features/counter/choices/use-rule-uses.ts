import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { hasMemberLimit } from '#shared/features/rules/rule-offer.calc.ts'
import type { MemberUses } from './rule-uses.calc.ts'

/**
 * How often the member has used each rule that has a limit per member; null while not known. Fetched for each member and
 * after each start. Offline the counts are not known here; the main process checks them at the start.
 */
export function useRuleUses(rules: readonly OfferedRule[], userId: string | null, online: boolean): MemberUses | null {
  const id = rules.filter(hasMemberLimit).map((rule) => rule.id)
  const uses = useQuery({
    queryKey: ['playRecords', 'ruleUses', userId, id],
    queryFn: async () => {
      const query = { userId: userId ?? '', id: `${id.join(',')},`, pageSize: MAX_PICKED_ROWS }
      return (await client.consumeRules.listForMember({ query })).result.records
    },
    enabled: online && userId !== null && id.length > 0,
    staleTime: 0,
  })
  return userId !== null && uses.data ? { userId, rules: uses.data } : null
}
