import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useMay } from '#renderer/core/session.ts'
import type { Option } from '#renderer/ui/crud/crud-types.ts'

/** The roles available in the stores in scope as options; empty without the permission to see them. */
export function useRoles(): Option[] {
  const roles = useQuery({
    queryKey: ['crud', 'roles', 'all'],
    queryFn: async () => (await client.roles.listAll()).result,
    enabled: useMay('role:list'),
  })
  return (roles.data ?? []).map(({ id, roleName }) => ({ value: id, label: roleName }))
}
