import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '#renderer/core/client.ts'
import { queryClient } from '#renderer/core/query.ts'
import { usePlatform } from '#renderer/platform/context.ts'

/** Spec §9. */
const POLL_MS = 6_000

/** The unread messages, polled every six seconds until a request fails, and reloaded on pushes. */
export function useNotices() {
  const platform = usePlatform()
  const notices = useQuery({
    queryKey: ['notices', 'unread'],
    queryFn: async () => (await client.announcements.listByUser()).result,
    refetchInterval: ({ state }) => (state.error ? false : POLL_MS),
    retry: false,
    staleTime: 0,
  })
  useEffect(
    () =>
      platform.onPush(({ cmd }) => {
        if (cmd === 'topic' || cmd === 'user' || cmd === 'resumed')
          void queryClient.invalidateQueries({ queryKey: ['notices'] })
      }),
    [platform],
  )
  return notices
}
