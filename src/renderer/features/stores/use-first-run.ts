import { useMutation, useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'

const KEY = ['firstRun']

/** How far the store is; asked again every few seconds while something is waited for. */
export const useFirstRun = (everyMs: number | false = false) =>
  useQuery({
    queryKey: KEY,
    queryFn: async () => (await client.firstRun.query({ query: {} })).result,
    refetchInterval: everyMs,
  })

/** Looks again what is there by now; whatever shows it elsewhere is old, too. */
export const lookAgain = (): Promise<void> => queryClient.invalidateQueries()

/** Reads anew where the person may work, such as after a store was added. */
export async function refreshOwnStores(): Promise<void> {
  const { list } = (await client.signIn.currentDeparts()).result
  const { session, set } = useSession.getState()
  if (session) set({ ...session, departs: list })
}

/** Works in a store from now on, to which the person may not have belonged yet. */
export function useEnterStore() {
  const platform = usePlatform()
  return useMutation({
    mutationFn: async (orgCode: string) => {
      await client.firstRun.enter({ body: { orgCode } })
      const { list } = (await client.signIn.currentDeparts()).result
      await platform.session.selectStore(orgCode)
      // At once: what is shown from now on asks anew, and must not lose the question that it has asked.
      const { session, set } = useSession.getState()
      if (session) set({ ...session, departs: list })
      queryClient.clear()
    },
  })
}
