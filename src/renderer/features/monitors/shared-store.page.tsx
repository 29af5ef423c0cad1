import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { bytesText } from './monitor.calc.ts'
import { MonitorPage, useLive } from './monitor-page.tsx'

/** The database behind all copies of the server: its notifications and job queues. */
export function SharedStorePage() {
  const { t } = useText()
  const answer = useLive('store', async () => (await client.monitors.redisInfo({})).result)
  return (
    <MonitorPage title={t('menu.monitorStore')} answer={answer}>
      {(lines) => (
        <table className="pl-panel pl-monitor-table">
          <thead>
            <tr>
              <th>{t('monitor.meaning')}</th>
              <th>{t('monitor.value')}</th>
              <th>{t('monitor.key')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, value, description }) => (
              <tr key={key}>
                <td>{description}</td>
                <td>{key.endsWith('_bytes') ? bytesText(Number(value)) : value}</td>
                <td>
                  <code>{key}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </MonitorPage>
  )
}
