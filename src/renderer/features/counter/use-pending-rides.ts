import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useMay } from '#renderer/core/session.ts'

/** As many as F7 shows at once. */
const PAGE_SIZE = 30
/** Should a push get lost, such as while the line to the server was down, no counter misses an order for longer than this. */
const REFETCH_INTERVAL_MS = 15_000

/** The orders of the store that wait for their money, the newest first. */
export function usePendingRides(enabled: boolean) {
  const may = useMay('playbeforepay:list')
  return useQuery({
    queryKey: ['playRecords', 'hung'],
    queryFn: async () =>
      (await client.playBeforePay.list({ query: { playState: 'GUADAN', pageSize: PAGE_SIZE } })).result,
    refetchInterval: REFETCH_INTERVAL_MS,
    enabled: enabled && may,
  })
}
