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
