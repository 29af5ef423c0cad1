import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { Bars } from '#renderer/ui/chart/bars.tsx'
import type { HistoryPoint } from '#shared/features/monitors/monitors.contract.ts'
import { bytesText, percentOf } from './monitor.calc.ts'
import { MonitorPage, useLive } from './monitor-page.tsx'

type Series = Exclude<keyof HistoryPoint, 'minute'>
const SERIES: readonly Series[] = [
  'requests',
  'averageMs',
  'failures',
  'processCpu',
  'systemCpu',
  'heapBytes',
  'residentBytes',
  'loopDelayMs',
  'connections',
  'sockets',
  'databaseWaiting',
]

/** The last hour of the copy of the server that answers. */
export function LiveMonitorPage() {
  const { t } = useText()
  const answer = useLive('history', async () => (await client.monitors.history({})).result)
  return (
    <MonitorPage
      title={t('menu.monitorLive')}
      note={({ copy, startedAt }) => (
        <span title={t('monitor.onlyCopy')}>{t('monitor.from', { copy, started: startedAt })}</span>
      )}
      answer={answer}
    >
      {({ points, slow, slowFromMs }) => (
        <>
          <p className="pl-monitor-note">{t('monitor.hour')}</p>
          <div className="pl-monitor-charts">
            {SERIES.map((series) => (
              <Chart key={series} series={series} points={points} />
            ))}
          </div>
          <section className="pl-panel pl-monitor-slow">
            <h2>{t('monitor.slow', { ms: String(slowFromMs) })}</h2>
            {slow.length === 0 ? (
              <p>{t('monitor.slow.none')}</p>
            ) : (
              <table className="pl-monitor-table">
                <thead>
                  <tr>
                    <th>{t('monitor.trace.at')}</th>
                    <th>{t('monitor.trace.took')}</th>
                    <th>{t('monitor.slow.statement')}</th>
                  </tr>
                </thead>
                <tbody>
                  {slow.map(({ at, milliseconds, statement }) => (
                    <tr key={`${at} ${milliseconds} ${statement}`}>
                      <td>{at}</td>
                      <td>{t('monitor.ms', { count: String(milliseconds) })}</td>
                      <td>
                        <code>{statement}</code>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        </>
      )}
    </MonitorPage>
  )
}

function Chart({ series, points }: { series: Series; points: readonly HistoryPoint[] }) {
  const { t } = useText()
  const textOf = (value: number): string => {
    if (series.endsWith('Cpu')) return t('monitor.percent', { count: percentOf(value) })
    if (series.endsWith('Bytes')) return bytesText(value)
    if (series.endsWith('Ms')) return t('monitor.ms', { count: value.toFixed(1) })
    return String(Math.round(value))
  }
  const title = t(`monitor.chart.${series}`)
  const last = points.at(-1)
  return (
    <section className="pl-panel">
      <p className="pl-monitor-now">{last ? textOf(last[series]) : '—'}</p>
      <Bars
        title={title}
        head={[t('monitor.minute'), title]}
        empty={t('monitor.chart.none')}
        axisText={textOf}
        bars={points.map((point) => ({
          key: point.minute,
          label: point.minute,
          tick: point.minute,
          value: point[series],
          text: textOf(point[series]),
        }))}
      />
    </section>
  )
}
