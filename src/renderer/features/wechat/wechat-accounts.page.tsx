import { useQuery } from '@tanstack/react-query'
import { Select, Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { ACCOUNTS_KEY, AccountForm } from './account-form.tsx'
import './wechat-accounts.css'

/** The public account and the mini-app of a chain. Secrets are write-only. */
export function WechatAccountsPage() {
  const { t } = useText()
  const [orgCode, choose] = useState<string | undefined>()
  const query = useQuery({
    queryKey: [ACCOUNTS_KEY, orgCode ?? ''],
    queryFn: async () => (await client.wechatAccounts.query({ query: { orgCode } })).result,
  })
  const found = query.data
  return (
    <div className="pl-page">
      <PageHead title={t('menu.wechatAccounts')}>
        {found && found.chains.length > 1 ? (
          <Select
            aria-label={t('wechatAccount.orgCode')}
            className="pl-filter"
            value={found.orgCode}
            onChange={choose}
            options={found.chains.map((chain) => ({ value: chain.orgCode, label: chain.departName }))}
          />
        ) : (
          <strong>{found?.chains[0]?.departName}</strong>
        )}
      </PageHead>
      {query.isPending ? <Skeleton active paragraph={{ rows: 12 }} /> : null}
      {query.error ? <ErrorBlock error={query.error} retry={() => void query.refetch()} /> : null}
      {found === null ? <EmptyBlock title={t('wechatAccount.noChain')} hint={t('wechatAccount.noChainHint')} /> : null}
      {found ? (
        <Tabs
          key={found.orgCode}
          items={found.accounts.map((account) => ({
            key: account.kind,
            label: t(`wechatAccount.kind.${account.kind}`),
            children: <AccountForm orgCode={found.orgCode} account={account} occasions={found.occasions} />,
          }))}
        />
      ) : null}
    </div>
  )
}
