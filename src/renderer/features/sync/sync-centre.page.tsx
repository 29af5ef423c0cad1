import { useQuery } from '@tanstack/react-query'
import { Alert, Badge, Button, Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useLive } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { PrintsPort, SyncPort } from '#renderer/platform/platform.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import { PageHead } from '#renderer/ui/page-head.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { SyncItem } from '#shared/ipc/contract.ts'
import { DismissDialog } from './dismiss-dialog.tsx'
import { PrintList } from './print-list.tsx'
import { SyncItems } from './sync-items.tsx'
import './sync.css'

type Group = 'waiting' | 'refused' | 'sent' | 'dismissed'

const groupOf = (item: SyncItem): Group => (item.state === 'sending' ? 'waiting' : item.state)

/** What this terminal has started and the server does not have yet, has, or refused; and prints nobody is sure of. */
export function SyncCentrePage() {
  const { sync, prints } = usePlatform()
  return sync && prints ? <SyncCentre sync={sync} prints={prints} /> : null
}

function SyncCentre({ sync, prints }: { sync: SyncPort; prints: PrintsPort }) {
  const { t } = useText()
  const platform = usePlatform()
  const { online, waiting, refused, enrolled } = useLive(platform.connection)
  const navigate = useNavigate()
  const asked = useSearchParams()[0].get('tab')
  const [tab, setTab] = useState<string>(asked ?? (refused > 0 ? 'refused' : 'waiting'))
  const [dismissing, setDismissing] = useState<SyncItem | null>(null)
  const items = useQuery({ queryKey: ['sync'], queryFn: () => sync.list() })
  const unsent = useQuery({ queryKey: ['sync', 'unsent'], queryFn: () => sync.unsent() })
  const { cash = 0, value = 0 } = unsent.data ?? {}
  const jobs = useQuery({ queryKey: ['prints'], queryFn: () => prints.list() })
  const doubtful = (jobs.data ?? []).filter(({ state }) => state === 'unknown').length
  const of = (group: Group) => (items.data ?? []).filter((item) => groupOf(item) === group)

  const empties = {
    waiting: t('sync.noneWaiting'),
    refused: t('sync.noneRefused'),
    sent: t('sync.noneSent'),
    dismissed: t('sync.noneDismissed'),
  }
  const counts: Partial<Record<Group, number>> = { waiting, refused }
  const groups = (['waiting', 'refused', 'sent', 'dismissed'] as const).map((group) => {
    const rows = of(group)
    const count = counts[group] ?? 0
    return {
      key: group,
      label: <Counted name={t(`sync.${group}`)} count={count} isAlarm={group === 'refused'} />,
      children:
        rows.length === 0 ? (
          <EmptyBlock title={empties[group]} hint={t('sync.noneHint')} />
        ) : (
          <>
            {count > rows.length ? <p>{t('sync.newestShown', { shown: rows.length, count })}</p> : null}
            <SyncItems items={rows} sync={sync} onDismiss={setDismissing} />
          </>
        ),
    }
  })
  const printTab = {
    key: 'prints',
    label: <Counted name={t('sync.prints')} count={doubtful} isAlarm />,
    children: <PrintList items={jobs.data ?? []} prints={prints} />,
  }

  return (
    <div className="pl-page">
      <PageHead title={t('sync.title')} />
      <Alert type={online ? 'success' : 'warning'} showIcon title={online ? t('sync.online') : t('sync.offline')} />
      {cash + value > 0 ? (
        <p className="pl-sync-money">
          {t('sync.unsentMoney', { cash: formatAmount(cash), value: formatAmount(value) })}
        </p>
      ) : null}
      {enrolled ? null : (
        <Alert
          type="warning"
          showIcon
          title={t('sync.unproven')}
          action={<Button onClick={() => navigate('/terminal/settings')}>{t('sync.enrol')}</Button>}
        />
      )}
      <div className="pl-panel">
        {items.isPending ? <Skeleton active paragraph={{ rows: 5 }} /> : null}
        {items.error ? <ErrorBlock error={items.error} retry={() => void items.refetch()} /> : null}
        {items.data ? <Tabs activeKey={tab} onChange={setTab} items={[...groups, printTab]} /> : null}
      </div>
      {dismissing ? <DismissDialog item={dismissing} sync={sync} onClose={() => setDismissing(null)} /> : null}
    </div>
  )
}

const Counted = ({ name, count, isAlarm = false }: { name: string; count: number; isAlarm?: boolean }) => (
  <span>
    {name} <Badge count={count} color={isAlarm ? 'var(--pl-error)' : 'var(--pl-warning)'} />
  </span>
)
