import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { queryClient } from '#renderer/core/query.ts'

/** Waiting times change with the clock, so they are refetched. */
const EVERY_MS = 30_000

/** The current queue, updated by pushes. */
export const useQueue = (enabled = true) =>
  useQuery({
    queryKey: ['queue', 'line'],
    queryFn: async () => (await client.queue.line({ query: {} })).result,
    refetchInterval: EVERY_MS,
    enabled,
  })

/** Refreshes the queue after an own action or a conflict with another user. */
export const refreshFloor = async (): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['queue'] }),
    queryClient.invalidateQueries({ queryKey: ['fleet'] }),
  ])
}
