import { Progress } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { bytesText } from './monitor.calc.ts'
import { MonitorPage, useLive } from './monitor-page.tsx'

const FULL = 90

/** The disks that the server writes to. */
export function DisksPage() {
  const { t } = useText()
  const answer = useLive('disks', async () => (await client.monitors.disks({})).result)
  return (
    <MonitorPage title={t('menu.monitorDisk')} answer={answer}>
      {(disks) =>
        disks.length === 0 ? (
          <EmptyBlock title={t('monitor.noDisk')} />
        ) : (
          <div className="pl-monitor-disks">
            {disks.map(({ name, max, rest, restPPT }) => (
              <section key={name} className="pl-panel">
                {/* The server names only folders that have a text. */}
                <h2>{t(`monitor.disk.${name}` as TextKey)}</h2>
                <Progress
                  percent={restPPT}
                  status={restPPT >= FULL ? 'exception' : 'normal'}
                  aria-label={t('monitor.disk.used')}
                />
                <p>{t('monitor.disk.free', { rest: bytesText(rest), max: bytesText(max) })}</p>
              </section>
            ))}
          </div>
        )
      }
    </MonitorPage>
  )
}
