import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useMay } from '#renderer/core/session.ts'

/** As many as F7 shows at once. */
const SHOWN = 30

/** The orders of the store that wait for their money, the newest first. */
export function useHung(enabled: boolean) {
  const may = useMay('playbeforepay:list')
  return useQuery({
    queryKey: ['playRecords', 'hung'],
    queryFn: async () => (await client.playBeforePay.list({ query: { playState: 'GUADAN', pageSize: SHOWN } })).result,
    enabled: enabled && may,
  })
}
