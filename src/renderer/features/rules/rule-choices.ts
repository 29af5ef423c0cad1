import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
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

/** The active gifts of a store as options, with the one that the rule includes already. */
export function useGoods(orgCode: string | undefined, rule: { giftId: string; giftName: string } | null): Option[] {
  const mayList = useMay('gift:list')
  const gifts = useQuery({
    queryKey: ['giftOptions', orgCode],
    queryFn: async () => {
      const query = { isActive: 'YES', pageSize: 200, ...(orgCode ? { sysOrgCode: orgCode } : {}) }
      return (await client.gifts.list({ query })).result.records
    },
    enabled: mayList,
  })
  const options = (gifts.data ?? []).map(({ id, giftName }) => ({ value: id, label: giftName }))
  const isMissing = rule !== null && rule.giftId !== '' && !options.some(({ value }) => value === rule.giftId)
  return isMissing ? [{ value: rule.giftId, label: rule.giftName }, ...options] : options
}
