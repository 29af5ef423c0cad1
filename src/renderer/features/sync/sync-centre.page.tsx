import { useQuery } from '@tanstack/react-query'
import { Alert, Badge, Button, Skeleton, Tabs } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useLive } from '#renderer/core/hooks.ts'
import { type Translate, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { DeferredShiftsPort, PrintsPort, SyncPort } from '#renderer/platform/platform.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { ConnectionState, SyncItem } from '#shared/ipc/contract.ts'
import { DismissDialog } from './dismiss-dialog.tsx'
import { DrawerRow } from './drawer-row.tsx'
import { PrintList } from './print-list.tsx'
import { StartRow } from './start-row.tsx'
import type { Refused } from './sync-row.tsx'
import './sync.css'

type Group = 'waiting' | 'refused' | 'sent' | 'dismissed'

const groupOf = (item: Pick<SyncItem, 'state'>): Group => (item.state === 'sending' ? 'waiting' : item.state)

/** The outbox of this terminal with pending, sent and refused entries, and print jobs with an uncertain result. */
export function SyncCentrePage() {
  const { sync, prints, deferredShifts } = usePlatform()
  return sync && prints && deferredShifts ? <SyncCentre sync={sync} prints={prints} drawer={deferredShifts} /> : null
}

function SyncCentre({ sync, prints, drawer }: { sync: SyncPort; prints: PrintsPort; drawer: DeferredShiftsPort }) {
  const { t } = useText()
  const platform = usePlatform()
  const connection = useLive(platform.connection)
  const { online, waiting, refused, enrolled } = connection
  const navigate = useNavigate()
  const asked = useSearchParams()[0].get('tab')
  const [tab, setTab] = useState<string>(asked ?? (refused > 0 ? 'refused' : 'waiting'))
  useEffect(() => {
    if (asked) setTab(asked)
  }, [asked])
  const [dismissing, setDismissing] = useState<Refused | null>(null)
  const items = useQuery({ queryKey: ['sync'], queryFn: () => sync.list() })
  const unsent = useQuery({ queryKey: ['sync', 'unsent'], queryFn: () => sync.unsent() })
  const acts = useQuery({ queryKey: ['sync', 'drawer'], queryFn: () => drawer.list() })
  useEffect(() => drawer.onChange(() => void queryClient.invalidateQueries({ queryKey: ['sync'] })), [drawer])
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
    const starts = of(group).map((item) => ({
      at: Date.parse(item.startedAt),
      row: <StartRow key={item.id} item={item} sync={sync} onDismiss={setDismissing} />,
    }))
    const done = (acts.data ?? []).filter((item) => groupOf(item) === group)
    const drawn = done.map((item) => ({
      at: Date.parse(item.happenedAt),
      row: <DrawerRow key={item.id} item={item} drawer={drawer} onDismiss={setDismissing} />,
    }))
    const rows = [...starts, ...drawn].sort((one, other) => other.at - one.at)
    const shown = rows.length
    const count = counts[group] ?? 0
    return {
      key: group,
      label: <Counted name={t(`sync.${group}`)} count={count} isAlarm={group === 'refused'} />,
      children:
        shown === 0 ? (
          <EmptyBlock title={empties[group]} hint={t('sync.noneHint')} />
        ) : (
          <>
            {count > shown ? <p>{t('sync.newestShown', { shown, count })}</p> : null}
            <ul className="pl-sync-items">{rows.map(({ row }) => row)}</ul>
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
      <Alert type={online ? 'success' : 'warning'} showIcon title={wayText(t, connection)} />
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
      {dismissing ? <DismissDialog {...dismissing} onClose={() => setDismissing(null)} /> : null}
    </div>
  )
}

/** How the outbox reaches the server, as text. */
function wayText(t: Translate, { online, hub: { role, hub, members, passesOn } }: ConnectionState): string {
  if (online) return t('sync.online')
  if (role === 'member') return t(passesOn ? 'sync.passedOn' : 'sync.withHub', { hub })
  return role === 'hub' ? t('sync.isHub', { count: members }) : t('sync.offline')
}

const Counted = ({ name, count, isAlarm = false }: { name: string; count: number; isAlarm?: boolean }) => (
  <span>
    {name} <Badge count={count} color={isAlarm ? 'var(--pl-error)' : 'var(--pl-warning)'} />
  </span>
)
