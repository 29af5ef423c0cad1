import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useNavigate } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import { useFrame } from '#renderer/ui/frame.ts'
import { Money } from '#renderer/ui/money.tsx'
import { PageHead } from '#renderer/ui/page-head.tsx'
import { StateTag } from '#renderer/ui/state-tag.tsx'
import { When } from '#renderer/ui/when.tsx'
import { businessDay } from '#shared/core/time.ts'
import type { PlayState } from '#shared/features/sessions/play-before-pay.contract.ts'
import './analysis.css'

const COUNTER_PATH = '/counter'
const LIST_PATH = '/playbeforepay/sysPlayBeforePayList'

const totalOf = async (query: { playState?: PlayState; createTime_begin?: string }) =>
  (await client.playBeforePay.list({ query: { ...query, pageSize: 1 } })).result.total

/** The three figures that matter first, and what happened last. */
export function AnalysisPage() {
  const { t } = useText()
  const navigate = useNavigate()
  const { entries } = useFrame()
  const hasList = entries.some((entry) => entry.key === LIST_PATH)
  const counter = entries.find((entry) => entry.key === COUNTER_PATH)
  const today = businessDay(new Date())
  const figures = useQuery({
    queryKey: ['playRecords', 'today', today],
    queryFn: async () => {
      const [starts, hung, settled] = await Promise.all([
        totalOf({ createTime_begin: today }),
        totalOf({ playState: 'GUADAN' }),
        totalOf({ playState: 'CONSUMED', createTime_begin: today }),
      ])
      return { starts, hung, settled }
    },
  })
  const latest = useQuery({
    queryKey: ['playRecords', 'latest'],
    queryFn: async () => (await client.playBeforePay.list({ query: { pageSize: 5 } })).result.records,
  })
  const { data } = figures

  return (
    <div className="pl-page">
      <PageHead title={`${t('home.title')} · ${today}`} />
      {figures.error ? (
        <div className="pl-panel">
          <ErrorBlock error={figures.error} retry={() => void figures.refetch()} />
        </div>
      ) : (
        <div className="pl-figures">
          <Figure name={t('home.starts')} value={data?.starts} />
          <Figure name={t('home.hung')} value={data?.hung} isUrgent={(data?.hung ?? 0) > 0} />
          <Figure name={t('home.settled')} value={data?.settled} />
        </div>
      )}
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

function Figure({ name, value, isUrgent = false }: { name: string; value: number | undefined; isUrgent?: boolean }) {
  const { t } = useText()
  return (
    <section className="pl-panel pl-figure" aria-label={name}>
      <span>{name}</span>
      <strong className={isUrgent ? 'pl-figure-urgent' : ''}>
        {value === undefined ? '…' : value} <small>{t('home.count')}</small>
      </strong>
    </section>
  )
}
