import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { formatTime } from '#shared/core/time.ts'
import type { Metric } from '#shared/features/monitors/monitors.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { bytesText, durationText, percentOf } from './monitor.calc.ts'
import { MonitorPage, useLive } from './monitor-page.tsx'

type Group = 'jvm' | 'tomcat' | 'system'
type Figure = Omit<Metric, 'availableTags'> & { group: Group }

export const ProcessPage = () => <FiguresPage group="jvm" title="menu.monitorProcess" />
export const HttpServerPage = () => <FiguresPage group="tomcat" title="menu.monitorHttp" />
export const SystemPage = () => <FiguresPage group="system" title="menu.monitorSystem" />

/** The figures of one of the family's monitor pages. */
function FiguresPage({ group, title }: { group: Group; title: TextKey }) {
  const { t } = useText()
  const answer = useLive('figures', async () => (await client.monitors.figures({})).result)
  return (
    <MonitorPage
      title={t(title)}
      note={({ copy, startedAt }) => (
        <span title={t('monitor.onlyCopy')}>{t('monitor.from', { copy, started: startedAt })}</span>
      )}
      answer={answer}
    >
      {({ figures }) => (
        <table className="pl-panel pl-monitor-table">
          <thead>
            <tr>
              <th>{t('monitor.meaning')}</th>
              <th>{t('monitor.value')}</th>
              <th>{t('monitor.key')}</th>
            </tr>
          </thead>
          <tbody>
            {figures
              .filter((figure) => figure.group === group)
              .map((figure) => (
                <tr key={figure.name}>
                  <td>{figure.description}</td>
                  <td>
                    <Value figure={figure} />
                  </td>
                  <td>
                    <code>{figure.name}</code>
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </MonitorPage>
  )
}

function Value({ figure: { name, baseUnit, measurements } }: { figure: Figure }) {
  const { t } = useText()
  const [first, second] = measurements
  const value = first?.value ?? 0
  if (second) return <>{t('monitor.times', { count: String(value), seconds: second.value.toFixed(2) })}</>
  if (name === 'process.start.time') return <>{formatTime(new Date(value * 1000))}</>
  if (name === 'process.uptime') return <>{durationText(value)}</>
  if (name.endsWith('.usage')) return <>{t('monitor.percent', { count: percentOf(value) })}</>
  if (baseUnit === 'bytes') return <>{bytesText(value)}</>
  if (baseUnit === 'seconds') return <>{t('monitor.seconds', { count: value.toFixed(3) })}</>
  return <>{value}</>
}
