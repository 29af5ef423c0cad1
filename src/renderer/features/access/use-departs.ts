import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import type { TreeItem } from '#renderer/ui/tree.calc.ts'

/** The stores in scope as a tree to choose from. */
export function useDepartTree(): readonly TreeItem[] {
  const tree = useQuery({
    queryKey: ['crud', 'departs', 'ids'],
    queryFn: async () => (await client.departs.queryIdTree2()).result,
  })
  return tree.data ?? []
}
