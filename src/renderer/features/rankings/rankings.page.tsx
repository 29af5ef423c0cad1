import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useProgramState } from '#renderer/ui/crud/crud-state.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { NoStore } from '#renderer/ui/display/no-store.tsx'
import { shownOld } from '#renderer/ui/display/shown-old.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { AppError } from '#shared/core/errors.ts'
import { type Asked, RankingFilters } from './ranking-filters.tsx'
import { RankingStanding } from './ranking-standing.tsx'
import { RankingTable } from './ranking-table.tsx'
import { RankingTools } from './ranking-tools.tsx'
import './rankings.css'

/** Rankings are not pushed per lap: an open one is polled at this interval. */
const LOOK_AGAIN_MS = 10_000

/** Best laps of a day, a week, a month, a quarter, a year or all time, by vehicle type and rule. */
export function RankingsPage() {
  const { t } = useText()
  const [asked, keep] = useProgramState<Asked>('rankings', { period: 'day' })
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['rankings', asked],
    queryFn: async () => (await client.rankings.query({ query: asked })).result,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  })
  // A chain before its first store has no board.
  const isNoStore =
    error instanceof AppError && error.code === 'common.recordNotFound' && asked.sysOrgCode === undefined
  return (
    <div className="pl-page">
      <PageHead title={t('menu.rankings')}>
        <RankingTools ranking={data ?? null} isOld={isPlaceholderData} />
      </PageHead>
      <RankingFilters asked={asked} ranking={data ?? null} onAsk={(next) => keep(() => next)} />
      <div {...shownOld(isPlaceholderData, 'pl-panel pl-ranking')}>
        {error && !isNoStore ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
        {isNoStore ? <NoStore /> : null}
        {isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
        {data === null ? <EmptyBlock title={t('ranking.none')} hint={t('ranking.noneHint')} /> : null}
        {data && !error ? (
          <>
            <RankingStanding ranking={data} onVersion={(version) => keep(() => ({ ...asked, version }))} />
            <RankingTable ranking={data} />
          </>
        ) : null}
      </div>
    </div>
  )
}
