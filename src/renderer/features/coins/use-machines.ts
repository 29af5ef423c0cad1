import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'

const REFRESH_MS = 5000

/** The coin machines of the stores in scope, and what they report. */
export const useMachines = () =>
  useQuery({
    queryKey: ['coinMachines'],
    queryFn: async () => (await client.coinOutputs.machines({ query: {} })).result,
    // Nothing is pushed when a machine falls silent.
    refetchInterval: REFRESH_MS,
  })
