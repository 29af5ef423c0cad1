import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useMay } from '#renderer/core/session.ts'

/** The number of rides that F7 shows. */
const PAGE_SIZE = 30
/** Refetched in case a push was lost, for example while the connection was down. */
const REFETCH_INTERVAL_MS = 15_000

/** The pending rides of the store, the newest first. */
export function usePendingRides(enabled: boolean) {
  const may = useMay('playbeforepay:list')
  return useQuery({
    queryKey: ['playRecords', 'hung'],
    queryFn: async () =>
      (await client.playBeforePay.list({ query: { playState: 'PENDING', pageSize: PAGE_SIZE } })).result,
    refetchInterval: REFETCH_INTERVAL_MS,
    enabled: enabled && may,
  })
}
