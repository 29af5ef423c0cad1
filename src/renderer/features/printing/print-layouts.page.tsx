import { useQuery } from '@tanstack/react-query'
import { Select, Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { NoStore } from '#renderer/ui/display/no-store.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { StoreLayout, StoreLayouts } from '#shared/features/printing/print-layouts.contract.ts'
import { LayoutEditor } from './layout-editor.tsx'
import { LogoField } from './logo-field.tsx'
import { LAYOUTS_KEY } from './print-layouts.ts'
import './print-layouts.css'

/** The layouts of a store's papers, line by line, with the printed result. */
export function PrintLayoutsPage() {
  const { t } = useText()
  const [orgCode, choose] = useState<string | undefined>()
  const query = useQuery({
    queryKey: [LAYOUTS_KEY, orgCode ?? ''],
    queryFn: async () => (await client.printLayouts.query({ query: { orgCode } })).result,
  })
  const store = query.data
  return (
    <div className="pl-page">
      <PageHead title={t('menu.printLayouts')}>
        {store && store.stores.length > 1 ? (
          <Select
            aria-label={t('layout.store')}
            className="pl-layouts-store"
            value={store.orgCode}
            onChange={choose}
            options={store.stores.map((one) => ({ value: one.orgCode, label: one.departName }))}
          />
        ) : (
          <strong>{store?.departName}</strong>
        )}
      </PageHead>
      {query.isPending ? <Skeleton active paragraph={{ rows: 12 }} /> : null}
      {query.error ? <ErrorBlock error={query.error} retry={() => void query.refetch()} /> : null}
      {store === null ? <NoStore /> : null}
      {store ? <StoreEditor key={store.orgCode} store={store} /> : null}
    </div>
  )
}

function StoreEditor({ store }: { store: StoreLayouts }) {
  const { t } = useText()
  const tab = (layout: StoreLayout) => ({
    key: layout.kind,
    label: t(`layout.kind.${layout.kind}`),
    children: <LayoutEditor orgCode={store.orgCode} layout={layout} logos={store.logos} />,
  })
  return (
    <div className="pl-panel">
      <Tabs
        items={[
          ...store.layouts.map(tab),
          {
            key: 'logo',
            label: t('layout.logo'),
            children: <LogoField orgCode={store.orgCode} logos={store.logos} />,
          },
        ]}
      />
    </div>
  )
}
