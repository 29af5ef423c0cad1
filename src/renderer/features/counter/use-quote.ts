import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { chargeFieldsOf, type Plan } from './plan.calc.ts'

/**
 * What the server would take for a charge, wallet by wallet and lot by lot, or why it would refuse: asked for with each
 * change of what it depends on. `turn` is the look-up of the member, after which everything is asked anew.
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
