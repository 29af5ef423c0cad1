import { useText } from '#renderer/core/locale.ts'
import { PageLink } from '#renderer/ui/layout/page-link.tsx'
import { EmptyBlock } from './blocks.tsx'

/** What a page of a store shows before the first store: why it is empty, and the way to the checklist. */
export function NoStore() {
  const { t } = useText()
  return (
    <EmptyBlock
      title={t('storeSetting.noStore')}
      hint={t('storeSetting.noStoreHint')}
      action={<PageLink component="stores/FirstRun">{t('firstRun.title')}</PageLink>}
    />
  )
}
