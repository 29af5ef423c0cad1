import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import type { CustomReport } from '#shared/features/custom-reports/custom-reports.contract.ts'
import { askReport } from './ask-report.ts'
import { ReportView } from './report-view.tsx'
import { useTiles } from './use-tiles.ts'

/** The reports that a user has put on the home page; nothing while there are none. */
export function ReportTiles() {
  const { t } = useText()
  const { tiles } = useTiles()
  if (tiles.length === 0) return null
  return (
    <section className="pl-custom-tiles" aria-label={t('customReport.homeTitle')}>
      {tiles.map((report) => (
        <Tile key={report.id} report={report} />
      ))}
    </section>
  )
}

function Tile({ report: { id, name, definition, version } }: { report: CustomReport }) {
  const result = useQuery({
    queryKey: ['customReports', 'result', id, version, []],
    queryFn: ({ signal }) => askReport({ id }, [], signal),
    staleTime: 60_000,
  })
  return (
    <article className="pl-panel pl-custom-result" aria-busy={result.isFetching}>
      <Link to={`/online/cgreport?id=${id}`}>
        <h2>{name}</h2>
      </Link>
      {result.error ? <ErrorBlock error={result.error} retry={() => void result.refetch()} /> : null}
      {result.isPending ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
      {result.data && !result.error ? <ReportView title={name} result={result.data} definition={definition} /> : null}
    </article>
  )
}
