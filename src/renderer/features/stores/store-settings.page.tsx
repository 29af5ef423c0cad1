import { useQuery } from '@tanstack/react-query'
import { Input, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { NoStore } from '#renderer/ui/display/no-store.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { StoreSettings } from '#shared/features/stores/store-settings.contract.ts'
import { type SettingName, settingGroups, settingsOf } from '#shared/features/stores/store-settings.schema.ts'
import { SETTINGS_KEY, SettingGroupForm } from './setting-group.tsx'
import { settingText } from './setting-text.ts'
import './store-settings.css'

/** All settings of a store, each with its effect in one sentence. */
export function StoreSettingsPage() {
  const { t } = useText()
  const [wanted, setWanted] = useState('')
  const [orgCode, choose] = useState<string | undefined>()
  const query = useQuery({
    queryKey: [SETTINGS_KEY, orgCode ?? ''],
    queryFn: async () => (await client.storeSettings.query({ query: { orgCode } })).result,
  })
  const settings = query.data
  const isLookedFor = (name: SettingName) => {
    const text = `${settingText(t, name)} ${settingText(t, `${name}.effect`)} ${name}`
    return text.toLowerCase().includes(wanted.trim().toLowerCase())
  }
  const groups = settingGroups
    .map((group) => ({ group, names: settingsOf(group).filter(isLookedFor) }))
    .filter(({ names }) => names.length > 0)
  return (
    <div className="pl-page">
      <PageHead title={t('menu.storeSettings')}>
        {settings && settings.stores.length > 1 ? (
          <Select
            aria-label={t('storeSetting.store')}
            className="pl-store-settings-choice"
            value={settings.orgCode}
            onChange={choose}
            options={settings.stores.map((store) => ({ value: store.orgCode, label: store.departName }))}
          />
        ) : (
          <strong>{settings?.departName}</strong>
        )}
        <Input.Search
          allowClear
          className="pl-store-settings-search"
          placeholder={t('storeSetting.search')}
          aria-label={t('storeSetting.search')}
          onChange={({ target }) => setWanted(target.value)}
        />
      </PageHead>
      {query.isPending ? <Skeleton active paragraph={{ rows: 12 }} /> : null}
      {query.error ? <ErrorBlock error={query.error} retry={() => void query.refetch()} /> : null}
      {settings === null ? <NoStore /> : null}
      {settings ? (
        <div className="pl-store-settings" key={settings.orgCode}>
          {groups.map(({ group, names }) => (
            <SettingGroupForm key={group} group={group} names={names} settings={settings} />
          ))}
          {groups.length === 0 ? <EmptyBlock title={t('storeSetting.noneFound')} /> : null}
          {wanted === '' ? <Fixed settings={settings} /> : null}
        </div>
      ) : null}
    </div>
  )
}

/** Read-only facts that a store cannot change. */
function Fixed({ settings: { acceptsCash, apps, endTime } }: { settings: StoreSettings }) {
  const { t } = useText()
  const bought = apps.length > 0 ? apps.join(', ') : t('storeSetting.empty')
  return (
    <section className="pl-panel pl-store-settings-fixed" aria-labelledby="store-settings-fixed">
      <h2 id="store-settings-fixed">{t('storeSetting.fixed')}</h2>
      <ul>
        <li>{t('storeSetting.fixed.cash', { value: t(`yesNo.${acceptsCash}`) })}</li>
        <li>{t('storeSetting.fixed.apps', { value: bought })}</li>
        <li>{t('storeSetting.fixed.end', { value: endTime ?? t('storeSetting.fixed.noEnd') })}</li>
        <li>{t('storeSetting.fixed.offline')}</li>
      </ul>
    </section>
  )
}
