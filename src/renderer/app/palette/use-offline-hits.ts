import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePlatform } from '#renderer/platform/context.ts'
import { type OfflineHits, searchHere } from './offline-search.ts'

const PAUSE_MS = 120

const nothing: OfflineHits & { isSearching: boolean } = {
  members: [],
  vehicles: [],
  rules: [],
  starts: [],
  isSearching: false,
}

/** Searches the member cache, the snapshot, the outbox and the offline queue of a terminal while the server is away. */
export function useOfflineHits(word: string, isWanted: boolean): OfflineHits & { isSearching: boolean } {
  const platform = usePlatform()
  const canSearch = isWanted && word !== '' && platform.kind === 'terminal'
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(word), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [word])
  const query = useQuery({
    queryKey: ['searchHere', asked],
    queryFn: () => searchHere(platform, asked),
    enabled: canSearch && asked === word,
    gcTime: 0,
    retry: false,
    // The server is away, and nothing of this needs it.
    networkMode: 'always',
  })
  if (!canSearch) return nothing
  return query.data && asked === word
    ? { ...query.data, isSearching: false }
    : { ...nothing, isSearching: !query.isError }
}
