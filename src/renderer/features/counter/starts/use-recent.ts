import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '#renderer/core/client.ts'
import { useMay } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { MAX_RECENT, recentStarts } from './recent.calc.ts'
import { restoreStarts, useRecentStarts } from './recent-store.ts'

/** The last starts: of this counter, and of the whole store while online. */
export function useRecent(online: boolean) {
  const platform = usePlatform()
  const may = useMay('playbeforepay:list')
  const own = useRecentStarts()
  useEffect(() => {
    // The list is only a convenience, so a failure is ignored.
    if (platform.recent) void restoreStarts(platform.recent).catch(() => undefined)
  }, [platform])
  const { data } = useQuery({
    queryKey: ['playRecords', 'recent'],
    queryFn: async () => (await client.playBeforePay.list({ query: { pageSize: 2 * MAX_RECENT } })).result.records,
    enabled: online && may,
  })
  const starts = recentStarts(online && may ? data : undefined, own)
  return {
    own,
    starts,
    /** The start that F2 and F9 refer to: the last one of this counter, else the last one of the store. */
    last: own[0] ?? starts[0],
  }
}
