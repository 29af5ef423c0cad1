import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { queryClient } from '#renderer/core/query.ts'

/** Waits grow and shrink with the clock, also when nobody does anything. */
const EVERY_MS = 30_000

/** The line as it stands, kept true by pushes. */
export const useLine = (enabled = true) =>
  useQuery({
    queryKey: ['queue', 'line'],
    queryFn: async () => (await client.queue.line({ query: {} })).result,
    refetchInterval: EVERY_MS,
    enabled,
  })

/** After something was done in line, or somebody else was faster. */
export const refreshFloor = async (): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['queue'] }),
    queryClient.invalidateQueries({ queryKey: ['fleet'] }),
  ])
}
