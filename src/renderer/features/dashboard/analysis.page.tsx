import { lazy, Suspense } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useBusinessDay } from '#renderer/core/store-facts.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { MoneyToday } from './money-today.tsx'
import { RecentRecords } from './recent-records.tsx'
import { StoresToday, TodayCharts } from './today-charts.tsx'
import { FiguresOfToday } from './today-figures.tsx'
import { WaitingList } from './waiting-list.tsx'
import './analysis.css'

/** Loaded on demand, because only a new store needs it. */
const FirstRun = lazy(async () => ({ default: (await import('#renderer/features/stores/index.ts')).FirstRun }))

/** Loaded on demand, because few users have reports here. */
const ReportTiles = lazy(async () => ({
  default: (await import('#renderer/features/custom-reports/index.ts')).ReportTiles,
}))

/** Today compared with last week, pending work, and charts; every figure links to its list. */
export function AnalysisPage() {
  const { t } = useText()
  const maySetUp = useMay('store:setup')
  const maySeeMoney = useMay('statistics:list')
  const maySeeReports = useMay('customreport:list')
  return (
    <div className="pl-page">
      <PageHead title={`${t('home.title')} · ${useBusinessDay()}`} covers={{}} />
      {maySetUp ? (
        <Suspense fallback={null}>
          <FirstRun />
        </Suspense>
      ) : null}
      {maySeeMoney ? <MoneyToday /> : <FiguresOfToday />}
      <WaitingList />
      {maySeeMoney ? (
        <>
          <StoresToday />
          <TodayCharts />
        </>
      ) : null}
      {maySeeReports ? (
        <Suspense fallback={null}>
          <ReportTiles />
        </Suspense>
      ) : null}
      <RecentRecords />
    </div>
  )
}
