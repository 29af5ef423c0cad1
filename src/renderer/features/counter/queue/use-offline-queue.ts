import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useMay } from '#renderer/core/session.ts'
import { withoutServed } from '#renderer/features/counter/starts/recent.calc.ts'
import { updateStarts } from '#renderer/features/counter/starts/recent-store.ts'
import { usePlatform } from '#renderer/platform/context.ts'

const QUERY_KEY = ['offlineQueue']
/** Entries expire without any event, so the list is refetched. */
const REFETCH_INTERVAL_MS = 15_000

/** The offline queue of this counter and the store's other counters. */
export function useOfflineQueue() {
  const { offlineQueue } = usePlatform()
  const queries = useQueryClient()
  const maySee = useMay('queue:list')
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => offlineQueue?.list() ?? [],
    enabled: offlineQueue !== null,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: QUERY_KEY }), [queries])
  useEffect(() => offlineQueue?.onChange(() => void refresh()), [offlineQueue, refresh])
  const previousEntries = useRef(data)
  useEffect(() => {
    if (!data) return
    const before = previousEntries.current ?? []
    updateStarts((starts) => withoutServed(starts, before, data))
    previousEntries.current = data
  }, [data])
  const entries = data ?? []
  return {
    entries,
    /** Null where there is no offline queue, or the user may not see it. */
    shown: offlineQueue && maySee ? entries : null,
    refresh,
  }
}
