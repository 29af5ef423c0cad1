import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useMay } from '#renderer/core/session.ts'

/** How many hung orders of the store wait for their money; null while that is not known. */
export function useHungCount(online: boolean): number | null {
  const may = useMay('playbeforepay:list')
  const { data } = useQuery({
    queryKey: ['playRecords', 'hungCount'],
    queryFn: async () =>
      (await client.playBeforePay.list({ query: { playState: 'GUADAN', pageSize: 1 } })).result.total,
    enabled: online && may,
  })
  return data ?? null
}
