import { useQuery } from '@tanstack/react-query'
import { Alert, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { NoStore } from '#renderer/ui/display/no-store.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { ProviderForm } from './provider-form.tsx'
import { PROVIDERS_KEY } from './waiting-change.tsx'
import './payment-providers.css'

/** The payment providers of a store, one form each. Keys are write-only. */
export function PaymentProvidersPage() {
  const { t } = useText()
  const [orgCode, choose] = useState<string | undefined>()
  const query = useQuery({
    queryKey: [PROVIDERS_KEY, orgCode ?? ''],
    queryFn: async () => (await client.paymentProviders.query({ query: { orgCode } })).result,
  })
  const settings = query.data
  const needsSecond = useSession(({ session }) => !['-1', '0'].includes(session?.userInfo.identity ?? ''))
  const sandbox = settings?.providers.find(({ provider }) => provider === 'sandbox')
  return (
    <div className="pl-page">
      <PageHead title={t('menu.paymentProviders')}>
        {settings && settings.stores.length > 1 ? (
          <Select
            aria-label={t('paymentProvider.orgCode')}
            className="pl-filter"
            value={settings.orgCode}
            onChange={choose}
            options={settings.stores.map((store) => ({ value: store.orgCode, label: store.departName }))}
          />
        ) : (
          <strong>{settings?.stores[0]?.departName}</strong>
        )}
      </PageHead>
      {query.isPending ? <Skeleton active paragraph={{ rows: 12 }} /> : null}
      {query.error ? <ErrorBlock error={query.error} retry={() => void query.refetch()} /> : null}
      {settings === null ? <NoStore /> : null}
      {sandbox?.enabled ? <Alert type="warning" showIcon title={t('paymentProvider.sandboxOn')} /> : null}
      {settings && needsSecond ? <p>{t('paymentProvider.needsSecond')}</p> : null}
      {settings ? (
        <div className="pl-payment-providers" key={settings.orgCode}>
          {['wechat', 'alipay', 'sandbox'].map((name) => {
            const state = settings.providers.find(({ provider }) => provider === name)
            return state ? <ProviderForm key={name} orgCode={settings.orgCode} state={state} /> : null
          })}
        </div>
      ) : null}
    </div>
  )
}
