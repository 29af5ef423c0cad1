import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useMay } from '#renderer/core/session.ts'
import type { Option } from '#renderer/ui/crud-types.ts'

/** The roles that may be used in the stores in scope, to choose from; none for those who may not see them. */
export function useRoles(): Option[] {
  const roles = useQuery({
    queryKey: ['crud', 'roles', 'all'],
    queryFn: async () => (await client.roles.queryall()).result,
    enabled: useMay('role:list'),
  })
  return (roles.data ?? []).map(({ id, roleName }) => ({ value: id, label: roleName }))
}
