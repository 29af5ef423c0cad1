import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import type { ReconciliationRun } from '#shared/features/reconciliation/reconciliation.contract.ts'
import './last-runs.css'

/** The last reconciliation of each store, and earlier ones. */
export function LastRuns() {
  const { t } = useText()
  const runs = useQuery({
    queryKey: ['crud', 'reconciliation', 'runs'],
    queryFn: async () => (await client.reconciliation.runs({})).result,
  })
  const { data, error } = runs
  return (
    <section className="pl-panel pl-last-runs" aria-label={t('reconciliation.runs')}>
      {error ? <ErrorBlock error={error} retry={() => void runs.refetch()} /> : null}
      {runs.isPending ? <Skeleton active title={false} paragraph={{ rows: 2 }} /> : null}
      {data?.length === 0 ? <span>{t('reconciliation.never')}</span> : null}
      {data && data.length > 0 ? <Lines runs={data} /> : null}
    </section>
  )
}

/** Stores with differences in their last reconciliation come first. */
function Lines({ runs }: { runs: readonly ReconciliationRun[] }) {
  const { t } = useText()
  const stores = Map.groupBy(runs, ({ sysOrgCode }) => sysOrgCode)
  const lasts = [...stores.values()].flatMap(([last]) => last ?? [])
  const urgentFirst = lasts.toSorted((one, other) => Number(other.found > 0) - Number(one.found > 0))
  return (
    <>
      <ul>
        {urgentFirst.map((run) => (
          <li key={run.sysOrgCode}>
            <strong>{run.sysOrgCode_dictText}</strong>
            <Result run={run} />
            <small>
              {t('reconciliation.lastRun')} <When value={run.startTime} /> ·{' '}
              {run.startBy || t('reconciliation.byClock')}
            </small>
          </li>
        ))}
      </ul>
      <details>
        <summary>{t('reconciliation.runs')}</summary>
        <ul>
          {runs.map((run) => (
            <li key={run.id}>
              <When value={run.startTime} />
              <span>{run.sysOrgCode_dictText}</span>
              <Result run={run} />
              <small>{run.startBy || t('reconciliation.byClock')}</small>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function Result({ run: { found, opened } }: { run: ReconciliationRun }) {
  const { t } = useText()
  if (found === 0) return <ToneTag tone="success">{t('reconciliation.agrees')}</ToneTag>
  const isNew = opened > 0
  const parts = [
    t('reconciliation.foundCount', { found }),
    ...(isNew ? [t('reconciliation.openedCount', { opened })] : []),
  ]
  return <ToneTag tone={isNew ? 'error' : 'warning'}>{parts.join(' · ')}</ToneTag>
}
