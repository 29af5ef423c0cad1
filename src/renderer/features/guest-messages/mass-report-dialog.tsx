import { useQuery } from '@tanstack/react-query'
import { Modal, Progress, Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import type { MassReport } from '#shared/features/guest-messages/mass-messages.contract.ts'
import { MassStateTag } from './mass-state.tsx'
import './guest-messages.css'

const REFRESH_MS = 2000

/** What became of a mass message, live while it is being sent. */
export function MassReportDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useText()
  const report = useQuery({
    queryKey: ['massReport', id],
    queryFn: async () => (await client.massMessages.queryById({ query: { id } })).result,
    refetchInterval: ({ state }) => (state.data?.massState === 'done' ? false : REFRESH_MS),
  })
  return (
    <Modal open width={520} title={report.data?.title ?? t('mass.report')} footer={null} onCancel={onClose}>
      {report.isPending ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {report.error ? <ErrorBlock error={report.error} retry={() => void report.refetch()} /> : null}
      {report.data ? <Report report={report.data} /> : null}
    </Modal>
  )
}

function Report({ report }: { report: MassReport }) {
  const { t } = useText()
  const { planned, waiting, sent, failed, unknown, optedOut, noConsent, noPhone, duplicate, content, reasons } = report
  const ended = sent + failed + unknown
  const facts = [
    ['mass.planned', planned],
    ['mass.sent', sent],
    ['mass.waiting', waiting],
    ['mass.failed', failed],
    ['mass.unknown', unknown],
    ['mass.optedOut', optedOut],
    ['mass.noConsent', noConsent],
    ['mass.noPhone', noPhone],
    ['mass.duplicate', duplicate],
  ] as const
  const percent = report.massState === 'done' ? 100 : Math.floor((ended / planned) * 100)
  return (
    <div className="pl-mass-report" aria-live="polite">
      <p>{content}</p>
      <MassStateTag row={report} />
      <Progress percent={percent} status={report.massState === 'stopped' ? 'exception' : 'normal'} />
      <dl>
        {facts.map(([name, count]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd className="pl-amount">{count}</dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 ? (
        <ul>
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              {reason === 'interrupted' ? t('mass.interrupted') : reason} × {count}
            </li>
          ))}
        </ul>
      ) : null}
      {unknown > 0 ? <p>{t('mass.unknownHint')}</p> : null}
    </div>
  )
}
