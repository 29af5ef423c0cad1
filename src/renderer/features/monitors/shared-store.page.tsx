import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { bytesText } from './monitor.calc.ts'
import { MonitorPage, useLive } from './monitor-page.tsx'

/** Sizes are shown with a unit; the server's text names bytes, for clients that show the number as it is. */
const SIZES = {
  database_bytes: 'monitor.store.databaseSize',
  job_bytes: 'monitor.store.jobSize',
} as const satisfies Record<string, TextKey>
const sizeOf = (key: string): TextKey | undefined =>
  Object.hasOwn(SIZES, key) ? SIZES[key as keyof typeof SIZES] : undefined

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
            {lines.map(({ key, value, description }) => {
              const size = sizeOf(key)
              return (
                <tr key={key}>
                  <td>{size ? t(size) : description}</td>
                  <td>{size ? bytesText(Number(value)) : value}</td>
                  <td>
                    <code>{key}</code>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </MonitorPage>
  )
}
