import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import type { Plan } from './plan.calc.ts'
import { type QuoteAnswer, quoteQueryOf } from './quote.calc.ts'

/**
 * The server's quote for a charge by wallet and lot, or its refusal; refetched when the plan changes. `lookup` is the number
 * of the member lookup: a new lookup makes a new quote. Null while there is none.
 */
export function useQuote(plan: Plan, { online, lookup }: { online: boolean; lookup: number }): QuoteAnswer | null {
  const query = quoteQueryOf(plan)
  const isAsked = online && plan.startMode !== 'hang' && plan.lack === null && plan.rule !== null
  const { data, error } = useQuery({
    queryKey: ['quote', query, lookup],
    queryFn: async () => (await client.consume.quote({ query })).result,
    enabled: isAsked,
    staleTime: 0,
    retry: false,
  })
  return isAsked && !error && data ? { query, lookup, quote: data } : null
}
