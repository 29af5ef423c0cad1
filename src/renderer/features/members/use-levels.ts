import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import type { MemberLevel } from '#shared/features/members/member-levels.contract.ts'

/** More than a store will have: the ranks end at 99. */
const ALL = 100

/** The levels of a store, lowest first; of the current one, unless it says otherwise. */
export function useLevels(orgCode?: string): readonly MemberLevel[] {
  const current = useSession(({ session }) => session?.userInfo.orgCode)
  const may = useMay('memberlevel:list')
  const levels = useQuery({
    queryKey: ['crud', 'memberLevels', 'choices'],
    queryFn: async () => (await client.memberLevels.list({ query: { pageSize: ALL, sysOrgCode: '' } })).result.records,
    enabled: may,
    staleTime: 60_000,
  })
  const store = orgCode ?? current
  return (levels.data ?? []).filter(({ sysOrgCode }) => sysOrgCode === store)
}
