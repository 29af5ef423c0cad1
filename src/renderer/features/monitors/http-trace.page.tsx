import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { MonitorPage, useLive } from './monitor-page.tsx'

/** The last requests, without values. */
export function HttpTracePage() {
  const { t } = useText()
  const answer = useLive('requests', async () => (await client.monitors.requests({})).result)
  return (
    <MonitorPage
      title={t('menu.monitorTrace')}
      note={({ copy, startedAt }) => (
        <span title={t('monitor.onlyCopy')}>{t('monitor.from', { copy, started: startedAt })}</span>
      )}
      answer={answer}
    >
      {({ requests }) =>
        requests.length === 0 ? (
          <EmptyBlock title={t('monitor.trace.none')} />
        ) : (
          <>
            <p className="pl-monitor-note">{t('monitor.trace.hint')}</p>
            <table className="pl-panel pl-monitor-table">
              <thead>
                <tr>
                  <th>{t('monitor.trace.at')}</th>
                  <th>{t('monitor.trace.method')}</th>
                  <th>{t('monitor.trace.call')}</th>
                  <th>{t('monitor.trace.status')}</th>
                  <th>{t('monitor.trace.took')}</th>
                  <th>{t('monitor.trace.from')}</th>
                </tr>
              </thead>
              <tbody>
                {requests.map(({ id, at, method, uri, status, address, milliseconds }) => (
                  <tr key={id}>
                    <td>{at}</td>
                    <td>{method}</td>
                    <td>
                      <code>{uri}</code>
                    </td>
                    <td>
                      <ToneTag tone={status >= 500 ? 'error' : status >= 400 ? 'warning' : 'success'}>{status}</ToneTag>
                    </td>
                    <td>{t('monitor.ms', { count: String(milliseconds) })}</td>
                    <td>{address}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )
      }
    </MonitorPage>
  )
}
