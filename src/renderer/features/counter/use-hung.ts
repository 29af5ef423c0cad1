import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useMay } from '#renderer/core/session.ts'

/** As many as F7 shows at once. */
const SHOWN = 30
/** Should a push get lost, such as while the line to the server was down, no counter misses an order for longer than this. */
const LOOK_AGAIN_MS = 15_000

/** The orders of the store that wait for their money, the newest first. */
export function useHung(enabled: boolean) {
  const may = useMay('playbeforepay:list')
  return useQuery({
    queryKey: ['playRecords', 'hung'],
    queryFn: async () => (await client.playBeforePay.list({ query: { playState: 'GUADAN', pageSize: SHOWN } })).result,
    refetchInterval: LOOK_AGAIN_MS,
    enabled: enabled && may,
  })
}
