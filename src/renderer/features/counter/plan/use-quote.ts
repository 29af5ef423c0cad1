import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import type { Plan } from './plan.calc.ts'
import { type QuoteAnswer, quoteQueryOf } from './quote.calc.ts'

interface Asking {
  online: boolean
  lookup: number
  /** Whether the charge of this plan may have taken effect already. */
  isBeingCharged: boolean
}

/**
 * The server's quote for a charge by wallet and lot, or its refusal; refetched when the plan changes, but not during a start. `lookup` is
 * the number of the member lookup: a new lookup makes a new quote. Null while there is none.
 */
export function useQuote(plan: Plan, { online, lookup, isBeingCharged }: Asking): QuoteAnswer | null {
  const query = quoteQueryOf(plan)
  const isAsked = online && plan.startMode !== 'hang' && plan.lack === null && plan.rule !== null
  const { data, error } = useQuery({
    queryKey: ['quote', query, lookup],
    queryFn: async () => (await client.consume.quote({ query })).result,
    enabled: isAsked && !isBeingCharged,
    staleTime: 0,
    retry: false,
  })
  return isAsked && !error && data ? { query, lookup, quote: data } : null
}
