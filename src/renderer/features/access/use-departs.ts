import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import type { TreeItem } from '#renderer/ui/tree/tree.calc.ts'

/** The query of the stores in scope as a tree. */
export const useDeparts = () =>
  useQuery({
    queryKey: ['crud', 'departs', 'ids'],
    queryFn: async (): Promise<readonly TreeItem[]> => (await client.departs.queryIdTree2()).result,
  })

/** The stores in scope as a tree to select from. */
export const useDepartTree = (): readonly TreeItem[] => useDeparts().data ?? []
