import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import type { Density, ListView, ListViewContent } from '#shared/features/system/list-views.contract.ts'

interface OwnViews {
  density: Density | null
  views: ListView[]
}

const NONE: OwnViews = { density: null, views: [] }

const keyOf = (userId: string | undefined) => ['listViews', userId] as const

function useOwnViews() {
  const userId = useSession(({ session }) => session?.userInfo.id)
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: async (): Promise<OwnViews> => (await client.listViews.mine()).result,
    staleTime: Number.POSITIVE_INFINITY,
    // Without the server lists use their defaults.
    retry: false,
  })
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['listViews'] })

/** The user's saved views of a list, and their actions. */
export function useListViews(list: string) {
  const own = useOwnViews()
  const views = (own.data ?? NONE).views.filter((view) => view.list === list)
  return {
    /** Whether the default view is loaded. */
    isKnown: !own.isPending,
    views,
    opensWith: views.find(({ isDefault }) => isDefault),
    /** Saves a view under a name, replacing one of the same name. */
    async save(name: string, content: ListViewContent, isDefault = false): Promise<void> {
      const same = views.find((view) => view.name === name)
      await (same
        ? client.listViews.edit({ body: { id: same.id, content } })
        : client.listViews.add({ body: { list, name, content, isDefault } }))
      await refresh()
    },
    async openWith({ id, isDefault }: ListView): Promise<void> {
      await client.listViews.edit({ body: { id, isDefault: !isDefault } })
      await refresh()
    },
    async remove({ id }: ListView): Promise<void> {
      await client.listViews.delete({ query: { id } })
      await refresh()
    },
  }
}

/** The user's density of lists, and its setter. */
export function useDensity(): [Density, (density: Density) => Promise<void>] {
  const { data = NONE } = useOwnViews()
  const userId = useSession(({ session }) => session?.userInfo.id)
  return [
    data.density ?? 'middle',
    async (density) => {
      queryClient.setQueryData(keyOf(userId), { ...data, density })
      await client.listViews.density({ body: { density } }).finally(refresh)
    },
  ]
}
