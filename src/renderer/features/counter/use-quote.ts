import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { chargeFieldsOf, type Plan } from './plan.calc.ts'

/**
 * The server's quote for a charge by wallet and lot, or its refusal; refetched when the plan changes. `turn` is the number
 * of the member lookup: a new lookup makes a new quote. Null while there is none.
 */
export function useQuote(plan: Plan, { online, turn }: { online: boolean; turn: number }) {
  const { consumePayMode, groupNumber, people, sysDepartConsumeRoleId, usageMode, userId, vehicleId } =
    chargeFieldsOf(plan)
  const query = {
    sysDepartConsumeRoleId,
    usageMode,
    consumePayMode,
    vehicleId,
    people,
    userId: userId ?? '',
    groupNumber: groupNumber ?? '',
  }
  const isAsked = online && plan.startMode !== 'hang' && plan.lack === null && plan.rule !== null
  const { data, error } = useQuery({
    queryKey: ['quote', query, turn],
    queryFn: async () => (await client.consume.quote({ query })).result,
    enabled: isAsked,
    staleTime: 0,
    retry: false,
  })
  return isAsked && !error ? (data ?? null) : null
}
