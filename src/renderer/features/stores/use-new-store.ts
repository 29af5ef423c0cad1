import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { client } from '#renderer/core/client.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { DepartNode } from '#shared/features/access/departs.contract.ts'
import type { NewStore } from '#shared/features/stores/new-store.contract.ts'
import { refreshOwnStores } from './use-first-run.ts'

type Body = z.input<typeof NewStore>

/** The possible parents of a new store, and the stores to copy from. */
interface NewStoreOptions {
  chains: readonly DepartNode[]
  stores: readonly DepartNode[]
}

const flat = (nodes: readonly DepartNode[]): DepartNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

export const useNewStoreOptions = () =>
  useQuery({
    queryKey: ['crud', 'departs', 'places'],
    queryFn: async (): Promise<NewStoreOptions> => {
      const all = flat((await client.departs.queryTreeList()).result)
      return {
        chains: all.filter(({ parentId }) => parentId === null),
        stores: all.filter(({ parentId }) => parentId !== null),
      }
    },
  })

/** Creates a store once, also when retried; it appears in the user's store switch immediately. */
export function useOpenStore() {
  const withKey = useAttemptKey()
  return useMutation({
    mutationFn: (body: Body) =>
      withKey(body, async (key) => {
        const { result } = await client.newStore.open({ body, key })
        await refreshOwnStores()
        await Promise.all(
          [['currentDeparts'], ['crud', 'departs']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        )
        return result
      }),
  })
}

/** The head office above the current store, where the user can switch to it. */
export const useHeadOffice = () =>
  useSession(({ session }) =>
    session?.departs.find(
      ({ orgCode }) => orgCode !== session.userInfo.orgCode && session.userInfo.orgCode.startsWith(orgCode),
    ),
  )

export function useSwitchStore() {
  const platform = usePlatform()
  return useMutation({
    mutationFn: async (orgCode: string) => {
      await platform.session.selectStore(orgCode)
      queryClient.clear()
    },
  })
}
