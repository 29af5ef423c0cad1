import { useText } from '#renderer/core/locale.ts'
import { useCatalogue } from '#renderer/platform/use-catalogue.ts'
import type { Option } from '#renderer/ui/crud/crud-types.ts'

/** The general project. */
export const GENERAL = 'currency'

/** Returns the name of a project. */
export function useProjectName(): (projectType: string) => string {
  const { t } = useText()
  return (projectType) => (projectType === GENERAL ? t('wallets.general') : projectType)
}

/** The projects of the store's rules and of these members, the general one first. */
export function useProjects(known: readonly string[] = []): Option[] {
  const named = useProjectName()
  const rules = useCatalogue().data?.rules ?? []
  const all = new Set([GENERAL, ...rules.map(({ projectType }) => projectType), ...known])
  return [...all].filter(Boolean).map((value) => ({ value, label: named(value) }))
}
