import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '#renderer/core/client.ts'
import { useMay } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { MAX_RECENT, recentStarts } from './recent.calc.ts'
import { restoreStarts, useRecentStarts } from './recent-store.ts'

/** The last starts: of this counter, and of the store as long as its server can be asked. */
export function useRecent(online: boolean) {
  const platform = usePlatform()
  const may = useMay('playbeforepay:list')
  const own = useRecentStarts()
  useEffect(() => {
    // Without it the screen is only less convenient.
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
    /** What F2 and F9 mean: the last one of this counter, or the store's where nothing was started here yet. */
    last: own[0] ?? starts[0],
  }
}
