import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import type { Option } from '#renderer/ui/crud/crud-types.ts'

/** The active projects as options, of one store where given; the general project belongs to all stores. */
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
