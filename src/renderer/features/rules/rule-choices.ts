import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import type { Option } from '#renderer/ui/crud-types.ts'

/** The projects in use to choose from, of one store where one is named; the general one is everybody's. */
export function useProjects(orgCode?: string): Option[] {
  const { locale } = useText()
  const projects = useQuery({
    queryKey: ['subProjectOptions', locale],
    queryFn: async () => (await client.subProjects.options()).result,
  })
  return (projects.data ?? [])
    .filter(({ sysOrgCode, projectType }) => !orgCode || projectType === 'currency' || sysOrgCode === orgCode)
    .map(({ projectType, name }) => ({ value: projectType, label: name }))
}

/** The levels of a store by rank; a level's code may be another store's, too. */
export function useLevels(orgCode?: string): Option[] {
  const levels = useQuery({
    queryKey: ['crud', 'memberLevels', 'options'],
    queryFn: async () =>
      (await client.memberLevels.list({ query: { pageSize: 200, column: 'rank', order: 'asc' } })).result,
  })
  const seen = new Map(
    (levels.data?.records ?? [])
      .filter(({ sysOrgCode }) => !orgCode || sysOrgCode === orgCode)
      .map(({ code, name }) => [code, name]),
  )
  return [...seen].map(([value, label]) => ({ value, label }))
}

/** The stores that rules can be made for, where somebody sees several; a chain has no counter of its own. */
export function useStores(): Option[] {
  const stores = useQuery({
    queryKey: ['currentDeparts'],
    queryFn: async () => (await client.signIn.currentDeparts()).result,
  })
  const scope = stores.data?.scope ?? []
  const isAbove = (code: string) => scope.some(({ orgCode }) => orgCode !== code && orgCode.startsWith(code))
  return scope.length < 2
    ? []
    : scope
        .filter(({ orgCode }) => !isAbove(orgCode))
        .map(({ orgCode, departName }) => ({ value: orgCode, label: departName }))
}

/** All rows of a list, which answers 200 at a time. */
export async function everyRow<R>(read: (pageNo: number) => Promise<{ records: R[]; pages: number }>): Promise<R[]> {
  const rows: R[] = []
  for (let pageNo = 1; ; pageNo++) {
    const { records, pages } = await read(pageNo)
    rows.push(...records)
    if (pageNo >= pages) return rows
  }
}
