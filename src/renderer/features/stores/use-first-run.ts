import { useMutation, useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'

const KEY = ['firstRun']

/** The state of the checklist; polled while a step is waiting. */
export const useFirstRun = (everyMs: number | false = false) =>
  useQuery({
    queryKey: KEY,
    queryFn: async () => (await client.firstRun.query({ query: {} })).result,
    refetchInterval: everyMs,
  })

/** Invalidates all queries, so that the checklist and all screens reload. */
export const lookAgain = (): Promise<void> => queryClient.invalidateQueries()

/** Reloads the user's stores, for example after one was created. */
export async function refreshOwnStores(): Promise<void> {
  const { list } = (await client.signIn.currentDeparts()).result
  const { session, set } = useSession.getState()
  if (session) set({ ...session, departs: list })
}

/** Switches the session to a store that may be new to the user. */
export function useEnterStore() {
  const platform = usePlatform()
  return useMutation({
    mutationFn: async (orgCode: string) => {
      await client.firstRun.enter({ body: { orgCode } })
      const { list } = (await client.signIn.currentDeparts()).result
      await platform.session.selectStore(orgCode)
      // Immediately: components mounted after this refetch, and their requests must not be cancelled.
      const { session, set } = useSession.getState()
      if (session) set({ ...session, departs: list })
      queryClient.clear()
    },
  })
}
