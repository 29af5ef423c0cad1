import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { WaitingApplications } from '#renderer/features/wallets/index.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import { useFrame } from '#renderer/ui/frame.ts'
import { Money } from '#renderer/ui/money.tsx'
import { PageHead } from '#renderer/ui/page-head.tsx'
import { StateTag } from '#renderer/ui/state-tag.tsx'
import { When } from '#renderer/ui/when.tsx'
import { businessDay } from '#shared/core/time.ts'
import { FiguresOfToday } from './today-figures.tsx'
import './analysis.css'

/** Of a new store only, so that it is not fetched with the page. */
const FirstRun = lazy(async () => ({ default: (await import('#renderer/features/stores/index.ts')).FirstRun }))

const COUNTER_PATH = '/counter'
const LIST_PATH = '/playbeforepay/sysPlayBeforePayList'

/** The three figures that matter first, and what happened last. */
export function AnalysisPage() {
  const { t } = useText()
  const navigate = useNavigate()
  const { entries } = useFrame()
  const maySetUp = useMay('store:setup')
  const hasList = entries.some((entry) => entry.key === LIST_PATH)
  const counter = entries.find((entry) => entry.key === COUNTER_PATH)
  const today = businessDay(new Date())
  const latest = useQuery({
    queryKey: ['playRecords', 'latest'],
    queryFn: async () => (await client.playBeforePay.list({ query: { pageSize: 5 } })).result.records,
  })

  return (
    <div className="pl-page">
      <PageHead title={`${t('home.title')} · ${today}`} />
      {maySetUp ? (
        <Suspense fallback={null}>
          <FirstRun />
        </Suspense>
      ) : null}
      <FiguresOfToday />
      <WaitingApplications />
      <section className="pl-panel" aria-labelledby="home-recent">
        <div className="pl-home-head">
          <h2 id="home-recent">{t('home.recent')}</h2>
          {hasList ? (
            <Button type="link" onClick={() => navigate(LIST_PATH)}>
              {t('home.toList')}
            </Button>
          ) : null}
        </div>
        {latest.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
        {latest.error ? <ErrorBlock error={latest.error} retry={() => void latest.refetch()} /> : null}
        {latest.data?.length === 0 ? (
          <EmptyBlock
            title={t('home.empty')}
            action={
              counter ? (
                <Button type="primary" onClick={() => void navigate(counter.key)}>
                  {t('home.toCounter')}
                </Button>
              ) : null
            }
          />
        ) : null}
        <ul className="pl-home-list">
          {latest.data?.map((record) => (
            <li key={record.id}>
              <span className="pl-home-what">
                <strong>{record.ticketNo || record.vehicleName}</strong>
                {record.vehicleName} · {record.cheshou}
                <small>
                  <When value={record.createTime} /> · {record.sysOrgCode_dictText} · {record.roleName}
                </small>
              </span>
              <StateTag state={record.playState} />
              <Money value={record.price} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
