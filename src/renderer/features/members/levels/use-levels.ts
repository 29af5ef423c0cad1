import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { everyRow } from '#renderer/core/every-row.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import type { MemberLevel } from '#shared/features/members/member-levels.contract.ts'

/** The member levels of all stores in scope, lowest first. */
export function useEveryLevel(): readonly MemberLevel[] {
  const may = useMay('memberlevel:list')
  const levels = useQuery({
    queryKey: ['crud', 'memberLevels', 'choices'],
    queryFn: () =>
      everyRow(async (pageNo) => {
        const query = { pageNo, pageSize: 200, sysOrgCode: '', column: 'rank', order: 'asc' } as const
        return (await client.memberLevels.list({ query })).result
      }),
    enabled: may,
    staleTime: 60_000,
  })
  return levels.data ?? []
}

/** The levels of a store, by default the current one, lowest first. */
export function useLevels(orgCode?: string): readonly MemberLevel[] {
  const current = useSession(({ session }) => session?.userInfo.orgCode)
  const store = orgCode ?? current
  return useEveryLevel().filter(({ sysOrgCode }) => sysOrgCode === store)
}

/** Finds a level by store and code; a code alone is not unique across stores. */
export function useLevelOf(): (orgCode: string, code: string) => MemberLevel | undefined {
  const levels = useEveryLevel()
  return (orgCode, code) => levels.find((level) => level.sysOrgCode === orgCode && level.code === code)
}
